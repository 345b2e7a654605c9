import { expect } from 'vitest'

// How far above the meant cost is still no failure: slow machines and cold code stay far below it, work that grows with
// the square of these inputs, or without end, far above.
const HEADROOM = 10

/**
 * For tests: the result of work that is meant to cost so many milliseconds of the processor, which a busy machine does not
 * change as it does the clock. `prepare` is not counted.
 */
export function within<R>(meantMs: number, work: () => R): R
export function within<T, R>(meantMs: number, work: (prepared: T) => R, prepare: () => T): R
export function within<T, R>(meantMs: number, work: (prepared?: T) => R, prepare?: () => T): R {
  const prepared = prepare?.()
  const before = process.cpuUsage()
  const result = work(prepared)
  expectCheap(meantMs, before)
  return result
}

/** The same for work that waits: everything the process does meanwhile counts. */
export async function withinAsync<R>(meantMs: number, work: () => Promise<R>): Promise<R> {
  const before = process.cpuUsage()
  const result = await work()
  expectCheap(meantMs, before)
  return result
}

function expectCheap(meantMs: number, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(meantMs * HEADROOM)
}
