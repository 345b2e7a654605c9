import { existsSync, lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** What shows whether something on the disk changed since it was read. Several files have one stamp together. */
export interface Stamp {
  readonly size: number
  readonly modifiedMs: number
  /** When the content or anything about it last changed; unlike the other it cannot be set back. */
  readonly changedMs: number
}

/** The stamp of what is not there. */
export const NO_STAMP: Stamp = { size: -1, modifiedMs: 0, changedMs: 0 }

/** True for the stamp of what is not there. */
export function isNowhere({ size }: Stamp): boolean {
  return size === NO_STAMP.size
}

/** File times move in steps, of two seconds on some disks: what changed so shortly before it was read may change again unseen. */
const FRESH_MS = 2_000

/** True when a stamp is too young to be trusted at the time given. */
export function isFresh({ changedMs }: Stamp, atMs: number): boolean {
  return atMs - changedMs < FRESH_MS
}

/** True when nothing changed between two stamps. */
export function isSame(a: Stamp, b: Stamp): boolean {
  return a.changedMs === b.changedMs && a.modifiedMs === b.modifiedMs && a.size === b.size
}

/** The stamp of a file or folder, a link's own for a link. */
export function stampOfFile(path: string): Stamp {
  return stampOf(lookAt(path, lstatSync))
}

/** The stamp of a folder, also behind a link. */
export function stampOfFolder(path: string): Stamp {
  return stampOf(lookAt(path, statSync))
}

/** The stamp of a skill folder: of the file that makes it a skill, and of skill.json where it has one. Undefined when other files count now. */
export function stampOfSkill(dir: string, file: string, hasManifest: boolean): Stamp | undefined {
  const head = lookAt(`${dir}/${file}`, lstatSync)
  if (head === undefined || (file !== 'SKILL.md' && existsSync(`${dir}/SKILL.md`))) return undefined
  if (!hasManifest) return file !== 'skill.json' && existsSync(`${dir}/skill.json`) ? undefined : stampOf(head)
  const manifest = lookAt(`${dir}/skill.json`, lstatSync)
  return manifest && combineStamps(stampOf(head), stampOf(manifest))
}

/** The stamp of what an agent folder says about its scripts: agent.yaml, and which files are in .claude/skills. */
export function stampOfAgent(dir: string): Stamp {
  const files = [join(dir, 'agent.yaml'), join(dir, '.claude', 'skills'), join(dir, '.claude', 'skills', 'README.md')]
  return files.map(stampOfFile).reduce(combineStamps)
}

/** The stamp of two things together. */
export function combineStamps(a: Stamp, b: Stamp): Stamp {
  return {
    size: a.size + b.size,
    modifiedMs: a.modifiedMs + b.modifiedMs,
    // A sum would do as well, but of the latest one can also tell how young it is.
    changedMs: Math.max(a.changedMs, b.changedMs),
  }
}

/** The stamp of a file's stat. */
export function stampOf(stats: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'> | undefined): Stamp {
  return stats ? { size: stats.size, modifiedMs: stats.mtimeMs, changedMs: stats.ctimeMs } : NO_STAMP
}

const QUIETLY = { throwIfNoEntry: false } as const

function lookAt(path: string, look: typeof lstatSync | typeof statSync): Stats | undefined {
  try {
    return look(path, QUIETLY)
  } catch {
    return undefined
  }
}
