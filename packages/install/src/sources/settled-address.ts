import { SkillError } from '@skillwright/contract'
import { fetchFollowing } from '../store/fetch-following.ts'
import type { GitPlace } from './git-spec.ts'

const PROBE = '/info/refs'
const TIMEOUT_MS = 30_000

/**
 * Where the address of a repository leads in the end, since git itself follows wherever a server sends it. Throws PERMISSION_DENIED when that is in the user's own network. Where
 * only git gets through, by a proxy or certificate of its own, the address stays as it is.
 */
export async function settledAddress({ url, protocol }: GitPlace, signal: AbortSignal | undefined): Promise<string> {
  if (protocol !== 'https' && protocol !== 'http') return url
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetchFollowing(`${url.replace(/\/+$/, '')}${PROBE}?service=git-upload-pack`, {
      fetch: globalThis.fetch,
      headers: {},
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    await answer.body?.cancel()
    const { origin, pathname } = new URL(answer.url)
    return pathname.endsWith(PROBE) ? `${origin}${pathname.slice(0, -PROBE.length)}` : url
  } catch (thrown) {
    if (thrown instanceof SkillError || signal?.aborted) throw thrown
    return url
  }
}
