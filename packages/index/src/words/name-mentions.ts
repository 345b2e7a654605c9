import { isNamed } from './is-named.ts'
import { MAX_KEY_LENGTH } from './name-key.ts'
import type { Message, Token } from './read-message.ts'
import { PREFIX_LENGTH } from './term.ts'

/** A name, an id or a trigger phrase of some document that stands in a message. */
export interface Mention {
  readonly key: string
  readonly tokens: readonly Token[]
  /** True when it is meant as a name, not as plain words. */
  readonly isNamed: boolean
}

/** What is known about the keys of documents. */
export interface KnownKeys {
  /** False when no key begins like this one; for keys of at least PREFIX_LENGTH characters. */
  begins(key: string): boolean
  has(key: string): boolean
}

// Names in messages have no more words, or characters without spaces.
const MAX_TOKENS = 16

/** The keys of documents that stand in a message, from each place the longest; those inside of a longer one do not count. */
export function nameMentions(message: Message, keys: KnownKeys): Mention[] {
  const mentions: Mention[] = []
  let covered = -1
  for (let first = 0; first < message.tokens.length; first++) {
    const last = longestKey(message, first, keys)
    if (last <= covered) continue
    covered = last
    const tokens = message.tokens.slice(first, last + 1)
    mentions.push({ key: keyOf(tokens), tokens, isNamed: isNamed(message, first, last) })
  }
  return mentions
}

/** Number of the last token of the longest key that begins with token `first`; -1 when there is none. */
function longestKey({ text, tokens }: Message, first: number, keys: KnownKeys): number {
  let key = ''
  let found = -1
  let isChecked = false
  for (let last = first; last < Math.min(tokens.length, first + MAX_TOKENS); last++) {
    const [before, token] = [tokens[last - 1], tokens[last]]
    if (token === undefined) break
    if (last > first && !BETWEEN.test(text.slice(before?.to, token.from))) break
    key += token.text
    if (key.length > MAX_KEY_LENGTH) break
    if (!isChecked && key.length >= PREFIX_LENGTH) {
      if (!keys.begins(key)) break
      isChecked = true
    }
    if (keys.has(key)) found = last
  }
  return found
}

// What stands between the words of a name.
const BETWEEN = /^[-_ .:/+]?$/

function keyOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('')
}
