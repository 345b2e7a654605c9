import { within } from '../call/within.ts'
import type { FetchGuardedOptions } from './fetch-guarded.ts'
import { guardUrl } from './guard-address.ts'
import { openNetwork } from './network.ts'
import { sendRequest } from './send-request.ts'

/** Sends a message to a URL, with the address guard of every other call, and gives the status of the answer. Follows no redirect. Throws SkillError when none came. */
export async function postGuarded(
  url: string,
  body: string,
  { signal, timeoutMs = 15_000, headers = {}, ...options }: FetchGuardedOptions = {},
): Promise<number> {
  const network = openNetwork(options)
  const request = { method: 'POST', url: guardUrl(url, network), headers, body }
  const limit = { ms: timeoutMs, message: `${request.url.host} did not answer within ${timeoutMs} ms` }
  const { status } = await within(limit, signal, (inner) => sendRequest(request, network, inner))
  return status
}
