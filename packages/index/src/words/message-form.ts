import { isEveryday } from './everyday-words.ts'
import { FACTS_BY_WEIGHT, LEANING_OF_ALL } from './form-weights.ts'
import { isTalk } from './is-talk.ts'
import type { Message, Token } from './read-message.ts'
import { stemWord } from './stem-word.ts'
import { STOP_WORDS } from './stop-words.ts'
import { usualShare } from './usual-share.ts'
import { isSmallTalk } from './word-terms.ts'

/** How a message is put. */
export interface MessageForm {
  /** True when it has one of the known forms of talk. */
  readonly isTalk: boolean
  /** How much it looks like talk, from 0 to 1. */
  readonly leaning: number
}

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  FACTS_BY_WEIGHT.flatMap(([weight, facts]) => facts.split(' ').map((fact) => [fact, weight] as const)),
)

/** Reads how a message is put, by weights that were learnt from messages. */
export function messageForm(message: Message): MessageForm {
  const sum = formFacts(message)
    .values()
    .reduce((total, fact) => total + (WEIGHTS.get(fact) ?? 0), LEANING_OF_ALL)
  return formOf(message, sum)
}

/** How a message is put whose weights have a sum. */
export function formOf({ text }: Message, sum: number): MessageForm {
  // Looking like a task does not say that this skill is wanted; and some tasks are put just as talk is, so that what a skill has of the
  // message can outweigh any form.
  return { isTalk: isTalk(text), leaning: Math.max(0, Math.min(1, sum)) }
}

// However long a message is, its form shows in so many words.
const MOST_TOKENS = 60

/**
 * The facts of how a message is put, each once: words that hold sentences together and Chinese characters as they are, other words by
 * their kind alone, so that it is the form that counts; two in a row of these, how it begins and ends, and how long it is.
 */
export function formFacts({ text, tokens }: Message): ReadonlySet<string> {
  const read = tokens.slice(0, MOST_TOKENS)
  const signs = ['^', ...read.map(signOf), '$']
  const isChinese = read.some(({ isUnspaced }) => isUnspaced)
  const length = `length-${Math.floor(Math.log2(1 + read.length))}`
  return new Set([
    ...signs.slice(1, -1),
    ...read.flatMap(({ text: word, isUnspaced }) => (isUnspaced ? [] : [stemWord(word)])),
    ...signs.slice(1).map((sign, at) => `${signs[at]}_${sign}`),
    signs.slice(0, 3).join('_'),
    signs.slice(0, 4).join('_'),
    isChinese ? `${length}-chinese` : length,
    ...(isChinese ? ['chinese'] : []),
    ...(/[?？]/.test(text) ? ['asks'] : []),
    ...(/[!！]/.test(text) ? ['calls-out'] : []),
    ...(isTalk(text) ? ['talk'] : []),
  ])
}

function signOf({ text, isUnspaced }: Token): string {
  if (isUnspaced || STOP_WORDS.has(text)) return text
  if (/^\d+$/.test(text)) return 'NUMBER'
  if (isSmallTalk(text)) return 'SMALL'
  if (isEveryday(text)) return 'EVERYDAY'
  const share = usualShare(stemWord(text))
  return share >= 0.04 ? 'USUAL' : share >= 0.01 ? 'KNOWN' : 'RARE'
}
