import { type LengthNorms, worthOf } from './length-norms.ts'
import { postingOf, type Segment } from './segment.ts'
import type { MessageWord } from './word-collector.ts'

/** A document of a segment. */
export interface Place {
  /** Number of the segment among all. */
  readonly index: number
  readonly segment: Segment
  readonly norms: LengthNorms
  readonly doc: number
}

/** What a word gives to a document: all it has of it, and the same of its head alone, each in the reading that gives the most. */
export function wordAmount(
  { readings }: MessageWord,
  { index, segment, norms, doc }: Place,
): { all: number; head: number } {
  const [headNorm, bodyNorm] = [norms.heads[doc] ?? 0, norms.bodies[doc] ?? 0]
  let all = 0
  let head = 0
  for (const terms of readings) {
    let sum = 0
    let inHead = 0
    for (const { numbers, coefficient } of terms) {
      const term = numbers[index] ?? -1
      const value = term < 0 ? 0 : postingOf(segment, term, doc)
      if (value === 0) continue
      sum += coefficient * worthOf(value, headNorm, bodyNorm)
      inHead += coefficient * worthOf(value, headNorm, 0)
    }
    if (sum > all) all = sum
    if (inHead > head) head = inHead
  }
  return { all, head }
}
