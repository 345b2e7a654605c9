import type { LiveSegment } from './live-segment.ts'
import { isUnspaced } from './split-words.ts'
import { usualShare } from './usual-share.ts'

/** A term that some document has. */
export interface FoundTerm {
  /** Its number in each segment; -1 where it is not. */
  readonly numbers: readonly number[]
  /** How many documents have it. */
  readonly frequency: number
}

/** Looks terms up in all segments. */
export interface TermFinder {
  /** Documents with writing without spaces. */
  readonly unspacedCount: number
  /** A term; undefined when no document has it. */
  find(term: string): FoundTerm | undefined
  /** How much it says about a document that it has this term, which so many have. */
  rarity(term: string, frequency: number): number
}

// In fewer skills than this, how many have a word says nothing about how much it says.
const FEW = 20
// What is usual counts like so many more skills: all there is to go by among twenty, and nothing to speak of among thousands.
const USUAL = 100

/** Looks terms up in these segments; each of them once, for one search. */
export function termFinder(segments: readonly LiveSegment[]): TermFinder {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const unspacedCount = segments.reduce((sum, segment) => sum + segment.unspacedCount, 0)
  const known = new Map<string, FoundTerm | undefined>()
  const find = (term: string): FoundTerm | undefined => {
    let frequency = 0
    const numbers = segments.map((live) => {
      const number = live.find(term)
      if (number >= 0) frequency += live.frequency(number)
      return number
    })
    return frequency > 0 ? { numbers, frequency } : undefined
  }
  return {
    unspacedCount,
    find(term) {
      if (!known.has(term)) known.set(term, find(term))
      return known.get(term)
    },
    rarity(term, frequency) {
      // Among few Chinese skills in an English index every Chinese word would be rare, and any of them would win.
      const count = isUnspaced(term) ? Math.max(unspacedCount, Math.min(size, FEW)) : size
      const expected = frequency + USUAL * usualShare(term)
      return Math.log(1 + (Math.max(0, count + USUAL - expected) + 0.5) / (expected + 0.5))
    },
  }
}
