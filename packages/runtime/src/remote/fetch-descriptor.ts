import { type Descriptor, readDescriptor } from '@skillwright/skill'
import { exchange } from './exchange.ts'
import { guardUrl } from './guard-address.ts'
import { type NetworkOptions, openNetwork } from './network.ts'
import { parseBody } from './read-remote-answer.ts'
import { remoteFailure } from './remote-failure.ts'
import { within } from './within.ts'

/** Fetches and reads the descriptor at a URL, guarded like every other call. Throws SkillError. */
export async function fetchDescriptor(
  url: string,
  { signal, timeoutMs = 30_000, ...options }: NetworkOptions & { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Descriptor> {
  const network = openNetwork(options)
  const request = { method: 'GET', url: guardUrl(url, network), headers: {} }
  const limit = { ms: timeoutMs, message: `${request.url.host} did not answer within ${timeoutMs} ms` }
  const answer = await within(limit, signal, (inner) => exchange(request, undefined, network, inner))
  if (answer.status !== 200) throw remoteFailure(answer, network.now())
  return readDescriptor(parseBody(answer))
}
