import type { Transaction } from 'kysely'
import type { JobTables, RunRow } from '../tables/tables.ts'

/** A run that waits for a worker. */
export type ReadyRun = Pick<RunRow, 'id' | 'skill' | 'priority'>

/** What a worker asks for. */
export interface ClaimOptions {
  readonly limit: number
  /** At most so many of one skill at once, over all nodes. */
  readonly perSkill?: number | undefined
}

/**
 * How waiting runs reach a worker. It only carries their ids: what is true of a run stands in its row, and it is begun and ended
 * there. So whatever an engine repeats, is late with or forgets to take back changes nothing.
 */
export interface RunEngine extends AsyncDisposable {
  /** Hands runs over in the transaction in which they began to wait. */
  deliver(transaction: Transaction<JobTables>, runs: readonly ReadyRun[]): Promise<void>
  /** Takes the next ones, the most urgent first, in the transaction that begins them. */
  claim(transaction: Transaction<JobTables>, options: ClaimOptions): Promise<readonly string[]>
  /** Whether it is worth to open a transaction and claim. */
  mayHave(): Promise<boolean>
}
