import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { SkillError } from '@skillwright/contract'

/** How an address is fetched. */
export interface FollowOptions {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const MOST_REDIRECTS = 5

/** Addresses of the user's own machine and network. */
const OWN = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  OWN.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
] as const)
  OWN.addSubnet(net, prefix, 'ipv6')

/**
 * Fetches an address that the user typed, and follows where it leads, but never into the user's own machine or network: what is there was not typed. The headers of the
 * first address, with its token, are sent to its origin alone.
 */
export async function fetchFollowing(url: string, { fetch, headers, signal }: FollowOptions): Promise<Response> {
  const first = new URL(url)
  for (let [at, left] = [first, MOST_REDIRECTS]; ; left--) {
    const isFirst = at.origin === first.origin
    if (!isFirst) await requirePublic(at)
    const sent = isFirst ? headers : headers.range === undefined ? {} : { range: headers.range }
    const answer = await fetch(at, { headers: sent, redirect: 'manual', signal })
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    if (location === null) return answer
    await answer.body?.cancel()
    const next = URL.parse(location, at.href)
    if (
      left <= 0 ||
      next === null ||
      !/^https?:$/.test(next.protocol) ||
      (at.protocol === 'https:' && next.protocol !== 'https:')
    )
      throw new SkillError('INVALID_INPUT', `${url} leads to ${location.slice(0, 120)}, which is not followed`)
    at = next
  }
}

async function requirePublic({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) > 0 ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true })
  if (addresses.every(({ address, family }) => !OWN.check(address, family === 6 ? 'ipv6' : 'ipv4'))) return
  throw new SkillError('PERMISSION_DENIED', `The address leads to ${host}, which is in your own network`, {
    hint: 'If that is meant, type that address itself',
  })
}
