import { SkillError } from '@skillwright/contract'
import { MAX_TIMER_MS } from '../call/max-timer.ts'

/** A limit of time and what to say when it is over. */
interface TimeLimit {
  readonly ms: number
  readonly message: string
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
  if (outer?.aborted) throw reasonOf(outer)
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  const stop = (reason: SkillError) => {
    controller.abort(reason)
    over.reject(reason)
  }
  const onAbort = () => outer && stop(reasonOf(outer))
  const timer = setTimeout(() => stop(new SkillError('TOOL_TIMEOUT', message)), Math.min(ms, MAX_TIMER_MS))
  outer?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(controller.signal), over.promise])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}

function reasonOf({ reason }: AbortSignal): SkillError {
  if (reason instanceof SkillError) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new SkillError('TOOL_TIMEOUT', 'The caller allowed no more time')
  return new SkillError('CANCELLED', 'The call was cancelled')
}
