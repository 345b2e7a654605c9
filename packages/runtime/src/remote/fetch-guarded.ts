import { within } from '../call/within.ts'
import { exchange } from './exchange.ts'
import { guardUrl } from './guard-address.ts'
import { type NetworkOptions, openNetwork } from './network.ts'
import { RemoteAnswer } from './remote-answer.ts'
import { remoteFailure } from './remote-failure.ts'
import type { HttpAnswer } from './send-request.ts'

/** How something is fetched. */
export interface FetchGuardedOptions extends NetworkOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Fetches what is at a URL, with the address guard, the limits and the redirect rules of every other call. Throws SkillError unless it is there. */
export async function fetchGuarded(
  url: string,
  { signal, timeoutMs = 30_000, headers = {}, ...options }: FetchGuardedOptions = {},
): Promise<HttpAnswer> {
  const network = openNetwork(options)
  const request = { method: 'GET', url: guardUrl(url, network), headers }
  const limit = { ms: timeoutMs, message: `${request.url.host} did not answer within ${timeoutMs} ms` }
  const answer = await within(limit, signal, (inner) => exchange(request, undefined, network, inner))
  if (answer.status !== 200) throw remoteFailure(new RemoteAnswer(answer, new Set()), network.now())
  return answer
}
