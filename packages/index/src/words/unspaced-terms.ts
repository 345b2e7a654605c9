import type { Dictionary, Translation } from './dictionary/dictionary.ts'
import { segmentRun } from './segment-run.ts'
import type { Message } from './read-message.ts'
import { SMALL_TALK, STOP_WORDS } from './stop-words.ts'
import type { WantedTerm } from './wanted-term.ts'

const T = (globalThis as any).TUNE ?? {}
// Two characters that belong to two words say little together.
const BETWEEN_WORDS = T.between ?? 0.2
const SMALL = T.smallZh ?? 0.3

export interface Group { word: string, weight: number, translations: Translation[] }

/** The terms of what is written without spaces in a message: pairs of characters, and the English words that translate its words. */
export function unspacedTerms({ text, runs }: Message, dictionary: () => Dictionary): { pairs: WantedTerm[], groups: Group[] } {
  const pairs: WantedTerm[] = []
  const groups: Group[] = []
  const seen = new Set<string>()
  for (const { from, to } of runs) {
    if (to - from === 1) pairs.push({ term: text.slice(from, to), word: text.slice(from, to), weight: 1 })
    let at = from
    for (const end of segmentRun(text, from, to, dictionary())) {
      const word = text.slice(at, end)
      if (!STOP_WORDS.has(word) && !seen.has(word)) {
        seen.add(word)
        const weight = SMALL_TALK.has(word) ? SMALL : 1
        for (let i = 0; i < word.length - 1; i++) pairs.push({ term: word.slice(i, i + 2), word, weight: weight / (word.length - 1) ** (T.pairPow ?? 0.5) })
        const translations = dictionary().toEnglish(word)
        if (translations.length && word.length > 1) groups.push({ word, weight: weight * (word.length === 1 ? T.single ?? 0 : 1), translations })
      }
      if (end < to) {
        const pair = text.slice(end - 1, end + 1)
        pairs.push({ term: pair, word: pair, weight: BETWEEN_WORDS })
      }
      at = end
    }
  }
  return { pairs, groups }
}
