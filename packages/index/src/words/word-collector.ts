import { isEveryday } from './everyday-words.ts'
import type { QueryTerm } from './query-term.ts'
import { negativeTerm } from './term.ts'
import type { FoundTerm, TermFinder } from './term-finder.ts'

/** A term that a message asks for and some document has. */
export interface MessageTerm extends FoundTerm, QueryTerm {
  /** The word of the message that it stands for, when that is another. */
  readonly from?: string
  /** What it adds to a score, at most: how much it says, times what it counts in this message. */
  readonly coefficient: number
}

/** A word of a message that some document has, in one reading or another. */
export interface MessageWord {
  /** Itself, and what stands for it: translations, synonyms. A document counts the one it has best. */
  readonly readings: readonly (readonly MessageTerm[])[]
  /** What it adds to a score, at most. */
  readonly coefficient: number
  readonly isEveryday: boolean
}

/** Collects the words of a message. */
export interface WordCollector {
  /**
   * Adds a word by its own terms, and by terms that stand for it. The latter count as one word with many forms: an odd
   * translation, rare as it is, says no more than the usual one.
   */
  add(word: string, own: readonly QueryTerm[], others: readonly (readonly QueryTerm[])[]): void
  /** The words, those that say the most first. */
  words(most: number): MessageWord[]
  /** Negative terms: they lower documents which exclude them. */
  against(most: number): MessageTerm[]
  /** How much the words of the message say, whether or not any document has them. */
  readonly total: number
}

// What says less than this part of what the best word says changes nothing, and stands in more documents than all others.
const LEAST_SHARE = 0.1

/** Begins to collect. */
export function wordCollector(finder: TermFinder): WordCollector {
  const words = new Map<string, MessageWord>()
  const opposed = new Map<string, MessageTerm>()
  let total = 0
  const frequencyOf = (terms: readonly QueryTerm[]) =>
    terms.reduce((sum, { term, weight }) => sum + weight * (finder.find(term)?.frequency ?? 0), 0)
  const oppose = (term: QueryTerm & { readonly from?: string }, coefficient: number) => {
    const found = finder.find(negativeTerm(term.term))
    if (found === undefined || coefficient <= (opposed.get(term.term)?.coefficient ?? 0)) return
    opposed.set(term.term, { ...term, ...found, coefficient })
  }
  /** The terms of a reading that documents have, and what all of them say. */
  const read = (terms: readonly (QueryTerm & { readonly from?: string })[], rarityOf: (term: QueryTerm) => number) => {
    let says = 0
    const found = terms.flatMap((term) => {
      const coefficient = term.weight * rarityOf(term)
      oppose(term, coefficient)
      says += coefficient
      const hit = finder.find(term.term)
      return hit === undefined ? [] : [{ ...term, ...hit, coefficient }]
    })
    return { found, says }
  }
  return {
    add(word, own, others) {
      const key = own.map(({ term }) => term).join(' ')
      if (words.has(key)) return
      const itself = read(own, ({ term }) => finder.rarity(term, finder.find(term)?.frequency ?? 0))
      const frequency = others.reduce((sum, terms) => sum + frequencyOf(terms) / terms.length, 0)
      const instead = others.map((terms) =>
        read(
          terms.map((term) => ({ ...term, from: word })),
          ({ term }) => finder.rarity(term, frequency),
        ),
      )
      const readings = [itself, ...instead].map(({ found }) => found).filter((found) => found.length > 0)
      const coefficient = readings.reduce((most, terms) => Math.max(most, sumOf(terms)), 0)
      // A word that no document has says something too: that what it asks for is not here.
      total += coefficient > 0 ? coefficient : itself.says
      words.set(key, { readings, coefficient, isEveryday: isEveryday(word) })
    },
    words: (most) =>
      firstOf(
        [...words].map(([term, word]) => ({ term, ...word })),
        most,
      ),
    against: (most) => firstOf([...opposed.values()], most),
    get total() {
      return total
    },
  }
}

function sumOf(terms: readonly MessageTerm[]): number {
  return terms.reduce((sum, { coefficient }) => sum + coefficient, 0)
}

function firstOf<Item extends { readonly term: string; readonly coefficient: number }>(
  items: readonly Item[],
  most: number,
): Item[] {
  const sorted = items
    .filter(({ coefficient }) => coefficient > 0)
    .sort((a, b) => b.coefficient - a.coefficient || (a.term < b.term ? -1 : 1))
  const least = LEAST_SHARE * (sorted[0]?.coefficient ?? 0)
  return sorted.slice(0, most).filter(({ coefficient }) => coefficient >= least)
}
