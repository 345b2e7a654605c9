import { SkillError } from '@skillwright/contract'
import { guardUrl } from './guard-address.ts'
import type { Network } from './network.ts'
import { type HttpAnswer, type HttpRequest, sendRequest } from './send-request.ts'

/** Gives the headers that prove who calls; asked again for every request, and only for the origin they are for. */
export type Authorize = (request: HttpRequest, signal: AbortSignal) => Promise<Readonly<Record<string, string>>>

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Sends a request and follows its redirects, each checked like the first. Another origin never sees a credential. */
export async function exchange(
  request: HttpRequest,
  authorize: Authorize | undefined,
  network: Network,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let hop = request
  let isHome = true
  for (let redirects = 0; ; redirects++) {
    // Once the chain has left its origin, a redirect back to it was chosen by another host.
    isHome &&= hop.url.origin === request.url.origin
    const proof = isHome && authorize ? await authorize(hop, signal) : {}
    const isSecret = Object.keys(proof).length > 0
    const sent = { ...hop, headers: { ...(isHome ? hop.headers : plainHeaders(hop)), ...proof }, isSecret }
    const answer = await sendRequest(sent, network, signal)
    const next = redirectOf(answer, hop, network)
    if (next === undefined) return answer
    if (redirects === MAX_REDIRECTS)
      throw new SkillError('EXTERNAL_SERVICE_ERROR', `${request.url.host} redirects more than ${MAX_REDIRECTS} times`)
    hop = next
  }
}

function redirectOf(answer: HttpAnswer, hop: HttpRequest, network: Network): HttpRequest | undefined {
  const { location } = answer.headers
  if (!REDIRECTS.has(answer.status) || location === undefined) return undefined
  if (!URL.canParse(location, hop.url.href))
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `${hop.url.host} redirects to something that is no URL`)
  const url = guardUrl(new URL(location, hop.url), network)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw new SkillError('PERMISSION_DENIED', `Refused a redirect from https to plain http on ${url.host}`)
  const keepsMethod = answer.status === 307 || answer.status === 308 || hop.method === 'GET'
  if (keepsMethod) return { ...hop, url }
  if (answer.status !== 303 && hop.method !== 'POST') return { ...hop, url }
  const { 'content-type': _type, ...headers } = hop.headers
  return { method: 'GET', url, headers }
}

function plainHeaders({ headers }: HttpRequest): Record<string, string> {
  const type = headers['content-type']
  return type === undefined ? {} : { 'content-type': type }
}
