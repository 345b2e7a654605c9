import type { LiveSegment } from './live-segment.ts'
import type { Bonus } from './message-bonuses.ts'
import { HEAD_START, type ScoreBoard, type ScoredDocument } from './score-board.ts'
import type { MessageTerm, MessageWord } from './word-collector.ts'

/** What documents are ranked by. All amounts are positive. */
export interface Ranking {
  readonly words: readonly MessageWord[]
  /** Terms that lower a document which excludes them. */
  readonly against: readonly MessageTerm[]
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

/** The best documents of a search. Words that can change nothing about which they are, are only looked up for those. */
export function rankDocuments(
  board: ScoreBoard,
  segments: readonly LiveSegment[],
  { words, against, bonuses, total }: Ranking,
  { most, passes }: { readonly most: number; readonly passes: (ordinal: number) => boolean },
): ScoredDocument[] {
  for (const { numbers, coefficient } of against) board.lower(numbers, coefficient / total)
  for (const { segment, doc, amount } of bonuses) board.addTo(segment, doc, amount)
  const left = words.map((word) => ({ ...word, postings: postingsOf(segments, word) }))
  left.sort((a, b) => b.coefficient - a.coefficient)
  // What the words from here on can add, and how many postings they have.
  let bound = left.reduce((sum, word) => sum + word.coefficient, 0)
  let postings = left.reduce((sum, word) => sum + word.postings, 0)
  let reached = bonuses.reduce((most, { amount }) => Math.max(most, amount), 0)
  let isSettled = false
  for (const word of left) {
    // From here on scores only rise, by no more than the bound: what is further behind can no longer reach the best.
    if (!isSettled && postings > FEW_POSTINGS && postings > 2 * board.count && reached > LIKELY * bound) {
      const least = board.least(most, passes)
      isSettled = least > bound + HEAD_START + ROUNDING
      if (isSettled) board.keep(least - bound - ROUNDING)
      // Asked again only when there is a better chance.
      else reached = least
    }
    if (isSettled && word.postings > LOOK_UP * board.count) board.raise(word)
    else board.add(word)
    bound -= word.coefficient
    postings -= word.postings
    reached += word.coefficient
  }
  return board.best(most, passes)
}

function postingsOf(segments: readonly LiveSegment[], { readings }: MessageWord): number {
  let postings = 0
  for (const { numbers } of readings.flat())
    for (const [index, { segment }] of segments.entries()) {
      const term = numbers[index] ?? -1
      if (term >= 0) postings += (segment.listStarts[term + 1] ?? 0) - (segment.listStarts[term] ?? 0)
    }
  return postings
}
