import type { WornSegment } from './merge-segments.ts'
import { termOf } from './segment.ts'

/** A segment of which documents may go. */
export interface LiveSegment extends WornSegment {
  readonly goneCount: number
  /** Documents that are there. */
  readonly size: number
  /** Those of them with writing without spaces. */
  readonly unspacedCount: number
  /** Marks the document with that ordinal as gone; false when it is not there. */
  remove(ordinal: number): boolean
  /** Number of a term; -1 when it has none. */
  find(term: string): number
  /** How many documents that are there have a term. */
  frequency(term: number): number
}

/** Makes a segment ready for documents to go. */
export function liveSegment({ segment, gone }: WornSegment): LiveSegment {
  const { listStarts, listDocs, ordinals } = segment
  let goneCount = gone.reduce((sum, isGone) => sum + isGone, 0)
  let unspacedCount = segment.unspaced.reduce((sum, is, doc) => sum + (gone[doc] === 1 ? 0 : is), 0)
  let docs: Map<number, number> | undefined
  // Good until the next document goes.
  const frequencies = new Map<number, number>()

  return {
    segment,
    gone,
    get goneCount() {
      return goneCount
    },
    get size() {
      return gone.length - goneCount
    },
    get unspacedCount() {
      return unspacedCount
    },
    remove(ordinal) {
      docs ??= new Map(Array.from(ordinals, (each, doc) => [each, doc]))
      const doc = docs.get(ordinal)
      if (doc === undefined || gone[doc] === 1) return false
      gone[doc] = 1
      goneCount++
      unspacedCount -= segment.unspaced[doc] ?? 0
      frequencies.clear()
      return true
    },
    find: (term) => termOf(segment, term),
    frequency(term) {
      const start = listStarts[term] ?? 0
      const end = listStarts[term + 1] ?? 0
      if (goneCount === 0) return end - start
      const known = frequencies.get(term)
      if (known !== undefined) return known
      let count = 0
      for (let at = start; at < end; at++) count += 1 - (gone[listDocs[at] ?? 0] ?? 0)
      frequencies.set(term, count)
      return count
    },
  }
}
