import type { SkillDocument } from '../skill-document.ts'

/** The index of words as the store needs it: it gives out the ordinals by which everything else goes. */
export interface WordIndex {
  add(document: SkillDocument): number
  remove(ordinal: number): void
  toBytes(): Uint8Array
}

/** How an index of words is made and read back. */
export interface WordIndexKind<Words extends WordIndex> {
  /** Changes whenever stored bytes mean something else, or the words of a document are taken differently. */
  readonly version: string
  create(): Words
  /** Reads one back; throws for bytes that are none. */
  fromBytes(bytes: Uint8Array): Words
}
