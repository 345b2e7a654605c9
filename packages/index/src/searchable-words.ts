import type { WordIndexKind } from './store/word-index.ts'
import { createWordIndex } from './words/word-index.ts'

/** The index of words as the room uses it. */
export type SearchableWords = ReturnType<typeof createWordIndex>

/** How it is made, and read back from a snapshot. */
export const WORD_INDEX: WordIndexKind<SearchableWords> = {
  version: '1',
  create: () => createWordIndex(),
  fromBytes: (bytes) => createWordIndex({ bytes }),
}
