import type { SkillDocument } from '../skill-document.ts'
import type { Dictionary } from './dictionary/dictionary.ts'
import { openDictionary } from './dictionary/open-dictionary.ts'
import { evidenceOf } from './evidence-of.ts'
import { explainHit, type WordMatch } from './explain-hit.ts'
import { fitOf } from './fit-of.ts'
import { lengthNorms } from './length-norms.ts'
import { messageForm } from './message-form.ts'
import { rankMessage } from './rank-message.ts'
import { readMessage } from './read-message.ts'
import { segmentSet } from './segment-set.ts'
import { snapshotFromBytes, snapshotToBytes } from './snapshot.ts'

export { SNAPSHOT_VERSION as WORD_INDEX_VERSION } from './snapshot.ts'

/** Options of createWordIndex. */
export interface WordIndexOptions {
  /** What toBytes gave; throws INTEGRITY_FAILED for other bytes. */
  readonly bytes?: Uint8Array
  /** Asked for when a message needs it; by default the one that comes with this room. */
  readonly dictionary?: () => Dictionary
}

/** A skill that was found by its words. */
interface WordHit {
  readonly ordinal: number
  readonly id: string
  /** How well it fits the message, from 0 to 1; above 0.95 when the message names it. */
  readonly score: number
  /** Which words it was found for, worked out when it is asked for. */
  why(): WordMatch[]
}

/** Options of a search. */
interface WordSearchOptions {
  /** How many skills at most. */
  readonly topK?: number
  /** Only ordinals for which this holds. */
  readonly accepts?: (ordinal: number) => boolean
}

/** Skills, searched by their words. */
export interface WordIndex {
  /** Skills that are there. */
  readonly size: number
  /** Adds a skill and answers an ordinal that was free. */
  add(document: SkillDocument): number
  remove(ordinal: number): void
  /** The skills that fit a message best, the best first, equal ones by id; none when no word of it is in any. */
  search(message: string, options?: WordSearchOptions): WordHit[]
  /** All of it, to be opened again in next to no time. */
  toBytes(): Uint8Array<ArrayBuffer>
}

// One for the process: it is large, and never changes.
const DICTIONARY = openDictionary()

/** Makes an index of the words of skills, empty or as it was stored. The same skills give the same answers, in whatever order they came. */
export function createWordIndex({ bytes, dictionary = DICTIONARY }: WordIndexOptions = {}): WordIndex {
  const set = segmentSet(bytes === undefined ? [] : snapshotFromBytes(bytes))
  const normsOf = lengthNorms()
  return {
    get size() {
      return set.size
    },
    add: set.add,
    remove: set.remove,
    search(text, { topK = 3, accepts = () => true } = {}) {
      const segments = set.segments()
      const message = readMessage(text)
      const searched = { segments, norms: normsOf(segments), dictionary }
      const { ranked, ranking } = rankMessage(message, searched, { most: topK, passes: accepts })
      const form = messageForm(message)
      let least = 1
      return ranked.map((hit) => {
        // The order is that of the ranking, to which a score may come close and no more.
        least = Math.min(least, fitOf(evidenceOf(hit, ranking), form))
        return { ordinal: hit.ordinal, id: hit.id, score: least, why: () => explainHit(hit, ranking) }
      })
    },
    toBytes: () => snapshotToBytes(set.segments()),
  }
}
