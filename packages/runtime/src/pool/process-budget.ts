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
  /** Whether one more may be started; then `release` must follow when it has ended. */
  reserve(): boolean
  release(): void
  /** Warm processes at this moment. */
  readonly used: number
}

/** Makes a budget. Memory is what the machine, or the container around us, still has to give. */
export function processBudget({
  maxProcesses = 16,
  minFreeBytes = 256 * 1024 * 1024,
  freeBytes = () => process.availableMemory(),
}: BudgetOptions = {}): ProcessBudget {
  let used = 0
  return {
    reserve() {
      if (used >= maxProcesses || freeBytes() < minFreeBytes) return false
      used++
      return true
    },
    release() {
      used--
    },
    get used() {
      return used
    },
  }
}
