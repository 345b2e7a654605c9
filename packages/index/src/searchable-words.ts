import type { WordIndexKind } from './store/word-index.ts'
import { createWordIndex, WORD_INDEX_VERSION, type WordIndex } from './words/word-index.ts'

/** How the index of words is made, and read back from a snapshot. */
export const WORD_INDEX: WordIndexKind<WordIndex> = {
  version: WORD_INDEX_VERSION,
  create: () => createWordIndex(),
  fromBytes: (bytes) => createWordIndex({ bytes }),
}
