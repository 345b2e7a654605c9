import { type LengthNorms, WHOLE, worthsOf } from './length-norms.ts'
import type { Segment } from './segment.ts'
import type { MessageTerm, MessageWord } from './word-collector.ts'

/** Documents that are scored together: what they score stays near the processor while one word after the other is added. */
export const BLOCK = 4_096

// Room for what a word gives to each document of a block, kept because making it takes longer than using it; all zero between two words.
const best = new Float64Array(BLOCK)
const sums = new Float64Array(BLOCK)

/** A segment that is searched. */
export interface SearchedSegment {
  /** Its number among all. */
  readonly index: number
  readonly segment: Segment
  readonly norms: LengthNorms
}

/**
 * Makes the function that adds to the scores of one block of documents after the other what the words of a message give them: each word
 * once, in the reading that a document has best. Most of a search is spent here. Lists are walked once to count and once more to collect,
 * which is quicker than keeping account of the documents that were met.
 */
export function wordScores(
  words: readonly MessageWord[],
  searched: SearchedSegment,
): (first: number, scores: Float64Array) => void {
  const lists = words.map(({ readings }) => {
    const found = readings
      .map((terms) => terms.flatMap((term) => postingsOf(term, searched)))
      .filter((own) => own.length > 0)
    return { readings: found, all: found.flat() }
  })
  return (first, scores) => {
    for (const { readings, all } of lists) {
      for (const list of all) advance(list, first + BLOCK)
      const [only] = all
      if (all.length === 1 && only !== undefined) addAll(only, first, scores)
      else {
        for (const reading of readings) {
          const [single] = reading
          if (reading.length === 1 && single !== undefined) raiseAll(single, first, best)
          else {
            for (const list of reading) addAll(list, first, sums)
            for (const list of reading) moveBest(list, first, sums, best)
          }
        }
        for (const list of all) moveSums(list, first, best, scores)
      }
    }
  }
}

/** The postings of a term, of which those of a block are read. */
interface Postings {
  readonly docs: Uint16Array
  readonly worths: Uint16Array
  /** What one part of a worth adds to a score. */
  readonly part: number
  readonly end: number
  /** Where those of the block begin and end. */
  from: number
  to: number
}

function postingsOf({ numbers, coefficient }: MessageTerm, { index, segment, norms }: SearchedSegment): Postings[] {
  const term = numbers[index] ?? -1
  if (term < 0) return []
  const [start, end] = [segment.listStarts[term] ?? 0, segment.listStarts[term + 1] ?? 0]
  const worths = worthsOf(segment, term, norms)
  return [{ docs: segment.listDocs, worths, part: coefficient / WHOLE, end, from: start, to: start }]
}

/** Goes on to the postings up to a document. */
function advance(list: Postings, last: number): void {
  const { docs, end } = list
  list.from = list.to
  let high = Math.min(end, list.to + BLOCK)
  let low = list.to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((docs[middle] ?? 0) < last) low = middle + 1
    else high = middle
  }
  list.to = low
}

/** Adds what each posting is worth. */
function addAll({ docs, worths, part, from, to }: Postings, first: number, into: Float64Array): void {
  for (let at = from; at < to; at++) {
    const doc = (docs[at] ?? 0) - first
    into[doc] = (into[doc] ?? 0) + part * (worths[at] ?? 0)
  }
}

/** Keeps what each posting is worth where that is more. */
function raiseAll({ docs, worths, part, from, to }: Postings, first: number, best: Float64Array): void {
  for (let at = from; at < to; at++) {
    const doc = (docs[at] ?? 0) - first
    const amount = part * (worths[at] ?? 0)
    if (amount > (best[doc] ?? 0)) best[doc] = amount
  }
}

/** Keeps the sums where they are more, and takes them away. */
function moveBest({ docs, from, to }: Postings, first: number, sums: Float64Array, best: Float64Array): void {
  for (let at = from; at < to; at++) {
    const doc = (docs[at] ?? 0) - first
    const sum = sums[doc] ?? 0
    if (sum > (best[doc] ?? 0)) best[doc] = sum
    sums[doc] = 0
  }
}

/** Adds the sums, and takes them away. */
function moveSums({ docs, from, to }: Postings, first: number, sums: Float64Array, into: Float64Array): void {
  for (let at = from; at < to; at++) {
    const doc = (docs[at] ?? 0) - first
    into[doc] = (into[doc] ?? 0) + (sums[doc] ?? 0)
    sums[doc] = 0
  }
}
