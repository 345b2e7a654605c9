import type { PoolClock } from './pool-clock.ts'

/** Options of a budget. */
export interface BudgetOptions {
  /** Processes kept warm at the same time, over all skills. */
  readonly maxProcesses?: number
  /** No process is started ahead while the machine has less memory to give than this. */
  readonly minFreeBytes?: number
  readonly freeBytes?: () => number
}

/** How many warm processes there may be, over all pools; a call that finds no room is run by plain spawn. */
export interface ProcessBudget {
  /** Opens the share of one pool; `evict` ends one process it does not use, or returns false when all are in use. */
  share(evict: () => boolean): BudgetShare
  /** Warm processes at this moment. */
  readonly used: number
}

/** What one pool has of the budget. */
export interface BudgetShare {
  /** Counts a call. */
  noteCall(): void
  /**
   * Whether one more process may be started; then `release` must follow when it has ended. When there is no room, a
   * process of the least used pool is evicted, provided that it is used much less.
   */
  reserve(): boolean
  release(): void
}

// Calls are forgotten by half in this time: long enough to know what is used, short enough to follow a change.
const HALF_LIFE_MS = 10_000
// Two skills that are used alike must not end each other's processes in turn.
const MUCH_MORE = 2

/** Makes a budget. Memory is what the machine, or the container around us, still has to give. */
export function processBudget(
  clock: Pick<PoolClock, 'now'>,
  {
    maxProcesses = 16,
    minFreeBytes = 256 * 1024 * 1024,
    freeBytes = () => process.availableMemory(),
  }: BudgetOptions = {},
): ProcessBudget {
  const holders = new Set<Share>()
  let used = 0

  class Share implements BudgetShare {
    readonly #evict: () => boolean
    #processes = 0
    #calls = 0
    #countedAt = clock.now()

    constructor(evict: () => boolean) {
      this.#evict = evict
    }

    noteCall(): void {
      this.#calls = this.#recentCalls() + 1
      this.#countedAt = clock.now()
    }

    reserve(): boolean {
      if (freeBytes() < minFreeBytes) return false
      if (used >= maxProcesses && !this.#displace()) return false
      used++
      this.#processes++
      holders.add(this)
      return true
    }

    release(): void {
      used--
      this.#processes--
      if (this.#processes === 0) holders.delete(this)
    }

    #displace(): boolean {
      const most = this.#callsEach(this.#processes + 1) / MUCH_MORE
      const others = [...holders]
        .filter((other) => other !== this && other.#callsEach(other.#processes) <= most)
        .toSorted((a, b) => a.#callsEach(a.#processes) - b.#callsEach(b.#processes))
      return others.some((other) => other.#evict())
    }

    #callsEach(processes: number): number {
      return this.#recentCalls() / processes
    }

    #recentCalls(): number {
      return this.#calls * 0.5 ** ((clock.now() - this.#countedAt) / HALF_LIFE_MS)
    }
  }

  return {
    share: (evict) => new Share(evict),
    get used() {
      return used
    },
  }
}
