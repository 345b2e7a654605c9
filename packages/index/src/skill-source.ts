import type { InjectableSkill } from './inject/injectable-skill.ts'
import type { SkillDocument } from './skill-document.ts'
import type { AbsentSkill, SkillEntry } from './store/skill-entry.ts'
import type { StoreStatus } from './store/store-status.ts'
import type { WordIndex } from './words/word-index.ts'

/** Where the skills of an index come from: folders on the disk, or a list. Skills go by their ordinal in the words. */
export interface SkillSource extends AsyncDisposable {
  readonly words: WordIndex
  isOffered(ordinal: number): boolean
  entry(ordinal: number): SkillEntry | undefined
  entries(): Iterable<SkillEntry>
  lookUp(id: string): SkillEntry | AbsentSkill
  /** The words of a skill again, for its vector. */
  document(ordinal: number): Promise<SkillDocument | undefined>
  /** What of a skill can go into a prompt; read now. */
  injectable(entry: SkillEntry): InjectableSkill
  /** Ordinals that mean nothing, or another skill, since the parts were kept. */
  readonly gone: readonly number[]
  /** Calls back with what was added and removed; removals are to be applied first. */
  onChange(listener: (changes: SourceChanges) => void): void
  refresh(): Promise<void>
  /** What was kept under that name, by the ordinals of then. */
  part(name: string): Uint8Array | undefined
  /** Keeps something from now on, until the next time. */
  keepPart(name: string, toBytes: () => Uint8Array): void
  status(): StoreStatus
}

/** Ordinals of skills that are new, and of those that are gone. */
interface SourceChanges {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}
