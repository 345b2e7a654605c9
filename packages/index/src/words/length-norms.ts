import type { LiveSegment } from './live-segment.ts'
import { BODY_STEP, bodySteps, HEAD_STEP, headSteps } from './posting.ts'
import type { Segment } from './segment.ts'

// How much of a weight the length of what it stands in takes off: the same word says less among many.
const HEAD_INFLUENCE = 0.4
const BODY_INFLUENCE = 0.5
// A word of this weight, in a document of the mean length, is worth half of all that a word can give a document.
const HALF = 2

/** For each document of a segment, what one step of a weight in its head and in its body is worth. */
export interface LengthNorms {
  readonly heads: Float32Array
  readonly bodies: Float32Array
  /** For each posting of the segment its worth in parts of WHOLE, worked out by `worthsOf`; 0 before. */
  readonly worths: Uint16Array
}

/** The norms of each segment, given the mean lengths of all documents there are. */
export type NormsOf = (live: LiveSegment) => LengthNorms

/** Works norms out from the documents there are, and keeps them until their mean lengths change. */
export function lengthNorms(): (segments: readonly LiveSegment[]) => NormsOf {
  const kept = new WeakMap<LiveSegment, LengthNorms & { readonly head: number; readonly body: number }>()
  return (segments) => {
    const size = segments.reduce((sum, segment) => sum + segment.size, 0)
    const mean = (of: 'headLengthSum' | 'bodyLengthSum') =>
      segments.reduce((sum, segment) => sum + segment[of], 0) / size || 1
    const [head, body] = [mean('headLengthSum'), mean('bodyLengthSum')]
    return (live) => {
      const known = kept.get(live)
      if (known?.head === head && known.body === body) return known
      const { headLengths, bodyLengths } = live.segment
      const norms = {
        head,
        body,
        heads: normsOf(headLengths, head, { step: HEAD_STEP, influence: HEAD_INFLUENCE, least: 0 }),
        // A body of few words is no better described by each of them.
        bodies: normsOf(bodyLengths, body, { step: BODY_STEP, influence: BODY_INFLUENCE, least: 1 }),
        worths: new Uint16Array(live.segment.listValues.length),
      }
      kept.set(live, norms)
      return norms
    }
  }
}

function normsOf(
  lengths: Uint32Array,
  mean: number,
  { step, influence, least }: { readonly step: number; readonly influence: number; readonly least: number },
): Float32Array {
  const norms = new Float32Array(lengths.length)
  for (let doc = 0; doc < lengths.length; doc++)
    norms[doc] = step / Math.max(least, 1 - influence + (influence * (lengths[doc] ?? 0)) / mean)
  return norms
}

/** How much of all that a word can give a document its posting there is worth, from 0 to 1. */
export function worthOf(value: number, head: number, body: number): number {
  const weight = headSteps(value) * head + bodySteps(value) * body
  return weight / (weight + HALF)
}

/** What is worth all that a word can give. */
export const WHOLE = 0xffff

/** The worths of a segment's postings, those of a term worked out: most of a search would be spent on it, and a word that was asked for once will be again. */
export function worthsOf({ listStarts, listDocs, listValues }: Segment, term: number, norms: LengthNorms): Uint16Array {
  const { heads, bodies, worths } = norms
  const start = listStarts[term] ?? 0
  if (worths[start] !== 0) return worths
  const end = listStarts[term + 1] ?? 0
  for (let at = start; at < end; at++) {
    const doc = listDocs[at] ?? 0
    // Whatever stands in a document is worth something.
    worths[at] = 1 + (WHOLE - 1) * worthOf(listValues[at] ?? 0, heads[doc] ?? 0, bodies[doc] ?? 0)
  }
  return worths
}
