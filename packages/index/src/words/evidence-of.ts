import { EVERYDAY_WEIGHT } from './everyday-words.ts'
import type { Evidence } from './fit-of.ts'
import { type NormsOf, worthOf } from './length-norms.ts'
import type { LiveSegment } from './live-segment.ts'
import type { Ranking } from './rank-documents.ts'
import type { ScoredDocument } from './score-board.ts'
import { postingOf } from './segment.ts'
import type { MessageTerm } from './word-collector.ts'

// A word that a skill excludes is there on purpose, one that it has in common with a message often by chance.
const EXCLUDED = 5

/**
 * What a document has of a message. Words of everyday life count for less and those that it excludes for more than in the order of what
 * was found: they order what fits, but say less, or more, about whether anything does.
 */
export function evidenceOf(
  { segment, doc }: ScoredDocument,
  segments: readonly LiveSegment[],
  { words, against, bonuses, total }: Ranking,
  norms: NormsOf,
): Evidence {
  const live = segments[segment]
  if (live === undefined) return { said: 0, head: 0, total }
  const { heads, bodies } = norms(live)
  const sumOf = (terms: readonly MessageTerm[], body: number) =>
    terms.reduce((sum, { numbers, coefficient }) => {
      const term = numbers[segment] ?? -1
      return term < 0 ? sum : sum + coefficient * worthOf(postingOf(live.segment, term, doc), heads[doc] ?? 0, body)
    }, 0)
  let said = 0
  let head = 0
  for (const { readings, isEveryday } of words) {
    const weight = isEveryday ? EVERYDAY_WEIGHT : 1
    said += weight * Math.max(0, ...readings.map((terms) => sumOf(terms, bodies[doc] ?? 0)))
    // A long body has a word of almost any message.
    head += weight * Math.max(0, ...readings.map((terms) => sumOf(terms, 0)))
  }
  for (const bonus of bonuses) if (bonus.segment === segment && bonus.doc === doc) said += bonus.amount
  const excluded = against.reduce((sum, { numbers, coefficient }) => {
    const term = numbers[segment] ?? -1
    return term >= 0 && postingOf(live.segment, term, doc) > 0 ? sum + coefficient : sum
  }, 0)
  const kept = excluded === 0 ? 1 : said / (said + EXCLUDED * excluded)
  return { said: kept * said, head: kept * head, total }
}
