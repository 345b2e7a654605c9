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
  /** Terms that lower a document which excludes them. */
  readonly against: readonly Term[]
  readonly bonuses: readonly Bonus[]
  /** How much the whole message says. */
  readonly total: number
}

// With fewer postings left, reading them takes less time than finding out which of them matter.
const FEW_POSTINGS = 30_000
// Sums that are equal on paper may differ by this much.
const ROUNDING = 1e-6
// The best have about half of what can be reached.
const LIKELY = 2
// Reading so many postings takes as long as looking one up.
const LOOK_UP = 12

/** The best documents of a search. Terms that can change nothing about which they are, are only looked up for those. */
export function rankDocuments(
  board: ScoreBoard,
  segments: readonly LiveSegment[],
  { terms, against, bonuses, total }: Ranking,
  { most, passes }: { readonly most: number; readonly passes: (ordinal: number) => boolean },
): ScoredDocument[] {
  for (const { numbers, coefficient } of against) board.lower(numbers, coefficient / total)
  for (const { segment, doc, amount } of bonuses) board.addTo(segment, doc, amount)
  const left = terms.map((term) => ({ ...term, postings: postingsOf(segments, term) }))
  left.sort((a, b) => b.coefficient - a.coefficient)
  // What the terms from here on can add, and how many postings they have.
  let bound = left.reduce((sum, term) => sum + term.coefficient, 0)
  let postings = left.reduce((sum, term) => sum + term.postings, 0)
  let reached = bonuses.reduce((most, { amount }) => Math.max(most, amount), 0)
  let isSettled = false
  for (const term of left) {
    // From here on scores only rise, by no more than the bound: what is further behind can no longer reach the best.
    if (!isSettled && postings > FEW_POSTINGS && postings > 2 * board.count && reached > LIKELY * bound) {
      const least = board.least(most, passes)
      isSettled = least > bound + ROUNDING
      if (isSettled) board.keep(least - bound - ROUNDING)
      // Asked again only when there is a better chance.
      else reached = least
    }
    if (isSettled && term.postings > LOOK_UP * board.count) board.raise(term.numbers, term.coefficient)
    else board.add(term.numbers, term.coefficient)
    bound -= term.coefficient
    postings -= term.postings
    reached += term.coefficient
  }
  return board.best(most, passes)
}

function postingsOf(segments: readonly LiveSegment[], { numbers }: RankedTerm): number {
  return segments.reduce((sum, { segment: { listStarts } }, index) => {
    const term = numbers[index] ?? -1
    return term < 0 ? sum : sum + (listStarts[term + 1] ?? 0) - (listStarts[term] ?? 0)
  }, 0)
}
