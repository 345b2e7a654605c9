import { type Encoding, loadEncoding } from './load-encoding.ts'
import { type EncodingName, type ModelFamily, modelFamily } from './model-family.ts'

/** How many tokens a model reads in a text, and how sure that is. */
export interface TokenCount {
  readonly tokens: number
  /** True when it is the model's own count; otherwise it is meant to be above it, never below. */
  readonly exact: boolean
  /** What the count of the encoding was multiplied with. */
  readonly factor: number
  readonly encoding: EncodingName
}

/** Options of countTokens. */
export interface CountOptions {
  /** Name of the model, with or without a provider; without one OpenAI's newest encoding counts. */
  readonly model?: string | undefined
}

/** Counts the tokens of a text for a model: exactly for OpenAI's, with a stated safety factor for others. */
export function countTokens(text: string, { model }: CountOptions = {}): TokenCount {
  return tokenCounter(model)(text)
}

/** Counts texts for one model. A count above `limit` may stop there: it is then any number above it. */
export type TokenCounter = (text: string, limit?: number) => TokenCount

/** Makes the counter of a model. */
export function tokenCounter(model: string | undefined): TokenCounter {
  const family = modelFamily(model)
  return (text, limit = Number.POSITIVE_INFINITY) => {
    const { encoding } = family
    const { tokens, exact } = countPieces(loadEncoding(encoding), text, limit)
    const factor = factorFor(family, text, tokens)
    // A product such as 5 × 1.2 may come out a hair above the whole number.
    return {
      tokens: Math.ceil(Number((tokens * factor).toFixed(6))),
      exact: exact && family.name === 'openai',
      factor: Math.round(factor * 1e4) / 1e4,
      encoding,
    }
  }
}

// The cost of a stretch without spaces grows with its square, so a longer one is not counted but bounded.
const MAX_RUN = 1_000
// How far a token can extend beyond the run it belongs to: a character before it, `'re` behind it.
const RUN_EDGES = 8
// The stretches that the encodings cut a text into before they look for tokens, or longer ones; every character is in one.
const RUN = /[\p{L}\p{M}]+|[^\s\p{L}\p{N}]+[\r\n/]*|\s+|\p{N}+/gu

function countPieces(encoding: Encoding, text: string, limit: number): { tokens: number; exact: boolean } {
  const runs = longRuns(text)
  let tokens = 0
  let at = 0
  for (const { start, end } of runs) {
    // No text has more tokens than bytes.
    tokens += encoding.count(text.slice(at, start), limit) + Buffer.byteLength(text.slice(start, end)) + RUN_EDGES
    at = end
    if (tokens > limit) return { tokens, exact: false }
  }
  return { tokens: tokens + encoding.count(text.slice(at), limit), exact: runs.length === 0 }
}

function longRuns(text: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = []
  if (text.length <= MAX_RUN) return runs
  RUN.lastIndex = 0
  for (let start = 0; RUN.test(text); start = RUN.lastIndex) {
    if (RUN.lastIndex - start > MAX_RUN) runs.push({ start, end: RUN.lastIndex })
  }
  return runs
}

/** Tokens of other scripts weigh more; no character is taken for more than one of them. */
function factorFor({ factor, factorOther }: ModelFamily, text: string, tokens: number): number {
  if (factor === factorOther || tokens === 0) return factor
  return factor + (factorOther - factor) * Math.min(1, otherCharacters(text, tokens) / tokens)
}

/** Characters beyond Latin script, punctuation and symbols; no more than `enough` are looked for. */
function otherCharacters(text: string, enough: number): number {
  let found = 0
  for (let i = 0; i < text.length && found < enough; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x0370 && (code < 0x2000 || code >= 0x2c00)) found++
  }
  return found
}
