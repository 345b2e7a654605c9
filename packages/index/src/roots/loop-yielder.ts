import { setImmediate } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'

/** Lets a long loop of quick synchronous steps rest now and then, so that others run and a signal is heard. */
export interface LoopYielder {
  /** Waits when it is time to; throws SkillError CANCELLED when the caller called it off. */
  step(): Promise<void> | undefined
}

const SLICE_MS = 12
// Asking the clock costs more than a step.
const STEPS_BETWEEN = 16

/** Makes a pace for one loop. */
export function loopYielder(signal: AbortSignal | undefined): LoopYielder {
  let steps = 0
  let since = performance.now()
  const rest = async () => {
    await setImmediate()
    since = performance.now()
    throwIfCancelled(signal)
  }
  throwIfCancelled(signal)
  return {
    step: () => (++steps % STEPS_BETWEEN === 0 && performance.now() - since > SLICE_MS ? rest() : undefined),
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new SkillError('CANCELLED', 'Reading the skills was called off', { cause: signal.reason })
}
