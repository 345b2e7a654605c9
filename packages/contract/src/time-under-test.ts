import { expect } from 'vitest'

const TRIES = 5

/**
 * The result of work that takes less than so long in one of a few tries: the first ones only warm up. What it counts is the
 * time of the processor, because on a busy machine the clock runs while others work. `prepare` is not counted.
 */
export function within<R>(limitMs: number, work: () => R): R
export function within<T, R>(limitMs: number, work: (prepared: T) => R, prepare: (round: number) => T): R
export function within<T, R>(limitMs: number, work: (prepared?: T) => R, prepare?: (round: number) => T): R {
  for (let round = 1; ; round++) {
    const { result, ms } = timed(work, prepare?.(round))
    if (ms >= limitMs && round < TRIES) continue
    expect(ms).toBeLessThan(limitMs)
    return result
  }
}

/** The best time of a few tries, in milliseconds of the processor. */
export function bestTime(work: () => unknown): number {
  return Math.min(...Array.from({ length: TRIES }, () => timed(work, undefined).ms))
}

function timed<T, R>(work: (prepared?: T) => R, prepared: T | undefined): { result: R; ms: number } {
  // biome-ignore lint/style/noRestrictedGlobals: only tests come here.
  const before = process.cpuUsage()
  const result = work(prepared)
  // biome-ignore lint/style/noRestrictedGlobals: only tests come here.
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1_000 }
}
