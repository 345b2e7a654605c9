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
// Where a skill answers so much of a message, it has half of the score.
const HALF = 4

/**
 * How well a skill fits a message, from 0 to 1: by how much it answers, not by which share of the message that is, so that the names,
 * figures and politeness of a long message take nothing away. How much a word says depends little on how many skills there are, so that a
 * score means about the same among few as among many; and what is only said in passing counts half.
 */
export function fitOf({ share, head, total }: Evidence): number {
  if (share >= NAMED) return UNNAMED + (1 - UNNAMED) * Math.min(1, share - NAMED)
  const answered = ((Math.min(1, share) + Math.min(1, head)) / 2) * total
  return (UNNAMED * answered) / (answered + HALF)
}
