import type { Dictionary } from './dictionary/dictionary.ts'
import type { QueryTerm } from './query-term.ts'
import { SMALL_TALK_WEIGHT } from './stop-words.ts'
import { pairTerms } from './unspaced-terms.ts'
import { isSmallTalk } from './word-terms.ts'

/** English terms for a Chinese word. A single character has too many meanings to have any. */
export function englishTerms(dictionary: Dictionary, word: string, weight: number): QueryTerm[] {
  if (word.length < 2) return []
  return dictionary.toEnglish(word).map((translation) => ({
    ...translation,
    weight: weight * translation.weight * (isSmallTalk(translation.word) ? SMALL_TALK_WEIGHT : 1),
  }))
}

// The dictionary does not say which translation is usual: the first that documents have are.
const TRIED = 60
const MOST_PAIRS = 6
const CHINESE_WEIGHT = 0.7

/** Chinese terms for an English one, of words that documents have. */
export function chineseTerms(
  dictionary: Dictionary,
  { term, weight }: QueryTerm,
  isKnown: (term: string) => boolean,
): QueryTerm[] {
  const terms: QueryTerm[] = []
  for (const word of dictionary.toChinese(term, TRIED)) {
    const pairs = pairTerms(word, CHINESE_WEIGHT * weight)
    if (pairs.every((pair) => isKnown(pair.term))) terms.push(...pairs)
    if (terms.length >= MOST_PAIRS) break
  }
  return terms
}
