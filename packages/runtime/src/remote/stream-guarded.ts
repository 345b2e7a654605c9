import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { openNetwork } from './network.ts'
import { beginRequest, type HttpRequest, headersOf } from './send-request.ts'

/** Where a request may go. */
export interface StreamGuardedOptions {
  readonly allow?: readonly string[]
  readonly signal?: AbortSignal
}

/** Asks a URL behind the address guard of every other call, and gives the answer while it comes, for protocols that speak in streams. Follows no redirect. */
export async function streamGuarded(
  request: HttpRequest,
  { allow = [], signal = new AbortController().signal }: StreamGuardedOptions = {},
): Promise<Response> {
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const { outgoing } = await beginRequest({ ...request, headers }, openNetwork({ allow }), signal)
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject).end(request.body)
  })
  const { statusCode: status = 0 } = message
  const isEmpty = status === 204 || status === 304
  if (isEmpty) message.resume()
  return new Response(isEmpty ? null : Readable.toWeb(message), { status, headers: headersOf(message) })
}
