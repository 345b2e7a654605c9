import type { Finding } from '@skillwright/contract'
import type { SkillRoot } from '../roots/find-roots.ts'
import type { HiddenCode } from './check-needs.ts'
import type { EntryReader } from './entry-reader.ts'
import type { LiveSkills } from './live-skills.ts'
import { isNowhere } from './stamp.ts'

/** What an index knows, in numbers. */
export interface StoreStatus {
  readonly skills: number
  readonly offered: number
  readonly hidden: number
  /** How many are hidden for each kind of reason. */
  readonly hiddenFor: Readonly<Partial<Record<HiddenCode, number>>>
  readonly roots: readonly (SkillRoot & { readonly skills: number })[]
  readonly snapshot: SnapshotStatus
  /** How changes are noticed while it is open. */
  readonly watch: 'watching' | 'polling' | 'off'
  /** Folders that were left out, and why. */
  readonly findings: readonly Finding[]
}

/** What came of the snapshot. */
export interface SnapshotStatus {
  /** The file it is kept in; undefined when none is kept. */
  readonly file: string | undefined
  /** Whether it was found, or had to be made, for the first time or because the old one could not be used. */
  readonly origin: 'found' | 'made' | 'remade'
  /** Why the old one could not be used, or the new one not be written. */
  readonly problem: string | undefined
}

function isAbsent(live: LiveSkills, path: string): boolean {
  const number = live.folderAt(path)
  const folder = number === undefined ? undefined : live.folders[number]
  return folder === undefined || folder === null || isNowhere(folder.stamp)
}

/** Counts the skills of an index. */
export function countSkills(
  live: LiveSkills,
  roots: readonly SkillRoot[],
  reader: EntryReader,
): Pick<StoreStatus, 'skills' | 'offered' | 'hidden' | 'hiddenFor' | 'roots' | 'findings'> {
  // Clients may have folders in many places; those that are not there say nothing.
  const absent = new Set(roots.flatMap(({ path, kind }) => (kind !== 'named' && isAbsent(live, path) ? [path] : [])))
  const perRoot = roots.map(() => 0)
  const hiddenFor: Partial<Record<HiddenCode, number>> = {}
  let skills = 0
  let offered = 0
  for (const ordinal of live.table.alive()) {
    skills++
    const root = live.folders[live.table.folder(ordinal)]?.root ?? 0
    perRoot[root] = (perRoot[root] ?? 0) + 1
    if (reader.isOffered(ordinal)) offered++
    else for (const { code } of reader.entry(ordinal)?.reasons ?? []) hiddenFor[code] = (hiddenFor[code] ?? 0) + 1
  }
  return {
    skills,
    offered,
    hidden: skills - offered,
    hiddenFor,
    roots: roots.map((root, i) => ({ ...root, skills: perRoot[i] ?? 0 })).filter(({ path }) => !absent.has(path)),
    findings: [...live.findings.values()].filter(({ file = '' }) => !absent.has(file)),
  }
}
