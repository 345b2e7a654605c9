import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LaunchSpec } from '../launch.ts'

/** How a skill's processes are kept warm: `auto` chooses by language once a skill is called again. */
export type Tier = 'auto' | 'spawn' | 'spare' | 'zygote' | 'worker'

/** What a pool must know beyond how to start the process. */
export interface PoolChoice {
  readonly tier: Tier
  /** Whether the script may be started before its call, with the input still to come. */
  readonly prestart: boolean
  /** On whose behalf: no warm process ever serves two. */
  readonly principal: string
  /** Digest of the whole skill, where the caller knows it. */
  readonly digest?: string
  /** Otherwise something that changes when any of its files does. */
  readonly stamp?: string
}

/** A launch that may be served by a warm process; without `pool` it never is. */
export interface PoolSpec extends LaunchSpec {
  readonly pool?: PoolChoice
}

/** What two launches must have in common to be served by the same warm process: everything, the script's content included. */
export function poolKey(spec: LaunchSpec, { principal, digest, stamp, tier, prestart }: PoolChoice): string {
  const { command, cwd, env, limits, containment } = spec
  const variables = Object.keys(env)
    .sort()
    .map((name) => [name, env[name]])
  const choice = [principal, digest, stamp, tier, prestart]
  return JSON.stringify([choice, command, cwd, variables, limits, containment, stamps(spec)])
}

/** When each file among the arguments was last changed, so that an edited script is never answered by its older self. */
function stamps({ command, cwd }: LaunchSpec): (number | undefined)[] {
  return command.map((word) => {
    if (word.startsWith('-')) return undefined
    const stat = statSync(resolve(cwd, word), { throwIfNoEntry: false })
    return stat?.isFile() ? stat.mtimeMs + stat.size / 1e9 + stat.ino : undefined
  })
}
