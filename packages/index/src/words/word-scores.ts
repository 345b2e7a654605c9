import { type NormsOf, worthOf } from './length-norms.ts'
import type { LiveSegment } from './live-segment.ts'

/** A term of a reading. */
interface SearchedTerm {
  /** Its number in each segment; -1 where it is not. */
  readonly numbers: readonly number[]
  /** What it adds to a score, at most. */
  readonly coefficient: number
}

/** A word of a message: it counts once, in the reading that a document has best, be it itself, a translation or a synonym. */
export interface SearchedWord {
  /** The terms of each reading: one, or the pairs of a Chinese word. */
  readonly readings: readonly (readonly SearchedTerm[])[]
}

/** What a word gives each document that has it. */
export interface WordScores {
  /** Those documents, `length` of them, by number over all segments. */
  readonly documents: Uint32Array
  readonly length: number
  /** By document; to be set back to 0 once they were read. */
  readonly amounts: Float64Array
}

interface Places {
  /** Number of the first document of each segment. */
  readonly firsts: readonly number[]
  readonly norms: NormsOf
}

/** Makes the function that scores one word after the other, with room that it keeps. Most of a search is spent here. */
export function wordScores(): (word: SearchedWord, segments: readonly LiveSegment[], places: Places) => WordScores {
  // By document of all segments, and all zero between two readings.
  let amounts = new Float64Array(0)
  let sums = new Float64Array(0)
  let documents = new Uint32Array(0)
  let summed = new Uint32Array(0)

  return ({ readings }, segments, { firsts, norms }) => {
    const total = firsts.at(-1) ?? 0
    if (amounts.length < total) {
      amounts = new Float64Array(total)
      sums = new Float64Array(total)
      documents = new Uint32Array(total)
      summed = new Uint32Array(total)
    }
    let length = 0
    for (const terms of readings) {
      const isOne = terms.length === 1
      // A reading of one term needs no sum.
      const [into, list] = isOne ? [amounts, documents] : [sums, summed]
      let count = isOne ? length : 0
      for (const { numbers, coefficient } of terms)
        for (const [index, live] of segments.entries()) {
          const term = numbers[index] ?? -1
          if (term < 0) continue
          const { listStarts, listDocs, listValues } = live.segment
          const [first, end] = [firsts[index] ?? 0, listStarts[term + 1] ?? 0]
          const { heads, bodies } = norms(live)
          for (let at = listStarts[term] ?? 0; at < end; at++) {
            const doc = listDocs[at] ?? 0
            const document = first + doc
            const amount = coefficient * worthOf(listValues[at] ?? 0, heads[doc] ?? 0, bodies[doc] ?? 0)
            const before = into[document] ?? 0
            if (before === 0) list[count++] = document
            into[document] = isOne ? Math.max(before, amount) : before + amount
          }
        }
      if (isOne) length = count
      else
        for (let at = 0; at < count; at++) {
          const document = summed[at] ?? 0
          const [amount, before] = [sums[document] ?? 0, amounts[document] ?? 0]
          sums[document] = 0
          if (before === 0) documents[length++] = document
          if (amount > before) amounts[document] = amount
        }
    }
    return { documents, length, amounts }
  }
}
