import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { RateClass } from '@skillwright/hub-api'
import type { HubConfig } from '../hub-config.ts'

/** What is left of a caller's requests. */
interface Allowance {
  readonly allowed: boolean
  /** Requests a minute. */
  readonly limit: number
  readonly remaining: number
  /** Until there is one again, or, when there is one now, until all are back. */
  readonly resetSeconds: number
}

/** Takes one request from a caller's allowance; undefined when the class has no limit. */
export type RateLimiter = (who: string, rate: RateClass) => Allowance | undefined

interface Bucket {
  tokens: number
  at: number
  /** Whether it was used again since it was made or last spared. */
  isBusy: boolean
}

const MAX_BUCKETS = 50_000

/** Limits requests a minute for each person or address, evenly: what was used comes back bit by bit. Each node counts for itself. */
export function openRateLimiter(rates: HubConfig['rate'], clock: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>()
  return (who, rate) => {
    const limit = rate === 'none' ? 0 : rates[rate]
    if (limit === 0) return undefined
    const key = `${rate} ${who}`
    const known = buckets.get(key)
    const bucket = known ?? { tokens: limit, at: clock(), isBusy: false }
    if (known === undefined) {
      if (buckets.size >= MAX_BUCKETS) forgetSome(buckets)
      buckets.set(key, bucket)
    } else refill(bucket, limit, clock())
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens--
    const missing = allowed ? limit - bucket.tokens : 1 - bucket.tokens
    return {
      allowed,
      limit,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.max(1, Math.ceil((missing / limit) * 60)),
    }
  }
}

/**
 * Forgets those known for longest but for the busy ones, which are spared once. Many at once, because finding the first of a map that
 * lost its first ones is slow; and none is moved when it is used, which would be as slow.
 */
function forgetSome(buckets: Map<string, Bucket>): void {
  for (const [key, bucket] of buckets) {
    if (buckets.size <= MAX_BUCKETS * 0.9) break
    buckets.delete(key)
    if (bucket.isBusy) buckets.set(key, bucket)
    bucket.isBusy = false
  }
}

function refill(bucket: Bucket, limit: number, now: number): void {
  bucket.tokens = Math.min(limit, bucket.tokens + (Math.max(0, now - bucket.at) * limit) / 60_000)
  bucket.at = now
  bucket.isBusy = true
}

/** The part of an address that stands for one customer: all of an IPv4 address, the network of an IPv6 one, however a proxy writes it. */
export function addressKey(text: string): string {
  if (isIPv4(text)) return text
  const [bare = ''] = text.split('%', 1)
  // With a port, in brackets, in capitals: all of it is read as a URL reads it.
  const { address } = SocketAddress.parse(isIPv6(bare) ? `[${bare}]` : bare) ?? { address: bare }
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
