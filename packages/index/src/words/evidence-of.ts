import { EVERYDAY_WEIGHT } from './everyday-words.ts'
import { NAME_CODE } from './field.ts'
import { type Evidence, MOST_WORDS } from './fit-of.ts'
import { fieldCodeOf } from './posting.ts'
import type { Ranking, ScoredDocument } from './rank-documents.ts'
import { postingOf } from './segment.ts'
import { wordAmount } from './word-amount.ts'
import type { MessageWord } from './word-collector.ts'

// A word that a skill excludes is there on purpose, one that it has in common with a message often by chance.
const EXCLUDED = 5
// What a word must say to count as one, and to count in a name.
const COUNTED = 0.3
const TELLING = 0.5

/**
 * What a document has of a message. Words of everyday life count for less and those that it excludes for more than in the order of what
 * was found: they order what fits, but say less, or more, about whether anything does.
 */
export function evidenceOf(hit: ScoredDocument, { words, against, bonuses, total }: Ranking): Evidence {
  const { index, segment, doc } = hit
  let said = 0
  let head = 0
  let own = 0
  let all = 0
  let everyday = 0
  let wordCount = 0
  let isInName = false
  for (const word of words) {
    const amount = wordAmount(word, hit)
    if (amount.all === 0) continue
    const weight = word.isEveryday ? EVERYDAY_WEIGHT : 1
    said += weight * amount.all
    // A long body has a word of almost any message.
    head += weight * amount.head
    own += weight * ownAmount(word, hit)
    all += amount.all
    if (word.isEveryday) everyday += amount.all
    if (weight * amount.all > COUNTED) wordCount++
    isInName ||= amount.all > TELLING && isNameWord(word, hit)
  }
  const facts = {
    wordCount: Math.min(MOST_WORDS, wordCount),
    ownShare: said > 0 ? own / said : 0,
    everydayShare: all > 0 ? everyday / all : 0,
    isInName,
  }
  for (const bonus of bonuses) if (bonus.segment === index && bonus.doc === doc) said += bonus.amount
  const excluded = against.reduce((sum, { numbers, coefficient }) => {
    const term = numbers[index] ?? -1
    return term >= 0 && postingOf(segment, term, doc) > 0 ? sum + coefficient : sum
  }, 0)
  const kept = excluded === 0 ? 1 : said / (said + EXCLUDED * excluded)
  return { said: kept * said, head: kept * head, total, ...facts }
}

/** What a word gives to a document as it stands in the message. */
function ownAmount(word: MessageWord, hit: ScoredDocument): number {
  const [own] = word.readings
  return own === undefined || own[0]?.from !== undefined ? 0 : wordAmount({ ...word, readings: [own] }, hit).all
}

/** True when a word, or one that stands for it, weighs the most in the name. */
function isNameWord({ readings }: MessageWord, { index, segment, doc }: ScoredDocument): boolean {
  return readings.flat().some(({ numbers }) => {
    const term = numbers[index] ?? -1
    const value = term < 0 ? 0 : postingOf(segment, term, doc)
    return value > 0 && fieldCodeOf(value) === NAME_CODE
  })
}
