import type { Dictionary } from './dictionary/dictionary.ts'
import type { QueryTerm } from './query-term.ts'
import { SMALL_TALK_WEIGHT } from './stop-words.ts'
import { pairTerms } from './unspaced-terms.ts'
import { isSmallTalk } from './word-terms.ts'

// A dictionary gives every meaning of a word, of which the message means one.
const ENGLISH_WEIGHT = 0.6

/** English terms for a Chinese word. A single character has too many meanings to have any. */
export function englishTerms(dictionary: Dictionary, word: string, weight: number): QueryTerm[] {
  if (word.length < 2) return []
  return dictionary.toEnglish(word).map((translation) => ({
    ...translation,
    weight: ENGLISH_WEIGHT * weight * translation.weight * (isSmallTalk(translation.word) ? SMALL_TALK_WEIGHT : 1),
  }))
}

// The dictionary does not say which translation is usual: the first that documents have are.
const TRIED = 60
const MOST_WORDS = 6
const CHINESE_WEIGHT = 0.7

/** The terms of each Chinese word for an English one, of words that documents have. */
export function chineseTerms(
  dictionary: Dictionary,
  { term, weight }: QueryTerm,
  isKnown: (term: string) => boolean,
): QueryTerm[][] {
  const words: QueryTerm[][] = []
  for (const word of dictionary.toChinese(term, TRIED)) {
    if (word.length < 2 || !isKnown(word.slice(0, 2))) continue
    const pairs = pairTerms(word, CHINESE_WEIGHT * weight)
    if (pairs.every((pair) => isKnown(pair.term))) words.push(meanOf(pairs))
    if (words.length >= MOST_WORDS) break
  }
  return words
}

/** The pairs of a word that stands for one word: all of them together count as much as that one. */
function meanOf(pairs: readonly QueryTerm[]): QueryTerm[] {
  return pairs.map((pair) => ({ ...pair, weight: pair.weight / Math.sqrt(pairs.length) }))
}
