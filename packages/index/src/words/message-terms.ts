import type { Dictionary } from './dictionary/dictionary.ts'
import type { Message } from './read-message.ts'
import { synonymsOf } from './synonyms-of.ts'
import { type MessageTerm, termCollector } from './term-collector.ts'
import type { TermFinder } from './term-finder.ts'
import { chineseTerms, englishTerms } from './translated-terms.ts'
import { pairTerms, unspacedTerms } from './unspaced-terms.ts'
import { wordTerms } from './word-terms.ts'

/** What a message asks for. */
export interface MessageTerms {
  /** Terms that documents have, those that say the most first. */
  readonly terms: readonly MessageTerm[]
  /** Terms that lower documents which exclude them. */
  readonly against: readonly MessageTerm[]
  /** How much all words of the message say, whether or not any document has them. */
  readonly total: number
}

/** However long a message is, this many terms tell what it is about. */
const MAX_TERMS = 64
// Long messages repeat themselves, and looking words up takes longer than searching for them.
const MAX_LOOKED_UP = 16
const ENGLISH = /^[a-z]{3,}$/

/** Finds the terms of a message: its own words, translations, and others for words that no document has. */
export function messageTerms(message: Message, finder: TermFinder, dictionary: () => Dictionary): MessageTerms {
  const collector = termCollector(finder)
  const isKnown = (term: string) => finder.find(term) !== undefined
  const isChinese = message.runs.length > 0
  const own = wordTerms(message)
  const unmet = own.filter((wanted) => !collector.addOwn(wanted) && ENGLISH.test(wanted.term))
  for (const wanted of unmet.slice(0, MAX_LOOKED_UP))
    collector.addInstead(wanted.word, synonymsOf(dictionary(), wanted, isKnown))
  if (!isChinese && finder.unspacedCount > 0)
    for (const wanted of own.filter(({ weight }) => weight === 1).slice(0, MAX_LOOKED_UP))
      collector.addInstead(wanted.word, chineseTerms(dictionary(), wanted, isKnown))
  if (isChinese) {
    const { pairs, words } = unspacedTerms(message, dictionary())
    for (const pair of pairs) collector.addOwn(pair)
    for (const { word, weight } of words) {
      const simplified = dictionary().simplify(word)
      if (simplified !== word) collector.addInstead(word, pairTerms(simplified, weight))
      collector.addInstead(word, englishTerms(dictionary(), word, weight))
    }
  }
  return { terms: collector.terms(MAX_TERMS), against: collector.against(MAX_TERMS), total: collector.total || 1 }
}
