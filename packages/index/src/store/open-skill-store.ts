import { readAgent, readSkill, type Skill } from '@skillwright/skill'
import type { SkillRoot } from '../roots/find-roots.ts'
import { linkAreas } from '../roots/link-areas.ts'
import type { LinkAreas } from '../roots/link-guard.ts'
import type { Host } from './check-needs.ts'
import { entryReader } from './entry-reader.ts'
import { type Changes, liveSkills, type LiveSkills } from './live-skills.ts'
import { nearIds } from './near-ids.ts'
import { planForAll, planForPaths } from './plan-for-paths.ts'
import { searchRoot } from './search-folders.ts'
import type { AbsentSkill, SkillEntry } from './skill-entry.ts'
import { loadSkills } from './load-skills.ts'
import { snapshotKeeper } from './snapshot-keeper.ts'
import { countSkills, type StoreStatus } from './store-status.ts'
import { type Progress, readFound, updateSkills } from './update-skills.ts'
import { type SkillWatch, watchSkills } from './watch-skills.ts'
import type { WordIndex, WordIndexKind } from './word-index.ts'

/** Options of openSkillStore. */
export interface SkillStoreOptions<Words extends WordIndex> {
  /** The one that wins first, as findRoots gives them. */
  readonly roots: readonly SkillRoot[]
  readonly words: WordIndexKind<Words>
  readonly host?: Host
  /** Where the snapshot is kept; false to keep none. */
  readonly cacheDir?: string | false
  /** Where links may lead. */
  readonly areas?: LinkAreas
  /** True to notice changes while it is open. */
  readonly watch?: boolean
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** The skills of some roots, known from one run to the next. */
export interface SkillStore<Words extends WordIndex> extends AsyncDisposable {
  /** The index of their words, by ordinal. */
  readonly words: Words
  /** Ordinals are below this. */
  readonly length: number
  /** True for a skill that may be shown to the model. */
  isOffered(ordinal: number): boolean
  /** A skill; undefined for an ordinal that is not in use. */
  entry(ordinal: number): SkillEntry | undefined
  /** Every skill, also the hidden ones. */
  entries(): Iterable<SkillEntry>
  /** The skill that an id means, or that there is none, with names like it. */
  lookUp(id: string): SkillEntry | AbsentSkill
  /** The whole skill, read now; undefined when it is gone. */
  read(entry: SkillEntry): Promise<Skill | undefined>
  /** Takes in what has changed: at these paths, or anywhere. */
  refresh(paths?: Iterable<string>): Promise<Changes>
  /** Calls a function after each change. */
  onChange(listener: (changes: Changes) => void): Disposable
  /** What was kept with the snapshot under that name. */
  part(name: string): Uint8Array | undefined
  /** Keeps something with the snapshot from now on. */
  keepPart(name: string, toBytes: () => Uint8Array): void
  status(): StoreStatus
}

/** Opens the skills of some roots: from the snapshot, with one look at the stamp of each file, else by reading them all. Never throws for what is on the disk. */
export async function openSkillStore<Words extends WordIndex>(...)
