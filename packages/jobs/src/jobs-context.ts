import type { DatabaseKind } from '@skillwright/store'
import type { Kysely } from 'kysely'
import type { RunEngine } from './engine/run-engine.ts'
import type { Perform } from './jobs.ts'
import type { Run } from './run.ts'
import type { RunWatch } from './run-watch.ts'
import type { SharedReads } from './shared-reads.ts'
import type { JobTables } from './tables/tables.ts'

/** What the parts of an open `Jobs` share. */
export interface JobsContext {
  readonly kind: DatabaseKind
  readonly db: Kysely<JobTables>
  readonly engine: RunEngine
  readonly perform: Perform
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly random: () => number
  readonly watch: RunWatch
  readonly reads: SharedReads
  /** Told of what failed in the background and will be tried again. */
  readonly onError: (error: unknown) => void
  /** Told of runs that have ended, once that is written. */
  readonly onEnded: (run: Run) => void
  readonly settings: JobsSettings
  /** Calls a run off when this process does it, and wakes those who wait for it. */
  readonly cancelHere: (id: string) => void
}

/** What can be set. */
export interface JobsSettings {
  /** More than this many waiting runs are refused. */
  readonly maxQueued: number
  /** A node that gave no sign for so long is dead. */
  readonly leaseMs: number
  /** How often a worker looks for what other processes have submitted. */
  readonly pollMs: number
  /** How long ended runs are kept. */
  readonly keepEndedMs: number
  /** A slot that is later than this was missed. */
  readonly missedAfterMs: number
}
