import { retryAfterMs, SkillError } from '@skillwright/contract'
import type { Network } from './network.ts'
import type { HttpAnswer } from './send-request.ts'

/** How often and how a request may be repeated. */
export interface RetryPolicy {
  readonly maxAttempts: number
  readonly backoffMs: number
  /** True when sending it twice does what sending it once does. */
  readonly isRepeatable: boolean
  /** The moment after which nothing is waited for. */
  readonly deadline: number
  readonly onRetry?: (attempt: number, waitMs: number, why: string) => void
}

const MAX_BACKOFF_MS = 30_000
const RETRIED_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504])
/** Failures of a connection that may be gone a moment later; a wrong certificate is not. */
const PASSING_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
])

/** Sends until an answer is final, attempts run out, or the next wait would pass the deadline. Gives the last answer, or throws the last error. */
export async function withRetries(
  send: (attempt: number) => Promise<HttpAnswer>,
  policy: RetryPolicy,
  network: Network,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let last: Outcome | undefined
  for (let attempt = 1; ; attempt++) {
    const outcome = await settle(send(attempt))
    // The circuit opened by our own failures: the failure itself says more than the open circuit.
    if (last !== undefined && isCircuitOpen(outcome)) return unwrap(last)
    const wait = attempt < policy.maxAttempts ? waitAfter(outcome, attempt, policy, network) : undefined
    if (wait === undefined || signal.aborted || network.now() + wait >= policy.deadline) return unwrap(outcome)
    policy.onRetry?.(attempt, wait, describe(outcome))
    await network.sleep(wait, signal)
    last = outcome
  }
}

type Outcome = { readonly answer: HttpAnswer } | { readonly error: unknown }

async function settle(sending: Promise<HttpAnswer>): Promise<Outcome> {
  try {
    return { answer: await sending }
  } catch (error) {
    return { error }
  }
}

function unwrap(outcome: Outcome): HttpAnswer {
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}

/** Full jitter: anything from nothing to the doubled backoff, so that callers who failed together do not return together. */
function waitAfter(outcome: Outcome, attempt: number, policy: RetryPolicy, network: Network): number | undefined {
  if (!isWorthRepeating(outcome, policy.isRepeatable)) return undefined
  const jittered = network.random() * Math.min(MAX_BACKOFF_MS, policy.backoffMs * 2 ** (attempt - 1))
  const asked = 'answer' in outcome ? retryAfterMs(outcome.answer.headers['retry-after'], network.now()) : undefined
  return asked === undefined ? jittered : asked + jittered
}

function isWorthRepeating(outcome: Outcome, isRepeatable: boolean): boolean {
  if ('answer' in outcome) return isRepeatable && RETRIED_STATUSES.has(outcome.answer.status)
  const { error } = outcome
  if (!(error instanceof SkillError)) return false
  const { reason, sent } = error.details ?? {}
  if (error.code === 'TOOL_TIMEOUT') return isRepeatable
  if (error.code === 'FETCH_FAILED') return PASSING_FAILURES.has(String(reason)) && (isRepeatable || sent === false)
  return error.code === 'EXTERNAL_SERVICE_ERROR' && sent === false
}

function isCircuitOpen(outcome: Outcome): boolean {
  return 'error' in outcome && outcome.error instanceof SkillError && outcome.error.details?.circuit === 'open'
}

function describe(outcome: Outcome): string {
  if ('answer' in outcome) return `HTTP ${outcome.answer.status}`
  return outcome.error instanceof Error ? outcome.error.message : 'a failure'
}
