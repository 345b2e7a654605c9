import type { Operation } from '../operations/operation.ts'
import { isContent } from './is-content.ts'
import type { AddressParts } from './operation-url.ts'
import { uploadStream } from './upload-stream.ts'

/** How a request is sent, beside what it says. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The most bytes an answer may have. */
  readonly maxAnswerBytes?: number
  /** Told how much of the body is sent. Only Node can send a body piece by piece everywhere. */
  readonly onProgress?: (sent: number, total: number) => void
}

/** A request of any operation. */
export interface AnyRequest extends AddressParts, CallOptions {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly etag?: string | undefined
}

const TIMEOUT_MS = 120_000

/** A request as fetch takes it. */
export function requestInit(
  { method, schema }: Operation,
  { headers = {}, body, signal, timeoutMs = TIMEOUT_MS, onProgress, etag }: AnyRequest,
  token: string | undefined,
): RequestInit {
  const timeout = AbortSignal.timeout(timeoutMs)
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return {
    method,
    // A token is for this hub alone.
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(body === undefined ? {} : { 'content-type': mediaType(schema.body) }),
      ...Object.fromEntries(given),
    },
    ...(body === undefined ? {} : bodyInit(schema.body, body, onProgress)),
  }
}

type BodySchema = Operation['schema']['body']

/** What a body is sent as: the first of what the operation takes. */
function mediaType(schema: BodySchema): string {
  const [first] = schema !== undefined && isContent(schema) ? Object.keys(schema.content) : []
  return first ?? 'application/json'
}

function bodyInit(schema: BodySchema, body: unknown, onProgress: CallOptions['onProgress']): RequestInit {
  if (schema === undefined || !isContent(schema)) return { body: JSON.stringify(body) }
  const bytes = body as Uint8Array<ArrayBuffer>
  return onProgress === undefined ? { body: bytes } : { body: uploadStream(bytes, onProgress), duplex: 'half' }
}
