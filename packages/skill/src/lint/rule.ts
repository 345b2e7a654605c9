import type { Severity } from '@skillwright/contract'
import type { LintContext } from './lint-context.ts'
import type { Profile } from './profile.ts'

/** How much a rule matters in each profile; in a profile that is absent it is not checked. */
export type Severities = Readonly<Partial<Record<Profile, Severity>>>

/** One thing the lint looks for. Adding a rule is adding an entry to the list of its group. */
export interface Rule {
  /** Stable id, `skill/name`. */
  readonly id: string
  readonly severity: Severities
  /** What it notices, in one sentence. */
  readonly summary: string
  /** Why it matters to users of the skill. */
  readonly why: string
  /** What to do, when the finding itself cannot say it more exactly. */
  readonly fix: string
  /** True when `fixSkill` can repair it, at least where the repair has only one reading. */
  readonly fixable?: boolean
  /** Checks a package and reports what it finds; absent for what reading already reports. */
  readonly check?: (context: LintContext, report: Report) => void
}

/** Says that something is wrong at a place. */
export type Report = (place: Place, message: string, fix?: string) => void

/** Where something is wrong. */
export interface Place {
  readonly file: string
  readonly line?: number
  readonly pointer?: string
}

/** The same severity in every profile. */
export function everywhere(severity: Severity): Severities {
  return { standard: severity, agentskills: severity, clawhub: severity, hermes: severity }
}
