import { setImmediate } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'

/** Lets a long loop of short synchronous steps yield to the event loop, so that other work runs and a signal is handled. */
export interface LoopYielder {
  /** Yields when its time slice is over; throws SkillError CANCELLED when the caller aborted. */
  step(): Promise<void> | undefined
}

const SLICE_MS = 12
// Reading the clock costs more than a step; and Node would take 5 ms to load the one that never jumps, which here does no harm.
const STEPS_BETWEEN = 16

/** Makes the yielder of one loop. */
export function loopYielder(signal: AbortSignal | undefined): LoopYielder {
  let steps = 0
  let since = Date.now()
  const rest = async () => {
    await setImmediate()
    since = Date.now()
    throwIfCancelled(signal)
  }
  throwIfCancelled(signal)
  return {
    step: () => (++steps % STEPS_BETWEEN === 0 && Date.now() - since > SLICE_MS ? rest() : undefined),
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new SkillError('CANCELLED', 'Reading the skills was cancelled', { cause: signal.reason })
}
