import { createRequire } from 'node:module'
import type { EncodingName } from './model-family.ts'

/** Counts the tokens of a text in one vocabulary. */
export interface Encoding {
  /** The count; or, once it is above `limit`, any number above it. */
  count(text: string, limit: number): number
}

type Library = typeof import('gpt-tokenizer/encoding/o200k_base')

// The library remembers how it cut words up: enough for the words of many skills, and bounded when each is hostile.
const REMEMBERED_WORDS = 5_000
// Below this many characters for each token that is left, counting to the end is as quick as stopping early.
const USUAL_CHARACTERS = 8
// Nothing is special in a skill's text: `<|endoftext|>` is thirteen characters.
const AS_TEXT = { disallowedSpecial: new Set<string>() }

const loaded = new Map<EncodingName, Encoding>()

/** The vocabulary of that name, loaded when first asked for: it takes 70 to 170 ms, and many who import this never count. */
export function loadEncoding(name: EncodingName): Encoding {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const library: Library = createRequire(import.meta.url)(`../../assets/${name}.cjs`)
  library.setMergeCacheSize(REMEMBERED_WORDS)
  const encoding: Encoding = {
    count(text, limit) {
      if (text.length <= limit * USUAL_CHARACTERS) return library.countTokens(text, AS_TEXT)
      const tokens = library.isWithinTokenLimit(text, limit, AS_TEXT)
      return tokens === false ? limit + 1 : tokens
    },
  }
  loaded.set(name, encoding)
  return encoding
}
