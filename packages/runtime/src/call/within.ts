import { SkillError } from '@skillwright/contract'
import type { Call } from './call-envelope.ts'
import { MAX_TIMER_MS } from './max-timer.ts'
import { stopReason } from './stop-reason.ts'

/** A limit of time and what to say when it is over. */
interface TimeLimit {
  readonly ms: number
  readonly message: string
}

/** Does work that must end with its call: when the time is over, the caller cancels it, or the runtime is closed. */
export function withinCall<T>(call: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { shutdown, options, timeoutSeconds } = call
  const signals = [shutdown?.signal, options.signal].filter((signal) => signal !== undefined)
  const limit = { ms: call.leftMs(), message: `Operation timed out after ${timeoutSeconds}s` }
  return within(limit, signals.length > 1 ? AbortSignal.any(signals) : signals[0], work)
}

/**
 * Does work that must end with the limit or with the outer signal, even when it does not listen to the signal it is
 * given. Throws TOOL_TIMEOUT or CANCELLED, and leaves no timer and no listener behind.
 */
export async function within<T>(
  { ms, message }: TimeLimit,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer?.aborted) throw stopReason(outer)
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  const stop = (reason: SkillError) => {
    controller.abort(reason)
    over.reject(reason)
  }
  const onAbort = () => outer && stop(stopReason(outer))
  const timer = setTimeout(() => stop(new SkillError('TOOL_TIMEOUT', message)), Math.min(ms, MAX_TIMER_MS))
  outer?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(controller.signal), over.promise])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}
