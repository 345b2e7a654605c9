import type { LinkAreas } from '../roots/link-guard.ts'
import type { Changes, LiveSkills } from './live-skills.ts'
import { planForAll, planForPaths } from './plan-for-paths.ts'
import { updateSkills } from './update-skills.ts'
import { type SkillWatch, type WatchOptions, watchSkills } from './watch-skills.ts'

/** Takes changes into live skills, when asked to or by itself, and tells others. */
export interface ChangeFollower extends Disposable {
  /** How changes are noticed. */
  readonly mode: SkillWatch['mode'] | 'off'
  /** Takes in what has changed: at these paths, or anywhere. */
  refresh(paths?: Iterable<string>, options?: { readonly signal?: AbortSignal }): Promise<Changes>
  /** Calls a function after each change. */
  onChange(listener: (changes: Changes) => void): Disposable
}

/** What a follower works with. */
export interface FollowOptions {
  readonly areas: LinkAreas
  readonly now: () => number
  /** Whether, and how, changes are noticed. */
  readonly watch: boolean | WatchOptions
  /** Runs one piece of work at a time. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Called before each read of the disk. */
  readonly before: () => void
  /** Called after each change, also one that only touched. */
  readonly after: (changes: Changes) => void
}

/** Begins to follow the changes of live skills. */
export function followChanges(
  live: LiveSkills,
  { areas, now, watch: watched, exclusively, before, after }: FollowOptions,
): ChangeFollower {
  const listeners = new Set<(changes: Changes) => void>()
  const refresh: ChangeFollower['refresh'] = (paths, options) =>
    exclusively(async () => {
      before()
      try {
        const plan = paths ? planForPaths(live, paths) : planForAll(live)
        await updateSkills(live, plan, { areas, now, signal: options?.signal })
      } catch (cause) {
        live.invalidate()
        throw cause
      }
      const changes = live.takeChanges()
      if (changes.touched > 0) {
        after(changes)
        watch?.follow()
      }
      if (changes.added.length + changes.removed.length > 0) for (const listener of listeners) listener(changes)
      return changes
    })
  const watch = watched === false ? undefined : watchSkills(live, refresh, watched === true ? {} : watched)
  return {
    get mode() {
      return watch?.mode ?? 'off'
    },
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.dispose]() {
      watch?.[Symbol.dispose]()
      listeners.clear()
    },
  }
}
