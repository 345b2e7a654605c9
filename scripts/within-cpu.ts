import { expect } from 'vitest'

// How far above the meant cost is still no failure: slow machines, cold code and the garbage of the tests before, which is
// collected meanwhile, stay below it, work that grows with the square of these inputs, or without end, far above.
const HEADROOM = 20

/**
 * For tests: the result of work that is meant to cost so many milliseconds of the processor in this thread, which a busy
 * machine does not change as it does the clock. `prepare` is not counted.
 */
export function within<R>(meantMs: number, work: () => R): R
export function within<T, R>(meantMs: number, work: (prepared: T) => R, prepare: () => T): R
export function within<T, R>(meantMs: number, work: (prepared?: T) => R, prepare?: () => T): R {
  const prepared = prepare?.()
  const before = process.threadCpuUsage()
  const result = work(prepared)
  expectCheap(meantMs, process.threadCpuUsage(before))
  return result
}

/** The same for work that waits: everything the process does meanwhile counts. */
export async function withinAsync<R>(meantMs: number, work: () => Promise<R>): Promise<R> {
  const before = process.cpuUsage()
  const result = await work()
  expectCheap(meantMs, process.cpuUsage(before))
  return result
}

function expectCheap(meantMs: number, { user, system }: NodeJS.CpuUsage): void {
  expect((user + system) / 1_000).toBeLessThan(meantMs * HEADROOM)
}
