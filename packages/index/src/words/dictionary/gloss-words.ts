import { STOP_WORDS } from '../stop-words.ts'

/** A word by which a dictionary explains an entry. */
export interface GlossWord {
  readonly word: string
  /** From 0 to 1: 1 for a translation of one word, less for a part of a phrase or an explanation. */
  readonly weight: number
}

const EXPLANATION_WEIGHT = 0.3
const MAX_PHRASE = 3
const MAX_EXPLANATION = 8

/** The words that translate an entry, from its glosses: `["to buy; to purchase"]` gives buy and purchase. */
export function glossWords(glosses: readonly string[]): GlossWord[] {
  const weights = new Map<string, number>()
  const put = (words: readonly string[], weight: number) => {
    for (const word of words) weights.set(word, Math.max(weights.get(word) ?? 0, weight / words.length))
  }
  for (const gloss of glosses) {
    if (REFERENCE.test(gloss)) continue
    for (const remark of gloss.match(REMARK) ?? []) {
      const words = wordsOf(remark)
      if (words.length <= MAX_PHRASE) put(words, EXPLANATION_WEIGHT)
    }
    for (const meaning of gloss.replace(REMARK, ' ').split(/[;,/]/)) {
      const words = wordsOf(meaning)
      if (words.length <= MAX_EXPLANATION) put(words, words.length <= MAX_PHRASE ? 1 : EXPLANATION_WEIGHT)
    }
  }
  return [...weights].map(([word, weight]) => ({ word, weight }))
}

// Entries that only point to another, or count, or name a family.
const REFERENCE = /^(?:CL:|(?:\S+ )?variant of |see |surname |also written |used in |abbr\. )/
const REMARK = /\([^()]*\)|\[[^[\]]*\]/g

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !DICTIONARY_WORDS.has(word))
}

/** What dictionaries say about words rather than about what they mean. */
const DICTIONARY_WORDS: ReadonlySet<string> = new Set(
  `abbr also archaic bound classifier coll dialect esp etc fig form formerly kind lit literary loanword mainland name old one
  onself person pr prc refer sb see slang someone something sth taiwan thing tw type used variant word`.split(/\s+/),
)
