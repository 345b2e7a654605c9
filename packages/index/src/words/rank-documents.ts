import { bestDocuments } from './best-documents.ts'
import { type NormsOf, WHOLE } from './length-norms.ts'
import type { LiveSegment } from './live-segment.ts'
import type { Bonus } from './message-bonuses.ts'
import type { NearWords } from './near-words.ts'
import { idOf, type Segment } from './segment.ts'
import { type Place, wordAmount } from './word-amount.ts'
import type { MessageTerm, MessageWord } from './word-collector.ts'
import { BLOCK, wordScores } from './word-scores.ts'

/** What documents are ranked by. All amounts are positive. */
export interface Ranking {
  readonly words: readonly MessageWord[]
  /** Terms that lower a document which excludes them. */
  readonly against: readonly MessageTerm[]
  readonly bonuses: readonly Bonus[]
  /** Words that stand near each other, where there are some. */
  readonly near?: NearWords | undefined
  /** How much the whole message says. */
  readonly total: number
}

/** A document that was found. */
export interface ScoredDocument extends Place {
  readonly id: string
  readonly ordinal: number
  readonly score: number
}

/**
 * What a document that was found has beside its words when it says when to use it: about as much as a word of a message that stands in a
 * third of all skills. In a long message that is next to nothing. Measured, see docs/quality.md.
 */
const HEAD_START = 0.35
// Sums that are equal on paper may differ by this much.
const ROUNDING = 1e-6

// Of so many of the best it is found out how near words stand to each other there.
const LOOKED_INTO = 40

// Kept, because making it takes longer than using it.
const scores = new Float64Array(BLOCK)

/**
 * The best documents of a search whose ordinals pass, equal scores ordered by id. All are scored by worths that are rounded, and those
 * that may be among the best once more by their exact ones.
 */
export function rankDocuments(
  segments: readonly LiveSegment[],
  norms: NormsOf,
  ranking: Ranking,
  { most, passes }: { readonly most: number; readonly passes: (ordinal: number) => boolean },
): ScoredDocument[] {
  const { words, bonuses, near } = ranking
  const slack = ROUNDING + (2 / WHOLE) * words.reduce((sum, { coefficient }) => sum + coefficient, 0)
  const best = bestDocuments<{ readonly score: number; exact(): ScoredDocument }>(
    near ? Math.max(most, LOOKED_INTO) : most,
    slack,
  )
  for (const [index, live] of segments.entries()) {
    const { segment, deleted } = live
    const searched = { index, segment, norms: norms(live) }
    const addWords = wordScores(words, searched)
    const gained = sumsByDocument(bonuses.filter((bonus) => bonus.segment === index))
    const lowered = loweredIn(segment, index, ranking)
    const scoreOf = (doc: number, sum: number) =>
      (sum + (segment.saysWhen[doc] === 1 ? HEAD_START : 0)) * (1 - (lowered.get(doc) ?? 0))
    const exactly = (doc: number): ScoredDocument => {
      const place = { ...searched, doc }
      const sum = words.reduce((sum, word) => sum + wordAmount(word, place).all, gained.get(doc) ?? 0)
      return { ...place, id: idOf(segment, doc), ordinal: segment.ordinals[doc] ?? 0, score: scoreOf(doc, sum) }
    }
    for (let first = 0; first < deleted.length; first += BLOCK) {
      scores.fill(0)
      addWords(first, scores)
      for (const [doc, amount] of gained)
        if (doc >= first && doc < first + BLOCK) scores[doc - first] = (scores[doc - first] ?? 0) + amount
      // What lacks more than a head start is passed over by one comparison, as nearly all are.
      const next = (from: number) =>
        nextWith(scores, from, Math.max(Number.MIN_VALUE, best.least - HEAD_START - ROUNDING))
      for (let at = next(0); at < BLOCK; at = next(at + 1)) {
        const doc = first + at
        const score = scoreOf(doc, scores[at] ?? 0)
        if (score >= best.least && deleted[doc] === 0 && passes(segment.ordinals[doc] ?? 0))
          best.add({ score, exact: () => exactly(doc) })
      }
    }
  }
  const ranked = best
    .list()
    .map(({ exact }) => exact())
    .sort(byScore)
  if (near === undefined) return ranked.slice(0, most)
  const nearer = ranked
    .slice(0, LOOKED_INTO)
    .map((hit) => ({ ...hit, score: hit.score + near.in(hit.segment, hit.doc) }))
    .sort(byScore)
  return [...nearer, ...ranked.slice(LOOKED_INTO)].slice(0, most)
}

function byScore(a: ScoredDocument, b: ScoredDocument): number {
  return b.score - a.score || compare(a.id, b.id) || a.ordinal - b.ordinal
}

/** The next place with so much; BLOCK when there is none. */
function nextWith(scores: Float64Array, from: number, least: number): number {
  let at = from
  while (at < BLOCK && (scores[at] ?? 0) < least) at++
  return at
}

function sumsByDocument(bonuses: readonly Bonus[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { doc, amount } of bonuses) sums.set(doc, (sums.get(doc) ?? 0) + amount)
  return sums
}

const MOST_LOWERED = 0.9

/** For each document that excludes words of the message, the share of its score that this takes off; a tenth always stays. */
function loweredIn(
  { listStarts, listDocs }: Segment,
  index: number,
  { against, total }: Ranking,
): ReadonlyMap<number, number> {
  const lowered = new Map<number, number>()
  for (const { numbers, coefficient } of against) {
    const term = numbers[index] ?? -1
    if (term < 0) continue
    for (const doc of listDocs.subarray(listStarts[term], listStarts[term + 1]))
      lowered.set(doc, Math.min(MOST_LOWERED, (lowered.get(doc) ?? 0) + coefficient / total))
  }
  return lowered
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
