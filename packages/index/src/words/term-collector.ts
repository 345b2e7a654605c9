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

/** Collects the terms of a message, each with the most it is worth. */
export interface TermCollector {
  /** Adds a term of the message itself; false when no document has it. */
  addOwn(wanted: QueryTerm): boolean
  /**
   * Adds terms that stand for one word of the message. They count as one word with many forms: an odd translation, rare as
   * it is, says no more than the usual one.
   */
  addInstead(from: string, others: readonly QueryTerm[]): void
  /** The terms, those that say the most first. */
  terms(most: number): MessageTerm[]
  /** Negative terms: they lower documents which exclude them. */
  against(most: number): MessageTerm[]
  /** How much the words of the message say, whether or not any document has them. */
  readonly total: number
}

// What says less than this part of what the best term says changes nothing, and stands in more documents than all others.
const LEAST_SHARE = 0.1

/** Begins to collect. */
export function termCollector(finder: TermFinder): TermCollector {
  const found = new Map<string, MessageTerm>()
  const opposed = new Map<string, MessageTerm>()
  let total = 0
  const put = (terms: Map<string, MessageTerm>, term: MessageTerm) => {
    if (term.coefficient > (terms.get(term.term)?.coefficient ?? 0)) terms.set(term.term, term)
  }
  const add = (wanted: QueryTerm & { readonly from?: string }, coefficient: number): boolean => {
    const hit = finder.find(wanted.term)
    if (hit !== undefined) put(found, { ...wanted, ...hit, coefficient })
    const opposing = finder.find(negativeTerm(wanted.term))
    if (opposing !== undefined) put(opposed, { ...wanted, ...opposing, coefficient })
    return hit !== undefined
  }
  return {
    addOwn(wanted) {
      const coefficient = wanted.weight * finder.rarity(wanted.term, finder.find(wanted.term)?.frequency ?? 0)
      total += coefficient
      return add(wanted, coefficient)
    },
    addInstead(from, others) {
      const frequency = others.reduce((sum, { term, weight }) => sum + weight * (finder.find(term)?.frequency ?? 0), 0)
      for (const wanted of others) add({ ...wanted, from }, wanted.weight * finder.rarity(wanted.term, frequency))
    },
    terms: (most) => firstOf(found, most),
    against: (most) => firstOf(opposed, most),
    get total() {
      return total
    },
  }
}

function firstOf(terms: ReadonlyMap<string, MessageTerm>, most: number): MessageTerm[] {
  const sorted = [...terms.values()].sort((a, b) => b.coefficient - a.coefficient || (a.term < b.term ? -1 : 1))
  const least = LEAST_SHARE * (sorted[0]?.coefficient ?? 0)
  return sorted.slice(0, most).filter(({ coefficient }) => coefficient >= least)
}
