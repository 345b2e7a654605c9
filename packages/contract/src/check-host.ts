import { preview } from './json.ts'
import { SkillError } from './skill-error.ts'
import { parseVersion } from './version.ts'
import { parseRange, satisfies } from './version-range.ts'

/** Whether a skill supports the host that is there, and why not. */
export interface HostCheck {
  readonly ok: boolean
  /** Empty when ok. */
  readonly reason: string
}

/** Options of checkHost. */
export interface HostOptions {
  /** What the host is called in the reason. */
  readonly host?: string
}

// Long enough for every range that can be read; a reason is shown to users.
const MAX_SHOWN = 200

/** Says whether the host's version lies in the range a skill asks for. Never throws: a wrong range or version is a reason. */
export function checkHost(range: string, version: string, { host = 'Hermes' }: HostOptions = {}): HostCheck {
  const requirement = `Skill requires ${host} ${shown(range)}, but current version is ${shown(version)}`
  try {
    const ok = satisfies(parseVersion(version, { short: true }), parseRange(range))
    return ok ? { ok, reason: '' } : { ok, reason: requirement }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    return { ok: false, reason: `${requirement}. ${error.message}` }
  }
}

function shown(text: unknown): string {
  if (typeof text !== 'string') return preview(text, MAX_SHOWN)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
