import { SkillError } from '@skillwright/contract'
import { readAnswer, readJson, refusalOf } from './read-answer.ts'

/** Talks to one hub. */
export interface HubClient {
  readonly url: string
  /** Sends a request and reads its JSON; undefined when the answer is empty. Throws what the hub refused as a SkillError with its code. */
  ask<T>(path: string, options?: AskOptions): Promise<T>
  /** The same for an answer that is text. */
  text(path: string): Promise<string>
}

/** One request. */
export interface AskOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is, told of as it goes. */
  readonly bytes?: Uint8Array
  readonly onProgress?: (sent: number, total: number) => void
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

const CHUNK_BYTES = 64 * 1024
const TIMEOUT_MS = 120_000

/** Opens a client for the hub at a URL; with a token it speaks for its owner. */
export function createHubClient({
  url,
  token,
}: {
  readonly url: string
  readonly token?: string | undefined
}): HubClient {
  const send = async (path: string, options: AskOptions = {}): Promise<string> => {
    try {
      const answer = await fetch(`${url}${path}`, requestInit(options, token))
      const text = await readAnswer(answer)
      if (answer.ok) return text
      throw refusalOf({ url, status: answer.status, location: answer.headers.get('location'), text })
    } catch (thrown) {
      if (options.signal?.aborted) throw new SkillError('CANCELLED', 'Interrupted', { cause: thrown })
      throw thrown instanceof SkillError ? thrown : unreachable(url, thrown)
    }
  }
  return {
    url,
    async ask<T>(path: string, options?: AskOptions) {
      return readJson(await send(path, options), url) as T
    },
    text: send,
  }
}

function requestInit(options: AskOptions, token: string | undefined): RequestInit {
  const { method = 'GET', json, bytes, onProgress = () => undefined, headers = {}, signal, timeoutMs } = options
  const timeout = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS)
  const body = json === undefined ? bytes && chunksOf(bytes, onProgress) : JSON.stringify(json)
  return {
    method,
    // A token is for this hub alone.
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/gzip', 'content-length': String(bytes.length) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(bytes === undefined ? {} : { duplex: 'half' }),
  }
}

function chunksOf(bytes: Uint8Array, onProgress: (sent: number, total: number) => void): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(sent, sent + CHUNK_BYTES))
      sent = Math.min(sent + CHUNK_BYTES, bytes.length)
      onProgress(sent, bytes.length)
    },
  })
}

function unreachable(url: string, cause: unknown): SkillError {
  return new SkillError('FETCH_FAILED', `The hub at ${url} does not answer: ${reasonOf(cause)}`, {
    hint: 'Check the address (--hub), or start a hub here: skillwright hub',
    cause,
  })
}

/** What fetch says last is what happened; what it says first is only that it failed. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (thrown.name === 'TimeoutError') return 'it took too long'
  const { cause } = thrown
  if (!(cause instanceof Error)) return thrown.message
  return 'code' in cause && cause.code === 'ECONNREFUSED' ? 'nothing listens there' : cause.message
}
