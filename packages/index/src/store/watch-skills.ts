import { existsSync, type FSWatcher, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isInside } from '../roots/link-guard.ts'
import type { LiveSkills } from './live-skills.ts'
import { FLAG } from './skill-table.ts'
import { isNowhere } from './stamp.ts'

/** Keeps an eye on the folders of an index. */
export interface SkillWatch extends Disposable {
  /** How: by events of the system, or by polling the stamps. */
  readonly mode: 'watching' | 'polling'
  /** Goes with what came and went since. */
  follow(): void
}

/** How changes are noticed. */
export interface WatchOptions {
  /** How long to wait for more after something happened. */
  readonly debounceMs?: number
  /** The most folders that are watched; with more the stamps are polled instead. */
  readonly maxWatched?: number
  /** The shortest polling interval where the system has no events. */
  readonly pollMs?: number
}

// More paths than this at once are a checkout or an install: then one check of everything is cheaper.
const MAX_PATHS = 1_000
// Polling may take this share of the time, so that many skills are polled less often.
const POLL_SHARE = 0.02

/**
 * Watches the folders of live skills. One watcher for each folder: they cost 7 µs and 2 KB each, while Node's recursive watcher
 * makes one for every file. Where there are too many, or the system refuses, it polls the stamps instead. Keeps no
 * process alive. `onChange` gets the paths at which something happened, or nothing when everything must be checked.
 */
export function watchSkills(
  live: LiveSkills,
  onChange: (paths: ReadonlySet<string> | undefined) => Promise<unknown>,
  { debounceMs = 50, maxWatched = 20_000, pollMs = 5_000 }: WatchOptions = {},
): SkillWatch {
  const watchers = new Map<string, FSWatcher>()
  const paths = new Set<string>()
  let mode: SkillWatch['mode'] = 'watching'
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let watched: WatchedFolders = { folders: new Set(), above: new Map() }
  let isOnTheWay = false

  const later = (ms: number, work: () => Promise<void>) => {
    timer ??= setTimeout(() => {
      timer = undefined
      work().catch(() => undefined)
    }, ms).unref()
  }
  const tell = async () => {
    const happened = paths.size > MAX_PATHS ? undefined : new Set(paths)
    paths.clear()
    await onChange(happened)
    if (!isOnTheWay) return
    isOnTheWay = false
    follow()
  }
  const poll = async () => {
    const startMs = performance.now()
    await onChange(undefined)
    if (!isClosed) later(Math.max(pollMs, (performance.now() - startMs) / POLL_SHARE), poll)
  }
  const closeAll = () => {
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
  const happened = (path: string) => {
    paths.add(path)
    later(debounceMs, tell)
  }
  const open = (dir: string) => {
    try {
      const watcher = watch(dir, { persistent: false }, (_event, name) => {
        // What a folder tells of itself is that it went: one that is made again in its place needs another watcher.
        if (name === basename(dir)) close(dir)
        if (watched.folders.has(dir)) happened(name === null ? dir : join(dir, name))
        for (const root of watched.above.get(dir) ?? [])
          if (name === null || isInside(root, join(dir, name))) appeared(root)
      })
      watcher.on('error', () => close(dir))
      watchers.set(dir, watcher)
      // Changes between the last check and now have been missed.
      for (const path of [...(watched.folders.has(dir) ? [dir] : []), ...(watched.above.get(dir) ?? [])]) happened(path)
    } catch (cause) {
      // A folder that was removed, or is not readable, does not stop the watch of the others.
      if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    }
  }
  const close = (dir: string) => {
    watchers.get(dir)?.close()
    watchers.delete(dir)
  }
  const follow = () => {
    if (mode === 'polling' || isClosed) return
    watched = watchedFolders(live)
    const wanted = watched.folders.union(new Set(watched.above.keys()))
    for (const dir of watchers.keys()) if (!wanted.has(dir)) close(dir)
    try {
      if (wanted.size > maxWatched) throw new RangeError(`${wanted.size} folders are more than ${maxWatched}`)
      for (const dir of wanted) if (!watchers.has(dir)) open(dir)
    } catch {
      closeAll()
      mode = 'polling'
      later(pollMs, poll)
    }
  }
  /** Something is there on the way to a root that is not: what is watched for it may be another folder now. */
  const appeared = (root: string) => {
    isOnTheWay = true
    happened(root)
  }
  follow()
  return {
    get mode() {
      return mode
    },
    follow,
    [Symbol.dispose]() {
      isClosed = true
      clearTimeout(timer)
      closeAll()
    },
  }
}

interface WatchedFolders {
  /** Folders that were searched, and those of skills. */
  readonly folders: Set<string>
  /** The nearest folders above roots that are not there, with these roots. */
  readonly above: Map<string, readonly string[]>
}

function watchedFolders(live: LiveSkills): WatchedFolders {
  const folders = new Set<string>()
  const above = new Map<string, readonly string[]>()
  for (const folder of live.folders) {
    if (!folder) continue
    if (!isNowhere(folder.stamp)) folders.add(folder.dir)
    else {
      const dir = nearestThere(folder.dir)
      above.set(dir, [...(above.get(dir) ?? []), folder.dir])
    }
  }
  for (const ordinal of live.table.alive())
    if (!live.table.has(ordinal, FLAG.isScript)) folders.add(live.dirOf(ordinal))
  return { folders, above }
}

function nearestThere(path: string): string {
  let dir = dirname(path)
  while (dir !== dirname(dir) && !existsSync(dir)) dir = dirname(dir)
  return dir
}
