import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { collectBytes, SkillError } from '@skillwright/contract'
import { type GuardedHost, guardAddress } from './guard-address.ts'
import type { Network } from './network.ts'

/** One HTTP request. */
export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** True when it carries a credential: then it never travels unencrypted, except to a host the operator allowed. */
  readonly isSecret?: boolean
}

/** One HTTP answer, read to its end. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly url: URL
}

/** Sends one request to a checked address and reads the answer, both bounded. Follows nothing, repeats nothing. */
export async function sendRequest(request: HttpRequest, network: Network, signal: AbortSignal): Promise<HttpAnswer> {
  const send = () => sendNow(request, network, signal)
  return network.breaker?.run(request.url.origin, send, ({ status }) => status >= 500) ?? send()
}

/** Begins a request to an address that was checked; nothing of it is sent yet. Throws PERMISSION_DENIED for a credential that would travel unencrypted. */
export async function beginRequest(
  request: HttpRequest,
  network: Network,
  signal: AbortSignal,
): Promise<{ readonly outgoing: ClientRequest; readonly host: GuardedHost }> {
  const host = await guardAddress(request.url, network)
  if (request.isSecret && !host.isTls && !host.isAllowed) {
    throw new SkillError('PERMISSION_DENIED', `Refused to send a credential to ${host.hostname} unencrypted`, {
      hint: 'Use https.',
    })
  }
  signal.throwIfAborted()
  return { outgoing: open(request, host, network, signal), host }
}

async function sendNow(request: HttpRequest, network: Network, signal: AbortSignal): Promise<HttpAnswer> {
  const { outgoing, host } = await beginRequest(request, network, signal)
  let isSent = false
  try {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject)
      outgoing.once('upgrade', (_message, socket) => {
        socket.destroy()
        reject(Object.assign(new Error('An unrequested protocol upgrade'), { code: 'UPGRADE' }))
      })
      outgoing.once('socket', (socket) => {
        isSent = !socket.connecting
        socket.once(host.isTls ? 'secureConnect' : 'connect', () => {
          isSent = true
        })
      })
      outgoing.end(request.body)
    })
    const body = await readBody(message, network.maxAnswerBytes)
    return { status: message.statusCode ?? 0, headers: headersOf(message), body, url: request.url }
  } catch (thrown) {
    // The reason of an abort says more than the broken connection that follows from it.
    signal.throwIfAborted()
    throw thrown instanceof SkillError ? thrown : unreachable(host, thrown, isSent)
  } finally {
    outgoing.destroy()
  }
}

function open(
  { method, url, headers, body }: HttpRequest,
  host: GuardedHost,
  { connect }: Network,
  signal: AbortSignal,
): ClientRequest {
  const length = body === undefined ? undefined : Buffer.byteLength(body)
  return openRequest({
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'application/json, text/*;q=0.5, */*;q=0.1',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'skillwright',
      ...headers,
      ...(length === undefined ? {} : { 'content-length': String(length) }),
      host: url.host,
    },
    // Its own connection for each request: a pooled one could have been opened under another policy.
    createConnection: () => connect(host),
    signal,
  })
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const isPlain = encoding === 'identity' || encoding === ''
  if (isPlain && Number(message.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
  const source = isPlain ? message : unpack(message, decompressor(encoding))
  const bytes = await collectBytes(source, maxBytes)
  if (bytes === undefined) throw tooLarge(maxBytes)
  return Buffer.from(bytes.buffer)
}

/** Not `pipeline`, which waits for both ends to close: an answer that is too long is aborted, not waited for. */
function unpack(message: IncomingMessage, unpacker: Transform): Transform {
  message.once('error', (error) => unpacker.destroy(error))
  return message.pipe(unpacker)
}

function decompressor(encoding: string): Transform {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  const shown = JSON.stringify(encoding.slice(0, 60))
  throw new SkillError('INVALID_OUTPUT', `Expected an answer encoded as gzip, deflate or br, got ${shown}`)
}

function tooLarge(maxBytes: number): SkillError {
  return new SkillError('OUTPUT_TOO_LARGE', `The answer is longer than ${maxBytes} bytes`, {
    details: { limit_bytes: maxBytes },
  })
}

/** The headers of an answer, each with one value. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function unreachable({ hostname }: GuardedHost, thrown: unknown, isSent: boolean): SkillError {
  const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
  const what = isSent ? 'The connection to' : 'Could not reach'
  return new SkillError('FETCH_FAILED', `${what} ${hostname}${isSent ? ' broke' : ''}: ${reason}`, {
    details: { host: hostname, reason, sent: isSent },
  })
}
