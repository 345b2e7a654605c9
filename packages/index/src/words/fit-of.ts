import { NAMED } from './message-bonuses.ts'

/** What a document has of a message. */
export interface Evidence {
  /** The share of what the message says that it answers, from 0 to 1; NAMED more when the message names it. */
  readonly share: number
  /** The same of its head alone. */
  readonly head: number
  /** How much all words of the message say. */
  readonly total: number
}

// What a skill that the message does not name can have at most.
const UNNAMED = 0.95
// Words that say no more than this all together, such as "yes please", may stand in any skill.
const LITTLE = 1

/**
 * How well a skill fits a message, from 0 to 1. How much a word says depends little on how many skills there are, so that a score
 * means the same among few as among many; and what is only said in passing, or is hardly anything, counts little.
 */
export function fitOf({ share, head, total }: Evidence): number {
  if (share >= NAMED) return UNNAMED + (1 - UNNAMED) * Math.min(1, share - NAMED)
  const answered = (Math.min(1, share) + Math.min(1, head)) / 2
  const said = answered * total
  return (UNNAMED * answered * said) / (said + LITTLE)
}
