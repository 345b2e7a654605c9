import { SkillError } from '@skillwright/contract'

const MAX_WAIT_MS = 30_000

/** Failures that may be gone a moment later. */
const PASSING: ReadonlySet<string> = new Set([
  'FETCH_FAILED',
  'TOOL_TIMEOUT',
  'RATE_LIMIT_EXCEEDED',
  'EXTERNAL_SERVICE_ERROR',
])

/** How long to wait before the same request may be sent again; undefined when that would not help. */
export function waitBeforeRetry(error: unknown, attempt: number, backoffMs: number): number | undefined {
  if (!(error instanceof SkillError) || !PASSING.has(error.code)) return undefined
  // Full jitter, so that callers who failed together do not return together.
  const jitteredMs = Math.random() * Math.min(MAX_WAIT_MS, backoffMs * 2 ** (attempt - 1))
  const asked = error.details?.retry_after_seconds
  const waitMs = (typeof asked === 'number' ? asked * 1_000 : 0) + jitteredMs
  return waitMs > MAX_WAIT_MS ? undefined : waitMs
}
