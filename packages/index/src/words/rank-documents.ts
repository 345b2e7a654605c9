import type { LiveSegment } from './live-segment.ts'
import type { Bonus } from './message-bonuses.ts'
import type { ScoreBoard, ScoredDocument } from './score-board.ts'

/** A term to be searched for. */
interface RankedTerm {
  /** Its number in each segment; -1 where it is not. */
  readonly numbers: readonly number[]
  /** What it adds to a score, at most. */
  readonly coefficient: number
}

/** What documents are ranked by. All amounts are positive. */
export interface Ranking<Term extends RankedTerm = RankedTerm> {
  readonly terms: readonly Term[]
  /** Terms that speak against a document. */
  readonly against: readonly Term[]
  readonly bonuses: readonly Bonus[]
  /** How much the whole message says. */
  readonly total: number
}

// With fewer postings left, reading them takes less time than finding out which of them matter.
const FEW_POSTINGS = 5_000
// Sums that are equal on paper may differ by this much.
const ROUNDING = 1e-6

/** The best documents of a search. Terms that can change nothing about which they are, are only looked up for those. */
export function rankDocuments(
  board: ScoreBoard,
  segments: readonly LiveSegment[],
  { terms, against, bonuses, total }: Ranking,
  { most, passes }: { readonly most: number; readonly passes: (ordinal: number) => boolean },
): ScoredDocument[] {
  for (const { numbers, coefficient } of against) board.lower(numbers, coefficient / total)
  for (const { segment, doc, amount } of bonuses) board.addTo(segment, doc, amount)
  let left = terms.map((term) => ({ ...term, postings: postingsOf(segments, term) }))
  left.sort((a, b) => b.coefficient - a.coefficient)
  while (left.length > 0) {
    const postings = left.reduce((sum, term) => sum + term.postings, 0)
    const bound = left.reduce((sum, term) => sum + term.coefficient, 0)
    if (postings > FEW_POSTINGS && postings > 4 * board.count) {
      // From here on scores only rise, by no more than the bound: what has no score yet can no longer reach the best.
      const least = board.best(most, passes)[most - 1]?.score ?? 0
      if (least > bound + ROUNDING) {
        board.keep(least - bound - ROUNDING)
        for (const { numbers, coefficient } of left) board.raise(numbers, coefficient)
        break
      }
    }
    const [first, ...others] = left
    if (first) board.add(first.numbers, first.coefficient)
    left = others
  }
  return board.best(most, passes)
}

function postingsOf(segments: readonly LiveSegment[], { numbers }: RankedTerm): number {
  return segments.reduce((sum, { segment: { listStarts } }, index) => {
    const term = numbers[index] ?? -1
    return term < 0 ? sum : sum + (listStarts[term + 1] ?? 0) - (listStarts[term] ?? 0)
  }, 0)
}
