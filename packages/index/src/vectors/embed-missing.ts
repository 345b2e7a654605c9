import { SkillError } from '@skillwright/contract'
import { embedTexts } from './embed-texts.ts'
import type { Embedder } from './embedder.ts'

/** A text that has no vector yet. */
export interface MissingText {
  readonly hash: string
  readonly text: string
}

/** The receiver of the vectors, and the signal to stop. */
export interface EmbedMissingOptions {
  /** Gets each vector; may throw a SkillError for one that cannot be kept. */
  readonly onVector: (hash: string, vector: Float32Array) => void
  readonly onProgress: ((done: number, of: number) => void) | undefined
  readonly signal: AbortSignal | undefined
}

/** Texts in one call of an embedder that does not say; what a call brought is kept when a later one fails. */
const BATCH_SIZE = 64
/** So many calls may fail before the rest is left for another time. */
const MAX_FAILURES = 32
/** Failures that may be the fault of one text among many, such as one that is too long for the model. */
const OF_A_TEXT: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'INPUT_TOO_LARGE',
  'INVALID_OUTPUT',
  'OUTPUT_TOO_LARGE',
])

/** Embeds texts. One that the embedder refuses does not keep the others from their vectors; an embedder that is away ends it. */
export async function embedMissing(
  embedder: Embedder,
  missing: readonly MissingText[],
  { onVector, onProgress, signal }: EmbedMissingOptions,
): Promise<{ readonly embedded: number; readonly failure?: SkillError }> {
  let embedded = 0
  let failures = 0
  let failure: SkillError | undefined
  const spans: (readonly MissingText[])[] = []
  const { batchSize = BATCH_SIZE } = embedder
  for (let start = 0; start < missing.length; start += batchSize) spans.push(missing.slice(start, start + batchSize))
  spans.reverse()
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    if (signal?.aborted) throw new SkillError('CANCELLED', 'Embedding was cancelled; what was embedded is kept')
    try {
      const texts = span.map(({ text }) => text)
      const vectors = await embedTexts(embedder, texts, { kind: 'document', signal })
      for (const [i, { hash }] of span.entries()) {
        const vector = vectors[i]
        if (vector !== undefined) onVector(hash, vector)
      }
      embedded += span.length
    } catch (error) {
      if (!(error instanceof SkillError) || error.code === 'CANCELLED') throw error
      failure ??= error
      failures++
      if (!isOfAText(error) || failures >= MAX_FAILURES) break
      const middle = Math.ceil(span.length / 2)
      if (span.length > 1) spans.push(span.slice(middle), span.slice(0, middle))
    }
    onProgress?.(embedded, missing.length)
  }
  return { embedded, ...(failure === undefined || embedded === missing.length ? {} : { failure }) }
}

/** Several servers answer a text that is too long with a plain 500. */
function isOfAText({ code, details }: SkillError): boolean {
  return OF_A_TEXT.has(code) || details?.status === 500
}
