import { plainText, splitWords } from './split-words.ts'

/** A word of a message, or one character of writing without spaces. */
export interface Token {
  /** In lower case. */
  readonly text: string
  /** Where it stands in the message. */
  readonly from: number
  readonly to: number
  /** camelCase parts, where it has some. */
  readonly parts: readonly string[]
  readonly isUnspaced: boolean
}

/** A message taken apart. */
export interface Message {
  /** As it is compared, cut to what is read of it. */
  readonly text: string
  readonly tokens: readonly Token[]
  /** Where writing without spaces stands. */
  readonly runs: readonly { readonly from: number; readonly to: number }[]
}

/** What is read of a message. Users who paste a file say first what to do with it. */
const MAX_MESSAGE_CHARS = 4_000

/** Takes a message apart. */
export function readMessage(message: string): Message {
  const text = plainText(message.slice(0, MAX_MESSAGE_CHARS))
  const tokens: (Token & { parts: string[] })[] = []
  const runs: { from: number; to: number }[] = []
  splitWords(text, {
    word(word, isPart, from, to) {
      if (isPart) tokens.at(-1)?.parts.push(word)
      else tokens.push({ text: word, from, to, parts: [], isUnspaced: false })
    },
    unspaced(_, from, to) {
      runs.push({ from, to })
      for (let at = from; at < to; at++)
        tokens.push({ text: text[at] ?? '', from: at, to: at + 1, parts: [], isUnspaced: true })
    },
  })
  return { text, tokens, runs }
}
