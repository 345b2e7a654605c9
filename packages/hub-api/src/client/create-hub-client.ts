import { SkillError } from '@skillwright/contract'
import type { Operation } from '../operations/operation.ts'
import { listItems } from './list-items.ts'
import { operationUrl } from './operation-url.ts'
import { type FindFault, readAnswer } from './read-answer.ts'
import { readBody } from './read-body.ts'
import { refusalOf } from './refusal-of.ts'
import { type AnyRequest, type CallOptions, requestInit } from './request-init.ts'
import type { AnswerOf, ItemOf, ListOperation, RequestOf } from './request-of.ts'

/** Talks to one hub, by the operations of its API. */
export interface HubClient {
  readonly url: string
  /** How what the hub sends is checked. */
  readonly findFault: FindFault
  /** Asks for an operation and gives its answer. Throws what the hub refused as a SkillError with the hub's code. */
  call<Op extends Operation>(operation: Op, ...request: Asked<RequestOf<Op> & CallOptions>): Promise<AnswerOf<Op>>
  /** The same, with the status and the ETag beside the answer. */
  send<Op extends Operation>(operation: Op, ...request: Asked<RequestOf<Op> & SendOptions>): Promise<HubAnswer<Op>>
  /** The same for an answer without end: its bytes as they come. There is no limit of time. */
  stream<Op extends Operation>(
    operation: Op,
    ...request: Asked<RequestOf<Op> & CallOptions>
  ): Promise<AsyncIterable<Uint8Array>>
  /** The items of a list, read page by page as they are wanted. */
  list<Op extends Operation>(
    operation: ListOperation<Op>,
    ...request: Asked<RequestOf<Op> & CallOptions>
  ): AsyncGenerator<ItemOf<Op>, void>
}

/** How a request is sent whose answer the caller may have already. */
interface SendOptions extends CallOptions {
  /** ETag of the answer one has: while it is the same, the answer is 304 and has no body. */
  readonly etag?: string | undefined
}

/** An answer with what HTTP says of it. */
export type HubAnswer<Op extends Operation> =
  | { readonly status: number; readonly etag: string | undefined; readonly body: AnswerOf<Op> }
  | { readonly status: 304; readonly etag: string | undefined; readonly body: undefined }

/** A request of which nothing has to be said may be left out. */
type Asked<Request> = object extends Request ? [request?: Request] : [request: Request]

/** What a client is opened with. */
export interface HubClientOptions {
  /** The address of the hub, such as `https://hub.example.com`. */
  readonly url: string
  /** With it the client speaks for its owner. */
  readonly token?: string | undefined
  /** True for pages of the hub itself: their code is the hub's as well, so checking its answers would only make them larger. */
  readonly isOwnPage?: boolean
  /** How requests are sent; the `fetch` of Node and browsers when absent. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** The longest that a timer can be. */
const NO_END_MS = 2 ** 31 - 1

/** Opens a client for the hub at an address. */
export function createHubClient({
  url,
  token,
  isOwnPage = false,
  fetch = globalThis.fetch,
}: HubClientOptions): HubClient {
  const findFault: FindFault = async (schema, value) =>
    isOwnPage ? undefined : (await import('./fault-of.ts')).faultOf(schema, value)
  const base = url.replace(/\/+$/, '')
  const ask = async (operation: Operation, request: AnyRequest): Promise<Response> => {
    const address = `${base}${operationUrl(operation, request)}`
    return fetch(address, requestInit(operation, request, token))
  }
  const rethrow = (thrown: unknown, { signal }: AnyRequest): never => {
    if (signal?.aborted) throw new SkillError('CANCELLED', 'Interrupted', { cause: thrown })
    throw thrown instanceof SkillError ? thrown : unreachable(base, thrown)
  }
  const send = async <Op extends Operation>(operation: Op, request: AnyRequest = {}): Promise<HubAnswer<Op>> => {
    try {
      const answer = await ask(operation, request)
      const body = await readBody(answer, request.maxAnswerBytes ?? MAX_ANSWER_BYTES, base)
      const etag = answer.headers.get('etag') ?? undefined
      if (answer.status === 304 && request.etag !== undefined) return { status: 304, etag, body: undefined }
      if (!answer.ok) throw refusalOf(base, answer, new TextDecoder().decode(body), operation.config)
      const read = await readAnswer(operation.schema, answer, body, { from: base, findFault })
      return { status: answer.status, etag, body: read as AnswerOf<Op> }
    } catch (thrown) {
      return rethrow(thrown, request)
    }
  }
  const stream = async (operation: Operation, request: AnyRequest = {}): Promise<AsyncIterable<Uint8Array>> => {
    try {
      const answer = await ask(operation, { ...request, timeoutMs: NO_END_MS })
      if (answer.ok && answer.body !== null) return piecesOf(answer.body)
      const body = await readBody(answer, MAX_ANSWER_BYTES, base)
      throw refusalOf(base, answer, new TextDecoder().decode(body), operation.config)
    } catch (thrown) {
      return rethrow(thrown, request)
    }
  }
  return {
    url: base,
    findFault,
    send,
    stream,
    call: async <Op extends Operation>(operation: Op, request: AnyRequest = {}) => {
      const { body } = await send(operation, { ...request, etag: undefined })
      return body as AnswerOf<Op>
    },
    list: <Op extends Operation>(operation: Op, request: AnyRequest = {}) =>
      listItems<ItemOf<Op>>(async (cursor) => {
        const { body } = await send(operation, { ...request, query: { ...request.query, cursor } })
        return body
      }, base),
  }
}

/** The bytes of an answer as they come: not every browser lets a stream be iterated. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // A stream that has failed says so again.
    await reader.cancel().catch(() => undefined)
  }
}

function unreachable(url: string, cause: unknown): SkillError {
  return new SkillError('FETCH_FAILED', `The hub at ${url} does not answer: ${reasonOf(cause)}`, {
    hint: 'Check the address, or start a hub here: skillwright hub',
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
