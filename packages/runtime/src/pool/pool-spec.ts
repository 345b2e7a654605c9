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
  /** What it writes to is its caller's once it has answered: nothing of the process may be left then. */
  readonly isOnce?: boolean
}

/** A launch that may be served by a warm process; without `pool` it never is. */
export interface PoolSpec extends LaunchSpec {
  readonly pool?: PoolChoice
}

// A launch that says which version of the skill it is for never means another one.
const known = new WeakMap<LaunchSpec, string>()

/** What two launches must have in common to be served by the same warm process: everything, the script's content included. */
export function poolKey(spec: LaunchSpec, choice: PoolChoice): string {
  const isPinned = choice.digest !== undefined || choice.stamp !== undefined
  const found = known.get(spec)
  if (isPinned && found !== undefined) return found
  const key = makeKey(spec, choice, isPinned)
  if (isPinned) known.set(spec, key)
  return key
}

function makeKey(
  spec: LaunchSpec,
  { principal, digest, stamp, tier, prestart }: PoolChoice,
  isPinned: boolean,
): string {
  const { command, cwd, env, limits, containment } = spec
  const choice = [principal, digest, stamp, tier, prestart]
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([choice, command, cwd, variables, limits, containment, isPinned ? [] : stamps(spec)])
}

/** When each file among the arguments was last changed, so that an edited script is never answered by its older self. */
function stamps({ command, cwd }: LaunchSpec): (number | undefined)[] {
  return command.map((word) => {
    if (word.startsWith('-')) return undefined
    const stat = statSync(resolve(cwd, word), { throwIfNoEntry: false })
    return stat?.isFile() ? stat.mtimeMs + stat.size / 1e9 + stat.ino : undefined
  })
}
