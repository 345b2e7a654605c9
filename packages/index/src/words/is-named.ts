import type { Message } from './read-message.ts'
import { STOP_WORDS } from './stop-words.ts'
import { isSmallTalk } from './word-terms.ts'

/**
 * True when tokens `first` to `last` of a message, which are the name of a skill, are meant as one: `$x`, `/x`, "x", x-y-z,
 * the x skill; or too long to stand there by chance; or all that is asked for.
 */
export function isNamed({ text, tokens }: Message, first: number, last: number): boolean {
  const named = tokens.slice(first, last + 1)
  const from = named[0]?.from ?? 0
  const to = named.at(-1)?.to ?? 0
  const before = text.slice(Math.max(0, from - NEAR), from)
  const after = text.slice(to, to + NEAR)
  const spaced = named.filter(({ isUnspaced }) => !isUnspaced).length
  return (
    MARKED.test(before) ||
    (OPENED.test(before) && CLOSED.test(after)) ||
    CALLED_BEFORE.test(before) ||
    CALLED_AFTER.test(after) ||
    (named.length > 1 && HYPHENATED.test(text.slice(from, to))) ||
    Math.max(spaced, named[0]?.parts.length ?? 0) >= MANY_WORDS ||
    named.length - spaced >= MANY_CHARACTERS ||
    [...tokens.slice(0, first), ...tokens.slice(last + 1)].every(
      ({ text }) => STOP_WORDS.has(text) || isSmallTalk(text),
    )
  )
}

const NEAR = 12
const MANY_WORDS = 3
const MANY_CHARACTERS = 4
const MARKED = /(?:^|[\s(])[$@#/]$/
const OPENED = /["'`“‘「『《【]$/
const CLOSED = /^["'`”’」』》】]/
const CALLED_BEFORE = /(?:\bskills?|技能|插件)\s*[:：]?\s*$/i
const CALLED_AFTER = /^\s*(?:skill\b|plugin\b|技能|插件)/i
const HYPHENATED = /^[^\s_-]+(?:[_-][^\s_-]+)+$/
