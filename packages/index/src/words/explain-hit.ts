import { FIELD_RULES, type Field } from './field.ts'
import { worthOf } from './length-norms.ts'
import { fieldCodeOf } from './posting.ts'
import type { Ranking, ScoredDocument } from './rank-documents.ts'
import { postingOf } from './segment.ts'
import type { MessageTerm } from './word-collector.ts'

/** A word for which a skill was found. */
export interface WordMatch {
  readonly word: string
  /** The word of the message that it is a translation or synonym of, when that differs. */
  readonly from?: string
  /** Where it weighs most. */
  readonly field: Field | 'whenNotToUse'
  /** Its part of the score; below 0 for a negative term, by how much it lowers the score. */
  readonly share: number
}

const MOST = 12

/** Which words a document was found for, the largest contributions first. The positive ones add up to 1. */
export function explainHit(
  { index, segment, norms: { heads, bodies }, doc }: ScoredDocument,
  { words: asked, against, bonuses, total }: Ranking,
): WordMatch[] {
  const postingFor = ({ numbers }: MessageTerm) => {
    const term = numbers[index] ?? -1
    return term < 0 ? 0 : postingOf(segment, term, doc)
  }
  const given = bonuses
    .filter((bonus) => bonus.segment === index && bonus.doc === doc)
    .map(({ name, fieldCode, amount }) => ({ word: name, from: undefined, field: fieldOf(fieldCode), amount }))
  const matches = (terms: readonly MessageTerm[]) =>
    terms.flatMap((term) => {
      const value = postingFor(term)
      const amount = term.coefficient * worthOf(value, heads[doc] ?? 0, bodies[doc] ?? 0)
      return value === 0 ? [] : [{ word: term.word, from: term.from, field: fieldOf(fieldCodeOf(value)), amount }]
    })
  const matched = asked.flatMap(({ readings }) =>
    readings.map(matches).reduce((best, each) => (amountOf(each) > amountOf(best) ? each : best), []),
  )
  const sum = amountOf([...given, ...matched])
  const words = new Map<string, WordMatch>()
  const add = (word: string, from: string | undefined, field: WordMatch['field'], share: number) => {
    // The pairs of a Chinese word are one word to a reader.
    const key = JSON.stringify([field, word, from])
    const known = words.get(key)?.share ?? 0
    words.set(key, { word, ...(from === undefined ? {} : { from }), field, share: known + share })
  }
  for (const { word, from, field, amount } of [...given, ...matched]) add(word, from, field, amount / sum)
  for (const term of against)
    if (postingFor(term) > 0) add(term.word, term.from, 'whenNotToUse', -Math.min(1, term.coefficient / total))
  return [...words.values()].sort((a, b) => Math.abs(b.share) - Math.abs(a.share)).slice(0, MOST)
}

function amountOf(matches: readonly { readonly amount: number }[]): number {
  return matches.reduce((sum, { amount }) => sum + amount, 0)
}

function fieldOf(code: number): Field {
  return FIELD_RULES[code]?.field ?? 'body'
}
