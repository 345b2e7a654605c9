import type { Generated, Selectable } from 'kysely'
import type { RunState } from '../run.ts'
import type { Slot } from '../schedules.ts'

/** Every table of runs and schedules. Times are milliseconds since 1970, flags 0 or 1, documents JSON text: the same in SQLite and PostgreSQL. A type, so that kysely's withTables takes it. */
export type JobTables = {
  runs: RunsTable
  run_events: RunEventsTable
  run_nodes: RunNodesTable
  run_holds: RunHoldsTable
  schedules: SchedulesTable
  slots: SlotsTable
  webhook_deliveries: WebhookDeliveriesTable
}

/** What they are called. */
export const JOB_TABLE_NAMES = [
  'runs',
  'run_events',
  'run_nodes',
  'run_holds',
  'schedules',
  'slots',
  'webhook_deliveries',
] as const satisfies readonly (keyof JobTables)[]

/** One execution of a request: the truth about it, whichever engine hands it to a worker. Few columns: each costs when it is begun and ends. */
interface RunsTable {
  /** Order of acceptance. */
  sequence: Generated<number>
  id: string
  skill: string
  principal: string
  /** JSON of what it was accepted with and is neither asked for nor changed. */
  facts: string
  /** Tells whether the same idempotency key came with the same request. */
  request_digest: string | null
  /** It was accepted for later, so a failure can be looked at and tried again. */
  is_job: number
  priority: number
  state: RunState
  /** How often it was begun since it was accepted or requeued. */
  attempt: number
  /** How often it was begun at all: what ends it must have begun it last. */
  fence: number
  /** A queued run with this does not wait for a worker yet. */
  delayed_until: number | null
  /** Which node runs it. */
  node: string | null
  cancel_requested: number
  progress: string | null
  /** The number of the last thing that happened to it. */
  last_event: number
  response: string | null
  error_code: string | null
  is_dead: number
  idempotency_key: string | null
  /** Its singleton key, until it has ended: unique. */
  open_singleton: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
  schedule_id: string | null
}

/** What happened to a run and cannot be told from its row: log, progress, and states that it has left again. */
interface RunEventsTable {
  run_id: string
  sequence: number
  at: number
  event: string
}

/** A process that runs. */
interface RunNodesTable {
  id: string
  /** Grows while it lives. One that does not grow for the time of a lease, by the watcher's own clock, is dead. */
  beat: number
}

/** A run that a node does without having claimed it; only in PostgreSQL. */
interface RunHoldsTable {
  run_id: string
}

/** What is to be run when. */
interface SchedulesTable {
  id: string
  owner: string
  name: string
  authority: string | null
  skill: string
  version: string | null
  action: string | null
  params: string
  cron: string
  time_zone: string
  overlap: 'skip' | 'queue' | 'replace'
  missed: 'skip' | 'once' | 'all'
  is_idempotent: number
  priority: number
  max_attempts: number
  is_paused: number
  next_at: number | null
}

/** What became of one time of a schedule. */
interface SlotsTable {
  schedule_id: string
  slot_at: number
  outcome: Slot['outcome']
  run_id: string | null
}

/** The news of an ended run, until it has been told. */
interface WebhookDeliveriesTable {
  id: string
  run_id: string
  principal: string
  url: string
  body: string
  attempt: number
  /** Not before this time; another node that tries it now has moved it on. */
  next_at: number
}

/** A run as it is stored. */
export type RunRow = Selectable<RunsTable>
/** A schedule as it is stored. */
export type ScheduleRow = Selectable<SchedulesTable>
/** What became of a time of a schedule, as it is stored. */
export type SlotRow = Selectable<SlotsTable>
