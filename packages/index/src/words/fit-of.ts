import { NAMED } from './message-bonuses.ts'

/** What a document has of a message, in what words say. */
export interface Evidence {
  /** How much of the message it answers; more than NAMED times the total when the message names it. */
  readonly said: number
  /** The same of its head alone. */
  readonly head: number
  /** How much all words of the message say. */
  readonly total: number
}

// What a skill that the message does not name can have at most.
const UNNAMED = 0.95
// Where a skill answers so much of a message, it has half of the score.
const HALF = 2.65
// What an answer to talk counts: more of the message must be answered before a skill is likely to be wanted.
const TALK = 0.4

/**
 * How well a skill fits a message, from 0 to 1: by how much it answers, not by which share of the message that is, so that the names,
 * figures and politeness of a long message take nothing away. How much a word says depends little on how many skills there are, so that a
 * score means about the same among few as among many; and what is only said in passing counts half.
 */
export function fitOf({ said, head, total }: Evidence, isTalk: boolean): number {
  if (said >= NAMED * total) return UNNAMED + (1 - UNNAMED) * Math.min(1, said / total - NAMED)
  const answered = (isTalk ? TALK : 1) * ((Math.min(total, said) + Math.min(total, head)) / 2)
  return (UNNAMED * answered) / (answered + HALF)
}
