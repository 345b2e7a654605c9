import { errorEntry, type SkillResponse } from '@skillwright/contract'
import type { Backoff } from './run.ts'

const FIRST_MS = 1_000
const MOST_MS = 3_600_000

/** Whether an answer says that the same request may well succeed later. Input that was wrong stays wrong, though its sender can mend it. */
export function isTransient(response: SkillResponse): boolean {
  const [error] = response.errors ?? []
  if (response.status !== 'failed' || error?.recoverable !== true) return false
  const { status } = errorEntry(error.code)
  return status === 429 || status >= 500
}

/** How long a job waits before its next attempt: what the answer asks for, else a random time below a bound that doubles. */
export function retryDelayMs(
  response: SkillResponse,
  { attempt, backoff = {}, random }: { attempt: number; backoff?: Backoff | undefined; random: () => number },
): number {
  const { firstMs = FIRST_MS, mostMs = MOST_MS } = backoff
  const asked = response.errors?.[0]?.details?.retry_after_seconds
  if (typeof asked === 'number' && asked >= 0) return Math.ceil(Math.min(asked * 1_000, mostMs))
  // All of it at random: those that failed together must not come back together.
  return Math.round(random() * Math.min(mostMs, firstMs * 2 ** Math.min(attempt - 1, 40)))
}
