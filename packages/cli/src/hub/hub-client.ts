import { type Finding, isErrorCode, SkillError } from '@skillwright/contract'

/** Talks to one hub. */
export interface HubClient {
  readonly url: string
  /** Sends a request and reads its JSON; undefined when the answer has none. Throws what the hub refused as a SkillError with its code. */
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
  const send = async (path: string, options: AskOptions = {}) => {
    const answer = await fetch(new URL(path, `${url}/`), requestInit(options, token)).catch((cause: unknown) => {
      options.signal?.throwIfAborted()
      throw unreachable(url, cause)
    })
    if (answer.ok) return answer
    throw await refusalOf(answer)
  }
  return {
    url,
    async ask<T>(path: string, options?: AskOptions) {
      const text = await (await send(path, options)).text()
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
    text: async (path) => (await send(path)).text(),
  }
}

function requestInit(options: AskOptions, token: string | undefined): RequestInit {
  const { method = 'GET', json, bytes, onProgress = () => undefined, headers = {}, signal } = options
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const body = json === undefined ? bytes && chunksOf(bytes, onProgress) : JSON.stringify(json)
  return {
    method,
    // A token is for this hub alone.
    redirect: 'error',
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

async function refusalOf(answer: Response): Promise<SkillError> {
  const problem = (await answer.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  const { code, detail, hint, findings, ...details } = problem
  const isOurs = typeof code === 'string' && isErrorCode(code) && typeof detail === 'string'
  if (!isOurs)
    return new SkillError('EXTERNAL_SERVICE_ERROR', `${answer.url} answered ${answer.status} and no reason`, {
      hint: 'Check that this is the address of a Skillwright hub',
    })
  return new SkillError(code, detail, {
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(Array.isArray(findings) ? { findings: findings as Finding[] } : {}),
    details,
  })
}

function unreachable(url: string, cause: unknown): SkillError {
  const { cause: inner } = cause as { cause?: { code?: string } }
  const reason = inner?.code ?? (cause instanceof Error ? cause.message : String(cause))
  return new SkillError('FETCH_FAILED', `The hub at ${url} does not answer: ${reason}`, {
    hint: 'Start one here with: skillwright hub, or name another with --hub',
    cause,
  })
}
