import { type NormsOf, worthOf } from './length-norms.ts'
import type { LiveSegment } from './live-segment.ts'
import type { Ranking } from './rank-documents.ts'
import type { ScoredDocument } from './score-board.ts'
import { postingOf } from './segment.ts'

/** How much of what a message says stands in the head of a document, from 0 to 1: a long body has a word of almost any message. */
export function headShare(
  { segment, doc }: ScoredDocument,
  segments: readonly LiveSegment[],
  { words, total }: Ranking,
  norms: NormsOf,
): number {
  const live = segments[segment]
  if (live === undefined) return 0
  const head = norms(live).heads[doc] ?? 0
  let said = 0
  for (const { readings } of words) {
    let best = 0
    for (const terms of readings) {
      let sum = 0
      for (const { numbers, coefficient } of terms) {
        const term = numbers[segment] ?? -1
        if (term >= 0) sum += coefficient * worthOf(postingOf(live.segment, term, doc), head, 0)
      }
      if (sum > best) best = sum
    }
    said += best
  }
  return said / total
}
