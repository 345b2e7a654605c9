import { EVERYDAY_WEIGHT } from './everyday-words.ts'
import type { Evidence } from './fit-of.ts'
import type { Ranking, ScoredDocument } from './rank-documents.ts'
import { postingOf } from './segment.ts'
import { wordAmount } from './word-amount.ts'

// A word that a skill excludes is there on purpose, one that it has in common with a message often by chance.
const EXCLUDED = 5

/**
 * What a document has of a message. Words of everyday life count for less and those that it excludes for more than in the order of what
 * was found: they order what fits, but say less, or more, about whether anything does.
 */
export function evidenceOf(hit: ScoredDocument, { words, against, bonuses, total }: Ranking): Evidence {
  const { index, segment, doc } = hit
  let said = 0
  let head = 0
  for (const word of words) {
    const amount = wordAmount(word, hit)
    const weight = word.isEveryday ? EVERYDAY_WEIGHT : 1
    said += weight * amount.all
    // A long body has a word of almost any message.
    head += weight * amount.head
  }
  for (const bonus of bonuses) if (bonus.segment === index && bonus.doc === doc) said += bonus.amount
  const excluded = against.reduce((sum, { numbers, coefficient }) => {
    const term = numbers[index] ?? -1
    return term >= 0 && postingOf(segment, term, doc) > 0 ? sum + coefficient : sum
  }, 0)
  const kept = excluded === 0 ? 1 : said / (said + EXCLUDED * excluded)
  return { said: kept * said, head: kept * head, total }
}
