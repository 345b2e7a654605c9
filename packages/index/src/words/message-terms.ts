import type { Dictionary } from './dictionary/dictionary.ts'
import type { Message } from './read-message.ts'
import { relatedTerms } from './related-words.ts'
import { synonymsOf } from './synonyms-of.ts'
import type { TermFinder } from './term-finder.ts'
import { chineseTerms, englishTerms } from './translated-terms.ts'
import { pairTerms, unspacedTerms } from './unspaced-terms.ts'
import { type MessageTerm, type MessageWord, wordCollector } from './word-collector.ts'
import { wordTerms } from './word-terms.ts'

/** What a message asks for. */
export interface MessageTerms {
  /** Words that documents have, those that say the most first. */
  readonly words: readonly MessageWord[]
  /** Terms that lower documents which exclude them. */
  readonly against: readonly MessageTerm[]
  /** How much all words of the message say, whether or not any document has them. */
  readonly total: number
}

/** However long a message is, this many words tell what it is about. */
const MAX_WORDS = 48
// Long messages repeat themselves, and looking words up takes longer than searching for them.
const MAX_LOOKED_UP = 16
const ENGLISH = /^[a-z]{3,}$/

/** Finds the words of a message: each as it is, by words for the same, in translation, and by synonyms of the dictionary where no document has it. */
export function messageTerms(message: Message, finder: TermFinder, dictionary: () => Dictionary): MessageTerms {
  const collector = wordCollector(finder)
  const isKnown = (term: string) => finder.find(term) !== undefined
  const isChinese = message.runs.length > 0
  let lookedUp = 0
  for (const wanted of wordTerms(message)) {
    const isUnmet = !isKnown(wanted.term) && ENGLISH.test(wanted.term)
    const isTranslated = !isChinese && finder.unspacedCount > 0 && wanted.weight === 1
    const mayLookUp = (isUnmet || isTranslated) && lookedUp++ < MAX_LOOKED_UP
    collector.add(
      wanted.word,
      [wanted],
      [
        ...relatedTerms(wanted, (term) => finder.find(term)?.frequency ?? 0).map((term) => [term]),
        ...(isUnmet && mayLookUp ? synonymsOf(dictionary(), wanted, isKnown).map((term) => [term]) : []),
        ...(isTranslated && mayLookUp ? chineseTerms(dictionary(), wanted, isKnown) : []),
      ],
    )
  }
  if (isChinese) {
    const { pairs, words } = unspacedTerms(message, dictionary())
    for (const { word, weight } of words) {
      const simplified = dictionary().simplify(word)
      collector.add(word, pairTerms(word, weight), [
        ...(simplified === word || simplified.length < 2 ? [] : [pairTerms(simplified, weight)]),
        ...englishTerms(dictionary(), word, weight).map((term) => [term]),
      ])
    }
    for (const pair of pairs) collector.add(pair.word, [pair], [])
  }
  return { words: collector.words(MAX_WORDS), against: collector.against(MAX_WORDS), total: collector.total || 1 }
}
