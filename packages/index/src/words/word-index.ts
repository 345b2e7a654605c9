import type { SkillDocument } from '../skill-document.ts'
import { openDictionary } from './dictionary/open-dictionary.ts'
import { messageTerms } from './message-terms.ts'
import { rankDocuments } from './rank-documents.ts'
import { readMessage } from './read-message.ts'
import { scoreBoards } from './score-board.ts'
import { segmentSet } from './segment-set.ts'
import { snapshotFromBytes, snapshotToBytes } from './snapshot.ts'
import { termFinder } from './term-finder.ts'

export function createWordIndex({ dictionary = openDictionary(), bytes = undefined as Uint8Array | undefined } = {}) {
  const set = segmentSet(bytes ? snapshotFromBytes(bytes) : [])
  const boards = scoreBoards()
  return {
    get size() { return set.size },
    add: set.add,
    remove: set.remove,
    search(message: string, { topK = 3, filter = (_: number) => true } = {}) {
      const segments = set.segments()
      const finder = termFinder(segments)
      const { terms, total } = messageTerms(readMessage(message), finder, dictionary)
      using board = boards(segments)
      return rankDocuments(board, segments, { terms, against: [], bonuses: [] }, { most: topK, passes: filter }).map(({ id, ordinal, score }) => ({ id, ordinal, score: score / total }))
    },
    terms(m: string) { return messageTerms(readMessage(m), termFinder(set.segments()), dictionary).terms },
    toBytes: () => snapshotToBytes(set.segments()),
  }
}
