import type { Child, Launch } from '../launch.ts'
import type { PoolClock } from './pool-clock.ts'
import type { PoolSpec } from './pool-spec.ts'
import type { BudgetShare } from './process-budget.ts'

/** Warm processes for one key. */
export interface WarmPool {
  /** A warm child for a call; undefined when there is none and plain spawn should do it. */
  take(): Child | undefined | Promise<Child | undefined>
  /** Ends what has not been used since a moment; true when nothing is left. */
  shrink(unusedSince: number): boolean
  /** Ends one process that waits for a call, the one used longest ago; false when none waits. */
  evict(): boolean
  /** Ends everything, at once. */
  close(): void
}

/** What every kind of pool is made from. */
export interface WarmPoolSetup {
  readonly launch: Launch
  readonly spec: PoolSpec
  readonly clock: PoolClock
  readonly budget: BudgetShare
}
