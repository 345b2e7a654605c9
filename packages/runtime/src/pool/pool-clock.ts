/** The time as the pools see it; a test brings its own. */
export interface PoolClock {
  /** Milliseconds on a clock that only goes forward. */
  now(): number
  /** Does the work after a while, unless cancelled by the function it returns. Keeps no process alive. */
  after(ms: number, work: () => void): () => void
}

/** The machine's own clock. */
export const systemClock: PoolClock = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
