import { failed, SkillError, type SkillResponse } from '@skillwright/contract'
import { isTransient, retryDelayMs } from './retry-delay.ts'
import type { Run } from './run.ts'
import type { CalledOff } from './underway.ts'

/** A run is over. */
interface EndedOutcome {
  readonly kind: 'ended'
  readonly state: 'succeeded' | 'failed' | 'cancelled'
  readonly response: SkillResponse
}

/** What becomes of a run whose attempt has ended. */
export type Outcome =
  | EndedOutcome
  | { readonly kind: 'again'; readonly delayMs: number; readonly countsAttempt: boolean }

/** What is known of an attempt. */
export interface Attempt {
  /** Absent when its node died. */
  readonly response?: SkillResponse
  /** Whether the skill itself began: what ended before that did nothing. */
  readonly isStarted: boolean
  readonly calledOff?: CalledOff | undefined
}

/** How often a run that may be repeated is taken over from a node that died: it may be what kills them. */
const MAX_TAKEOVERS = 5

/** Decides what becomes of a run: ended for good, or tried again. Never again where that might do something twice that must be done once. */
export function decideOutcome(run: Run, attempt: Attempt, random: () => number): Outcome {
  const { response, isStarted, calledOff } = attempt
  if (response !== undefined && response.status !== 'failed') return { kind: 'ended', state: 'succeeded', response }
  if (calledOff === 'cancelled') return cancelledOutcome(run, response)
  if (response === undefined || calledOff !== undefined) return interrupted(run, isStarted)
  const isSafe = run.isIdempotent || !isStarted
  if (isSafe && isTransient(response) && run.attempt < (run.maxAttempts ?? 1))
    return {
      kind: 'again',
      delayMs: retryDelayMs(response, { attempt: run.attempt, backoff: run.backoff, random }),
      countsAttempt: true,
    }
  return { kind: 'ended', state: 'failed', response }
}

/** The outcome of a run that was called off. */
export function cancelledOutcome(run: Pick<Run, 'id'>, response?: SkillResponse): EndedOutcome {
  return {
    kind: 'ended',
    state: 'cancelled',
    response: response ?? unanswered(run, new SkillError('CANCELLED', 'The operation was cancelled')),
  }
}

/** The response of a run that nothing answered, by which its caller still finds it. */
function unanswered({ id }: Pick<Run, 'id'>, error: SkillError): SkillResponse {
  return failed(error, { metadata: { run_id: id } })
}

function interrupted(run: Run, isStarted: boolean): Outcome {
  if (!isStarted) return { kind: 'again', delayMs: 0, countsAttempt: false }
  if (run.isIdempotent && run.attempt < Math.max(run.maxAttempts ?? 1, MAX_TAKEOVERS))
    return { kind: 'again', delayMs: 0, countsAttempt: true }
  const again = run.isIdempotent
    ? `it had been begun ${run.attempt} times`
    : 'its contract does not say that repeating is safe'
  const error = new SkillError(
    'INTERRUPTED',
    `The node that ran it stopped before it had ended; it was not run again because ${again}`,
  )
  return { kind: 'ended', state: 'failed', response: unanswered(run, error) }
}
