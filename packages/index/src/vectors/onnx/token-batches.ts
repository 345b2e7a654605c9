/** Texts as token ids that are run together: all rows have the same width, filled up with padding. */
export interface TokenBatch {
  /** The place of each row's text in the list of texts. */
  readonly places: readonly number[]
  readonly rows: readonly (readonly number[])[]
  readonly width: number
}

/** The part of a tokenizer that is used here. */
export interface Encoder {
  encode(text: string): { readonly ids: readonly number[] }
}

/** No language has words this long on average; cutting first keeps an endless text from being read whole. */
const MAX_CHARACTERS_PER_TOKEN = 16

/** Tokenizes texts, cuts those that are too long, and groups those of similar length so that little padding is computed. */
export function tokenBatches(
  encoder: Encoder,
  texts: readonly string[],
  { maxTokens, batchSize }: { readonly maxTokens: number; readonly batchSize: number },
): TokenBatch[] {
  const closing = closingTokens(encoder)
  const tokens = texts.map((text, place) => ({ place, ids: cut(encode(encoder, text, maxTokens), maxTokens, closing) }))
  tokens.sort((a, b) => a.ids.length - b.ids.length || a.place - b.place)
  const batches: TokenBatch[] = []
  for (let start = 0; start < tokens.length; start += batchSize) {
    const group = tokens.slice(start, start + batchSize)
    const rows = group.map(({ ids }) => ids)
    batches.push({
      places: group.map(({ place }) => place),
      rows,
      width: Math.max(1, ...rows.map(({ length }) => length)),
    })
  }
  return batches
}

function encode(encoder: Encoder, text: string, maxTokens: number): readonly number[] {
  const { ids } = encoder.encode(text.slice(0, maxTokens * MAX_CHARACTERS_PER_TOKEN).toWellFormed())
  return ids
}

/** How many tokens the tokenizer puts behind every text, such as one [SEP]: they stay when a text is cut. */
function closingTokens(encoder: Encoder): number {
  const empty = encoder.encode('').ids
  const some = encoder.encode('a').ids
  if (some.length === empty.length) return 0
  let count = 0
  while (count < empty.length && empty.at(-1 - count) === some.at(-1 - count)) count++
  return count
}

function cut(ids: readonly number[], maxTokens: number, closing: number): readonly number[] {
  if (ids.length <= maxTokens) return ids
  return [...ids.slice(0, maxTokens - closing), ...ids.slice(ids.length - closing)]
}
