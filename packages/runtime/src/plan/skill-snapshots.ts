import { hash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Skill, standsAlone } from '@skillwright/skill'

/** The state of a skill's folder: a new object each time the folder is read. */
export interface SkillSnapshot {
  /** Changes when any file of the skill does. */
  readonly stamp: string
  /** When a file of it changed last, in milliseconds since 1970. */
  readonly changedAt: number
}

/** Options of skillSnapshots. */
export interface SnapshotOptions {
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number
}

/** A folder is read again after this long at the earliest: a change is seen by calls that begin later than that. */
const PAUSE_MS = 250
// Reading takes at most a twentieth of the time, however large the folder is.
const PAUSE_TIMES = 20
const MAX_ENTRIES = 5_000
const IGNORED = new Set(['.git', '__pycache__'])

/** Takes snapshots of skill folders, but not for every call. Paths that the skill may write itself are left out. */
export function skillSnapshots({
  now = () => performance.now(),
}: SnapshotOptions = {}): (skill: Skill) => SkillSnapshot {
  const seen = new WeakMap<Skill, { readonly snapshot: SkillSnapshot; readonly until: number }>()
  return (skill) => {
    const started = now()
    const known = seen.get(skill)
    if (known !== undefined && started < known.until) return known.snapshot
    const snapshot = takeSnapshot(skill)
    const ended = now()
    seen.set(skill, { snapshot, until: ended + Math.max(PAUSE_MS, (ended - started) * PAUSE_TIMES) })
    return snapshot
  }
}

/** Looks at the files of a skill now. */
export function takeSnapshot(skill: Skill): SkillSnapshot {
  const { dir, permissions, entry } = skill
  if (dir === undefined) return { stamp: '', changedAt: 0 }
  const paths = standsAlone(skill) ? [join(dir, entry?.path ?? '')] : filesOf(dir, permissions.write)
  let changedAt = 0
  const facts = paths.map((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    changedAt = Math.max(changedAt, stat?.ctimeMs ?? 0)
    return `${path} ${stat?.ino} ${stat?.size} ${stat?.mtimeMs} ${stat?.ctimeMs}`
  })
  return { stamp: hash('sha1', facts.join('\n')), changedAt }
}

function filesOf(root: string, writable: readonly string[]): string[] {
  const skipped = new Set(writable.map((path) => join(root, path)))
  const folders = [root]
  const files: string[] = []
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (skipped.has(path) || IGNORED.has(entry.name)) continue
      if (entry.isDirectory()) folders.push(path)
      else files.push(path)
    }
    if (files.length + folders.length > MAX_ENTRIES) break
  }
  return files
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
