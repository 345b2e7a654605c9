import { setTimeout as sleep } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'
import type { Embedder, Prefixes } from '../embedder.ts'
import { embeddingsEndpoint } from './embeddings-endpoint.ts'
import { postEmbeddings } from './post-embeddings.ts'
import { waitBeforeRetry } from './wait-before-retry.ts'

/** Options of openAiEmbedder. */
export interface OpenAiEmbedderOptions {
  /** The address up to `/v1`, or the whole address of the embeddings endpoint. */
  readonly url: string
  readonly model: string
  /** Sent as a bearer token; never part of an error or of the id. */
  readonly apiKey?: string
  /** Asks for shorter vectors, where the model can. */
  readonly dimensions?: number
  /** Texts in one request. */
  readonly batchSize?: number
  /** For one attempt. */
  readonly timeoutMs?: number
  /** Requests for one batch, the first one counted. */
  readonly attempts?: number
  /** The first wait between attempts; it doubles. */
  readonly backoffMs?: number
  /** What the model wants before each text, such as `query: ` and `passage: `. */
  readonly prefixes?: Prefixes
  readonly fetch?: typeof fetch
}

/** An embedder that asks any OpenAI-compatible embeddings endpoint: Ollama, vLLM, llama.cpp, a hosted service. */
export function openAiEmbedder({
  url,
  model,
  apiKey,
  dimensions,
  batchSize = 64,
  timeoutMs = 30_000,
  attempts = 3,
  backoffMs = 500,
  prefixes = { query: '', document: '' },
  fetch: send = fetch,
}: OpenAiEmbedderOptions): Embedder {
  const endpoint = embeddingsEndpoint(url, apiKey)
  for (const [name, value] of Object.entries({ batchSize, timeoutMs, attempts })) requirePositive(name, value)
  if (dimensions !== undefined) requirePositive('dimensions', dimensions)

  const embedBatch = async (texts: readonly string[], signal: AbortSignal | undefined) => {
    const request = { endpoint, model, texts, dimensions, timeoutMs }
    for (let attempt = 1; ; attempt++) {
      try {
        return await postEmbeddings(request, { send, signal })
      } catch (error) {
        const waitMs = attempt < attempts ? waitBeforeRetry(error, attempt, backoffMs) : undefined
        if (waitMs === undefined) throw error
        await pause(waitMs, signal)
      }
    }
  }

  return {
    id: `openai ${JSON.stringify([endpoint.name, model, dimensions ?? null, prefixes.document])}`,
    batchSize,
    async embed(texts, { kind, signal }) {
      const vectors: Float32Array[] = []
      for (let start = 0; start < texts.length; start += batchSize) {
        const batch = texts.slice(start, start + batchSize).map((text) => prefixes[kind] + text)
        vectors.push(...(await embedBatch(batch, signal)))
      }
      return vectors
    },
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (cause) {
    throw new SkillError('CANCELLED', 'The call was cancelled while waiting to ask again', { cause })
  }
}

function requirePositive(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new SkillError('PARAM_OUT_OF_RANGE', `${name} must be a whole number from 1, got ${value}`)
}
