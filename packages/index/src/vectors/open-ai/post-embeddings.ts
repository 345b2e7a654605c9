import { collectBytes, SkillError } from '@skillwright/contract'
import { type EmbeddingsEndpoint, quote } from './embeddings-endpoint.ts'
import { readEmbeddings } from './read-embeddings.ts'
import { refusalOf } from './refusal-of.ts'

/** One request to an embeddings endpoint. */
export interface EmbeddingsRequest {
  readonly endpoint: EmbeddingsEndpoint
  readonly model: string
  readonly texts: readonly string[]
  readonly dimensions: number | undefined
  readonly timeoutMs: number
}

/** Enough for 20,000 dimensions written out in full; more than that is no answer to what was asked. */
const MAX_BYTES_PER_TEXT = 512 * 1_024

/** Sends one request and gives the vectors in the order of the texts. Everything that goes wrong is a SkillError without the key. */
export async function postEmbeddings(
  request: EmbeddingsRequest,
  { send, signal: outer }: { readonly send: typeof fetch; readonly signal: AbortSignal | undefined },
): Promise<Float32Array[]> {
  const { endpoint, texts, timeoutMs } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = outer === undefined ? timeout : AbortSignal.any([outer, timeout])
  try {
    const response = await send(endpoint.url, { ...messageOf(request), signal })
    const text = await readBounded(response, texts.length * MAX_BYTES_PER_TEXT, endpoint)
    if (!response.ok) throw refusalOf(response, text, endpoint)
    return readEmbeddings(text, { ...request, count: texts.length })
  } catch (error) {
    if (error instanceof SkillError) throw error
    if (outer?.aborted) throw new SkillError('CANCELLED', `The call of ${endpoint.name} was cancelled`)
    if (timeout.aborted) throw unreachable('TOOL_TIMEOUT', endpoint, `did not answer within ${timeoutMs} ms`)
    // The error itself is left out of `cause`: another fetch than Node's may have put the request's headers into it.
    throw unreachable('FETCH_FAILED', endpoint, `could not be asked: ${quote(reasonOf(error), endpoint)}`)
  }
}

function messageOf({ endpoint: { apiKey }, model, texts, dimensions }: EmbeddingsRequest): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, input: texts, encoding_format: 'float', dimensions }),
    // A redirect would send the texts, and perhaps the key, to another host than the configured one.
    redirect: 'manual',
  }
}

/** Reads while it streams, so that an endless answer is cut off and not collected. */
async function readBounded(response: Response, maxBytes: number, { name }: EmbeddingsEndpoint): Promise<string> {
  const bytes = response.body === null ? new Uint8Array() : await collectBytes(response.body, maxBytes)
  if (bytes !== undefined) return new TextDecoder().decode(bytes)
  throw new SkillError(
    'OUTPUT_TOO_LARGE',
    `The embeddings endpoint ${name} answered with more than ${maxBytes} bytes`,
    { hint: 'Check that the address leads to an embeddings endpoint.' },
  )
}

function unreachable(code: 'TOOL_TIMEOUT' | 'FETCH_FAILED', { name }: EmbeddingsEndpoint, what: string): SkillError {
  return new SkillError(code, `The embeddings endpoint ${name} ${what}`, {
    hint: 'Check that it is running and reachable.',
  })
}

/** fetch says only "fetch failed"; the reason stands in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
