import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import type { Interpreters } from './interpreters.ts'
import type { Containment, LaunchSpec, ProcessLimits } from './launch.ts'
import type { RunOptions } from './run-request.ts'
import { scriptOf } from './run-skill.ts'

/** What of the runtime's settings a launch depends on. */
export interface LaunchSettings {
  readonly interpreters: Interpreters
  readonly contain: boolean
  readonly limits: ProcessLimits
}

/** How a skill's script is started: the real interpreter, an environment of declared variables only, and its declared permissions. */
export async function launchSpec(
  skill: Skill,
  options: RunOptions,
  { interpreters, contain, limits }: LaunchSettings,
): Promise<LaunchSpec> {
  const script = scriptOf(skill)
  const [program, ...args] = [...(await interpreters.commandFor(skill.entry?.language ?? 'executable')), script]
  const dir = skill.dir ?? ''
  return {
    command: [program ?? script, ...args],
    cwd: dir,
    env: childEnvironment(skill, options),
    limits,
    containment: contain ? containmentOf(skill, dir) : undefined,
  }
}

/** Nothing of the host's environment but where programs are; the rest the skill must declare and the caller must give. */
function childEnvironment(skill: Skill, { env = {}, debug = false }: RunOptions): Record<string, string> {
  const undeclared = Object.keys(env).filter((name) => !skill.permissions.env.includes(name))
  if (undeclared.length > 0) {
    throw new SkillError('PERMISSION_DENIED', `${skill.id} does not declare ${undeclared.join(', ')}`, {
      hint: 'Add them to permissions.env in its skill.json',
    })
  }
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    PYTHONIOENCODING: 'utf-8',
    ...(debug ? { SKILL_DEBUG: '1' } : {}),
    ...env,
  }
}

function containmentOf({ permissions }: Skill, skillDir: string): Containment {
  const absolute = (path: string) => (path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(skillDir, path))
  return {
    skillDir,
    read: permissions.read.map(absolute),
    write: permissions.write.map(absolute),
    network: permissions.network,
  }
}
