import { FIELD_RULES, type Field } from './field.ts'
import type { LiveSegment } from './live-segment.ts'
import type { Bonus } from './message-bonuses.ts'
import { FULL_WEIGHT, fieldCodeOf, weightOf } from './posting.ts'
import type { ScoredDocument } from './score-board.ts'
import { postingOf } from './segment.ts'
import type { MessageTerm } from './term-collector.ts'

/** A word for which a skill was found. */
export interface WordMatch {
  readonly word: string
  /** The word of the message that it translates or stands in for, when that is another. */
  readonly from?: string
  /** Where it weighs most. */
  readonly field: Field | 'whenNotToUse'
  /** Its part of the score; below 0 for a word that speaks against the skill. */
  readonly share: number
}

const MOST = 12

/** Which words a document was found for, those that gave most first. */
export function explainHit(
  { segment, doc, score }: ScoredDocument,
  segments: readonly LiveSegment[],
  {
    terms,
    against,
    bonuses,
  }: { terms: readonly MessageTerm[]; against: readonly MessageTerm[]; bonuses: readonly Bonus[] },
): WordMatch[] {
  const live = segments[segment]
  if (live === undefined) return []
  const matched = new Map<string, WordMatch>()
  const add = (word: string, field: WordMatch['field'], amount: number, from?: string) => {
    // The pairs of a Chinese word are one word to whoever reads this.
    const key = `${field}\0${word}\0${from ?? ''}`
    const share = (matched.get(key)?.share ?? 0) + amount / score
    matched.set(key, { word, ...(from === undefined ? {} : { from }), field, share })
  }
  for (const bonus of bonuses)
    if (bonus.segment === segment && bonus.doc === doc) add(bonus.name, fieldOf(bonus.fieldCode), bonus.amount)
  const postingFor = ({ numbers }: MessageTerm) => {
    const term = numbers[segment] ?? -1
    return term < 0 ? 0 : postingOf(live.segment, term, doc)
  }
  for (const term of terms) {
    const value = postingFor(term)
    if (value > 0)
      add(term.word, fieldOf(fieldCodeOf(value)), (term.coefficient * weightOf(value)) / FULL_WEIGHT, term.from)
  }
  for (const term of against) if (postingFor(term) > 0) add(term.word, 'whenNotToUse', -term.coefficient, term.from)
  return [...matched.values()].sort((a, b) => Math.abs(b.share) - Math.abs(a.share)).slice(0, MOST)
}

function fieldOf(code: number): Field {
  return FIELD_RULES[code]?.field ?? 'body'
}
