import { setTimeout as delay } from 'node:timers/promises'
import { MAX_OUTPUT_BYTES } from '../answer/run-child.ts'
import { MAX_TIMER_MS } from '../call/max-timer.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { type Connect, connectPinned } from './connect-pinned.ts'
import type { AddressPolicy } from './guard-address.ts'

/** What calls over the network depend on. */
export interface NetworkOptions extends AddressPolicy {
  readonly connect?: Connect
  /** Shared by all calls of a host, so that an origin that keeps failing is left alone. */
  readonly breaker?: CircuitBreaker
  /** Longest answer, decompressed; document B's 10 MB when absent. */
  readonly maxAnswerBytes?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The same with every default filled in. */
export interface Network extends AddressPolicy {
  readonly connect: Connect
  readonly breaker: CircuitBreaker | undefined
  readonly maxAnswerBytes: number
  readonly now: () => number
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Fills in the defaults: real connections, real time. */
export function openNetwork({
  allow = [],
  resolve,
  connect = connectPinned,
  breaker,
  maxAnswerBytes = MAX_OUTPUT_BYTES,
  now = Date.now,
  random = Math.random,
  sleep = (ms, signal) => delay(Math.min(ms, MAX_TIMER_MS), undefined, { signal }),
}: NetworkOptions = {}): Network {
  return { allow, ...(resolve === undefined ? {} : { resolve }), connect, breaker, maxAnswerBytes, now, random, sleep }
}
