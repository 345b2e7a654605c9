import type { LiveSegment } from './live-segment.ts'

/** A term that some document has. */
export interface FoundTerm {
  /** Its number in each segment; -1 where it is not. */
  readonly numbers: readonly number[]
  /** How many documents have it. */
  readonly frequency: number
}

/** Looks terms up in all segments. */
export interface TermFinder {
  /** A term; undefined when no document has it. */
  find(term: string): FoundTerm | undefined
  /** How much it says that a document has a term which so many have, of all documents or of those with writing without spaces. */
  rarity(frequency: number, isUnspaced?: boolean): number
  /** Documents with writing without spaces. */
  readonly unspacedCount: number
}

/** Looks terms up in these segments. */
export function termFinder(segments: readonly LiveSegment[]): TermFinder {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const unspacedCount = segments.reduce((sum, segment) => sum + segment.unspacedCount, 0)
  return {
    find(term) {
      let frequency = 0
      const numbers = segments.map((live) => {
        const number = live.find(term)
        if (number >= 0) frequency += live.frequency(number)
        return number
      })
      return frequency > 0 ? { numbers, frequency } : undefined
    },
    rarity: (frequency, isUnspaced = false) =>
      Math.log(1 + ((isUnspaced ? unspacedCount : size) - frequency + 0.5) / (frequency + 0.5)),
    unspacedCount,
  }
}
