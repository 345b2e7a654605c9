import type { SkillDocument } from '../skill-document.ts'
import type { WordIndex, WordIndexKind } from './word-index.ts'

/** An index of words that keeps the documents as they are. */
export interface PlainWords extends WordIndex {
  readonly documents: ReadonlyMap<number, SkillDocument>
}

/** The plainest index of words there can be. */
export const PLAIN_WORDS: WordIndexKind<PlainWords> = {
  version: 'plain',
  create: () => plainWords([]),
  fromBytes: (bytes) => plainWords(JSON.parse(Buffer.from(bytes).toString()) as [number, SkillDocument][]),
}

function plainWords(entries: readonly [number, SkillDocument][]): PlainWords {
  const documents = new Map(entries)
  let next = Math.max(-1, ...documents.keys()) + 1
  return {
    documents,
    add(document) {
      documents.set(next, document)
      return next++
    },
    remove: (ordinal) => void documents.delete(ordinal),
    toBytes: () => Buffer.from(JSON.stringify([...documents])),
  }
}
