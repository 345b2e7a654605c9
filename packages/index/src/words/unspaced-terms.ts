import type { Dictionary } from './dictionary/dictionary.ts'
import type { QueryTerm } from './query-term.ts'
import type { Message } from './read-message.ts'
import { segmentRun } from './segment-run.ts'
import { SMALL_TALK, SMALL_TALK_WEIGHT, STOP_WORDS } from './stop-words.ts'

/** What is written without spaces in a message. */
export interface UnspacedTerms {
  /** Characters that stand alone, and pairs of two words' characters. */
  readonly pairs: readonly QueryTerm[]
  /** Its words of two characters and more, with what each counts. */
  readonly words: readonly { readonly word: string; readonly weight: number }[]
}

// Two characters that belong to two words say little together.
const BETWEEN_WORDS = 0.2

/** Takes what is written without spaces in a message apart into words, by the dictionary, and into pairs. */
export function unspacedTerms({ text, runs }: Message, dictionary: Dictionary): UnspacedTerms {
  const pairs: QueryTerm[] = []
  const words = new Map<string, number>()
  for (const { from, to } of runs) {
    if (to - from === 1) pairs.push({ term: text.slice(from, to), word: text.slice(from, to), weight: 1 })
    let at = from
    for (const end of segmentRun(text, from, to, dictionary)) {
      const word = text.slice(at, end)
      if (word.length > 1 && !STOP_WORDS.has(word)) words.set(word, SMALL_TALK.has(word) ? SMALL_TALK_WEIGHT : 1)
      const between = text.slice(end - 1, end + 1)
      if (end < to) pairs.push({ term: between, word: between, weight: BETWEEN_WORDS })
      at = end
    }
  }
  return { pairs, words: Array.from(words, ([word, weight]) => ({ word, weight })) }
}

/** The pairs of characters that a word is indexed by. A word of many says more than one of two, but not as often as it has pairs. */
export function pairTerms(word: string, weight: number): QueryTerm[] {
  const count = word.length - 1
  return Array.from({ length: count }, (_, at) => {
    return { term: word.slice(at, at + 2), word, weight: weight / Math.sqrt(count) }
  })
}
