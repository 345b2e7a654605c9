import type { SegmentWithDeletes } from './merge-segments.ts'
import { findTerm } from './term-table.ts'

/** A segment of which documents may go. */
export interface LiveSegment extends SegmentWithDeletes {
  readonly deletedCount: number
  /** Documents that are there. */
  readonly size: number
  /** Those of them with writing without spaces. */
  readonly unspacedCount: number
  /** The lengths of the heads and of the bodies of the documents that are there, summed up. */
  readonly headLengthSum: number
  readonly bodyLengthSum: number
  /** Marks the document with that ordinal as deleted; false when it is not there. */
  remove(ordinal: number): boolean
  /** Number of a term; -1 when it has none. */
  find(term: string): number
  /** How many documents that are there have a term. */
  frequency(term: number): number
}

/** Makes a segment ready for documents to go. */
export function liveSegment({ segment, deleted }: SegmentWithDeletes): LiveSegment {
  const { listStarts, listDocs, ordinals } = segment
  let deletedCount = deleted.reduce((sum, isDeleted) => sum + isDeleted, 0)
  let unspacedCount = segment.unspaced.reduce((sum, is, doc) => sum + (deleted[doc] === 1 ? 0 : is), 0)
  const sumOf = (lengths: Uint32Array) =>
    lengths.reduce((sum, length, doc) => sum + (deleted[doc] === 1 ? 0 : length), 0)
  let headLengthSum = sumOf(segment.headLengths)
  let bodyLengthSum = sumOf(segment.bodyLengths)
  let docs: Map<number, number> | undefined
  // Good until the next document goes.
  const frequencies = new Map<number, number>()

  return {
    segment,
    deleted,
    get deletedCount() {
      return deletedCount
    },
    get size() {
      return deleted.length - deletedCount
    },
    get unspacedCount() {
      return unspacedCount
    },
    get headLengthSum() {
      return headLengthSum
    },
    get bodyLengthSum() {
      return bodyLengthSum
    },
    remove(ordinal) {
      docs ??= new Map(Array.from(ordinals, (each, doc) => [each, doc]))
      const doc = docs.get(ordinal)
      if (doc === undefined || deleted[doc] === 1) return false
      deleted[doc] = 1
      deletedCount++
      unspacedCount -= segment.unspaced[doc] ?? 0
      headLengthSum -= segment.headLengths[doc] ?? 0
      bodyLengthSum -= segment.bodyLengths[doc] ?? 0
      frequencies.clear()
      return true
    },
    find: (term) => findTerm(segment, term),
    frequency(term) {
      const start = listStarts[term] ?? 0
      const end = listStarts[term + 1] ?? 0
      if (deletedCount === 0) return end - start
      const known = frequencies.get(term)
      if (known !== undefined) return known
      let count = 0
      for (let at = start; at < end; at++) count += 1 - (deleted[listDocs[at] ?? 0] ?? 0)
      frequencies.set(term, count)
      return count
    },
  }
}
