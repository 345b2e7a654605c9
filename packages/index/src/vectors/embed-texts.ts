import { SkillError } from '@skillwright/contract'
import type { Embedder, EmbedOptions } from './embedder.ts'

/** Longer vectors are a mistake, or an attempt to fill the memory. */
const MAX_DIMENSIONS = 65_536

/** Embeds texts and checks the result of any embedder: as many vectors as texts, one length, finite numbers. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const vectors: unknown = await embedder.embed(texts, options).catch((cause: unknown) => {
    throw cause instanceof SkillError ? cause : failed(embedder, cause)
  })
  if (!Array.isArray(vectors)) throw wrong(embedder, `expected a list of vectors, got ${typeof vectors}`)
  if (vectors.length !== texts.length)
    throw wrong(embedder, `expected ${texts.length} vectors, one for each text, got ${vectors.length}`)
  let dimensions: number | undefined
  for (const [i, vector] of vectors.entries()) {
    const problem = problemOf(vector, dimensions)
    if (problem !== undefined) throw wrong(embedder, `vector ${i + 1} of ${vectors.length}: ${problem}`)
    dimensions ??= vector.length
  }
  return vectors
}

function problemOf(vector: unknown, dimensions: number | undefined): string | undefined {
  if (!(vector instanceof Float32Array)) return `expected a Float32Array, got ${typeof vector}`
  if (vector.length === 0 || vector.length > MAX_DIMENSIONS)
    return `expected 1 to ${MAX_DIMENSIONS} dimensions, got ${vector.length}`
  if (dimensions !== undefined && vector.length !== dimensions)
    return `expected ${dimensions} dimensions, got ${vector.length}`
  const bad = vector.findIndex((value) => !Number.isFinite(value))
  return bad < 0 ? undefined : `expected finite numbers, got ${vector[bad]} at ${bad}`
}

function failed({ id }: Embedder, cause: unknown): SkillError {
  const message = `The embedder ${id} failed: ${cause instanceof Error ? cause.message : String(cause)}`
  return new SkillError('EXTERNAL_SERVICE_ERROR', message, { cause })
}

function wrong({ id }: Embedder, problem: string): SkillError {
  return new SkillError('INVALID_OUTPUT', `The embedder ${id} gave a wrong answer: ${problem}`, {
    hint: 'Check that the model is an embedding model and that its settings have not changed.',
  })
}
