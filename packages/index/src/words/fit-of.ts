import { FIT_WEIGHTS, HALF } from './fit-weights.ts'
import { NAMED } from './message-bonuses.ts'
import type { MessageForm } from './message-form.ts'

/** What a document has of a message, in what words say. */
export interface Evidence {
  /** How much of the message it answers; more than NAMED times the total when the message names it. */
  readonly said: number
  /** The same of its head alone. */
  readonly head: number
  /** How much all words of the message say. */
  readonly total: number
  /** How many words say enough to count, up to MOST_WORDS. */
  readonly wordCount: number
  /** Which share comes of the words of the message themselves, not of translations and other words for the same. */
  readonly ownShare: number
  /** Which share comes of words of everyday life. */
  readonly everydayShare: number
  /** True when one of the words stands in its name. */
  readonly isInName: boolean
}

/** More words than these make nothing surer. */
export const MOST_WORDS = 3

/** What a skill that the message does not name can have at most. */
export const UNNAMED = 0.95

// Where a skill answers so much of a message, it has half of the score.
const HALF_ANSWERED = 2.65

/**
 * How well a skill fits a message, from 0 to 1: by how much it answers, not by which share of the message that is, so that the names,
 * figures and politeness of a long message take nothing away; but never more than how sure it is, by how the message is put and by what
 * the answer comes of, that a skill is wanted at all. How much a word says depends little on how many skills there are, so that a score
 * means about the same among few as among many.
 */
export function fitOf(evidence: Evidence, form: MessageForm): number {
  const { said, total } = evidence
  if (isNamed(evidence)) return UNNAMED + (1 - UNNAMED) * Math.min(1, said / total - NAMED)
  const sureness = factsOfFit(evidence, form).reduce((sum, fact, at) => sum + fact * (FIT_WEIGHTS[at] ?? 0), 0)
  const answered = saidOf(evidence)
  return fitFrom(answered, Math.exp(sureness) * answered, HALF)
}

/** The fit of what answers so much and is so sure; `half` is how sure it must be to be as likely as not. */
export function fitFrom(answered: number, sure: number, half: number): number {
  return UNNAMED * Math.min(answered / (answered + HALF_ANSWERED), sure / (sure + half))
}

/** The facts that make an answer surer or less sure, in the order of their weights. */
export function factsOfFit(
  { wordCount, ownShare, everydayShare, isInName }: Evidence,
  { isTalk, leaning }: MessageForm,
): readonly number[] {
  return [leaning, Number(isTalk), wordCount, ownShare, everydayShare, Number(isInName)]
}

/** True when the message names the skill. */
export function isNamed({ said, total }: Evidence): boolean {
  return said >= NAMED * total
}

/** How much of the message a document answers; what is only said in passing counts half. */
export function saidOf({ said, head, total }: Evidence): number {
  return (Math.min(total, said) + Math.min(total, head)) / 2
}
