import type { Transaction } from 'kysely'
import type { BegunRow } from '../tables/run-rows.ts'
import type { JobTables, RunRow } from '../tables/tables.ts'

/** A run that waits for a worker. */
export type ReadyRun = Pick<RunRow, 'id' | 'skill' | 'priority'>

/** A run that no worker does any more. */
interface ReleasedRun {
  readonly id: string
  /** False for one that may have been held without being claimed. */
  readonly isJob: boolean
}

/** How many runs of a skill wait. */
export interface WaitingRuns {
  readonly skill: string
  readonly count: number
}

/** What a worker asks for. */
export interface ClaimOptions {
  readonly limit: number
  /** At most so many of one skill at once, over all nodes. */
  readonly perSkill?: number | undefined
  /** Who does them from now on. */
  readonly node: string
  readonly now: number
}

/**
 * How waiting runs reach a worker. What is true of a run stands in its row, and it is begun and ended there: whatever an engine
 * repeats, is late with or forgets to take back changes nothing. Everything happens in the transaction that changes the row.
 */
export interface RunEngine extends AsyncDisposable {
  /** An expression that is asked for once in a transaction of a worker, and lets it be planned by the indexes there are. */
  readonly tuning: string
  /** Hands over runs that have begun to wait. */
  deliver(transaction: Transaction<JobTables>, runs: readonly ReadyRun[]): Promise<void>
  /** Takes the next ones, the most urgent first, and begins them. */
  claim(transaction: Transaction<JobTables>, options: ClaimOptions): Promise<readonly BegunRow[]>
  /** Notes that a node does runs that it did not claim. */
  hold(transaction: Transaction<JobTables>, ids: readonly string[]): Promise<void>
  /** Runs that were claimed or held are done by no worker any more. */
  release(transaction: Transaction<JobTables>, runs: readonly ReleasedRun[]): Promise<void>
  /** What a node is doing. */
  heldBy(transaction: Transaction<JobTables>, node: string): Promise<readonly RunRow[]>
  /** How many wait, counted up to a limit. */
  countWaiting(limit: number): Promise<number>
  /** How many wait of each skill, most first. */
  waitingBySkill(): Promise<readonly WaitingRuns[]>
  /** A question for the ids of the runs that wait or run, as SQL: their states are in no index, since each change of one would cost. */
  readonly open: string
  /** Whether it is worth to open a transaction and claim. */
  mayHave(): Promise<boolean>
}

/** What becomes of a row when its run is begun, by the parameters `node` and `now`. */
export function begin(node: string, now: string): string {
  return `state = 'running', node = ${node}, fence = runs.fence + 1, attempt = runs.attempt + 1,
    last_event = runs.last_event + 1, started_at = coalesce(runs.started_at, ${now})`
}
