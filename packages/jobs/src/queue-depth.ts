import { SkillError } from '@skillwright/contract'
import type { JobsContext } from './jobs-context.ts'

const RETRY_AFTER_SECONDS = 5
const MIN_AGE_MS = 1_000
/** Counting may take so much of the time: the more there is to count, the less often it is counted. */
const SHARE = 1 / 100

/**
 * How many runs wait, as far as it matters for refusing more. Counted now and then, with what this process added in between;
 * other nodes may pass the limit together for about as long as a count is old.
 */
export class QueueDepth {
  readonly #context: JobsContext
  #depth = 0
  #goodUntil = Number.NEGATIVE_INFINITY

  constructor(context: JobsContext) {
    this.#context = context
  }

  /** Refuses runs for which there is no room. */
  async reserve(count: number): Promise<void> {
    const { maxQueued } = this.#context.settings
    // When it seems full it is counted anew: workers on other nodes may have made room.
    if (performance.now() > this.#goodUntil || this.#depth + count > maxQueued) await this.#count()
    if (this.#depth + count > maxQueued)
      throw new SkillError('RATE_LIMIT_EXCEEDED', `${this.#depth} runs wait already, and at most ${maxQueued} may`, {
        details: { retry_after_seconds: RETRY_AFTER_SECONDS },
      })
    this.#depth += count
  }

  async #count(): Promise<void> {
    const before = performance.now()
    const { engine, settings } = this.#context
    const depth = await engine.countWaiting(settings.maxQueued + 1)
    const now = performance.now()
    this.#depth = depth
    this.#goodUntil = now + Math.max(MIN_AGE_MS, (now - before) / SHARE)
  }
}
