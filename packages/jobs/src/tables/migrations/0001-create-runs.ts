import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type Columns = Readonly<Record<string, string>>

const TABLES: Readonly<Record<string, Columns>> = {
  runs: {
    id: 'text not null unique',
    skill: 'text not null',
    principal: 'text not null',
    facts: 'text not null',
    request_digest: 'text',
    is_job: 'integer not null',
    priority: 'integer not null',
    state: 'text not null',
    attempt: 'integer not null',
    fence: 'integer not null',
    delayed_until: 'bigint',
    node: 'text',
    cancel_requested: 'integer not null',
    progress: 'text',
    last_event: 'integer not null',
    response: 'text',
    error_code: 'text',
    is_dead: 'integer not null',
    idempotency_key: 'text',
    open_singleton: 'text',
    created_at: 'bigint not null',
    started_at: 'bigint',
    finished_at: 'bigint',
    schedule_id: 'text',
  },
  run_events: {
    run_id: 'text not null',
    sequence: 'integer not null',
    at: 'bigint not null',
    event: 'text not null',
    primary: 'key (run_id, sequence)',
  },
  run_nodes: { id: 'text primary key', beat: 'bigint not null' },
  run_holds: { run_id: 'text primary key' },
  schedules: {
    id: 'text primary key',
    owner: 'text not null',
    name: 'text not null',
    skill: 'text not null',
    version: 'text',
    action: 'text',
    params: 'text not null',
    cron: 'text not null',
    time_zone: 'text not null',
    overlap: 'text not null',
    missed: 'text not null',
    is_idempotent: 'integer not null',
    priority: 'integer not null',
    max_attempts: 'integer not null',
    is_paused: 'integer not null',
    next_at: 'bigint',
    unique: '(owner, name)',
  },
  slots: {
    schedule_id: 'text not null',
    slot_at: 'bigint not null',
    outcome: 'text not null',
    run_id: 'text',
    primary: 'key (schedule_id, slot_at)',
  },
  webhook_deliveries: {
    id: 'text primary key',
    run_id: 'text not null',
    principal: 'text not null',
    url: 'text not null',
    body: 'text not null',
    attempt: 'integer not null',
    next_at: 'bigint not null',
  },
}

// No index here holds or looks at what changes when a run is begun and ends well: PostgreSQL then writes such a change into the page
// of the row, and into no index. In SQLite that makes no difference.
const INDEXES = [
  'index runs_delayed on runs (delayed_until) where delayed_until is not null',
  'index runs_dead on runs (sequence) where is_dead = 1',
  'index runs_principal on runs (principal, sequence)',
  'index runs_skill on runs (skill, sequence)',
  'index runs_schedule on runs (schedule_id, sequence) where schedule_id is not null',
  'unique index runs_idempotency on runs (principal, idempotency_key) where idempotency_key is not null',
  'unique index runs_singleton on runs (principal, open_singleton) where open_singleton is not null',
  'index schedules_next on schedules (next_at) where next_at is not null',
  'index webhook_deliveries_next on webhook_deliveries (next_at)',
]

/** What only one engine needs. */
const OWN = {
  // The table is the queue.
  sqlite: [
    "create index runs_ready on runs (priority desc, sequence) where state = 'queued' and delayed_until is null",
    "create index runs_running on runs (node) where state = 'running'",
  ],
  // Room in each page for the two changes of its rows.
  postgres: ['alter table runs set (fillfactor = 50)'],
}

/** The first tables: runs and what happens to them, schedules and their slots. */
export const createRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const kind = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
    const sequence = kind === 'postgres' ? 'bigint generated always as identity primary key' : 'integer primary key'
    for (const [name, columns] of Object.entries(TABLES)) {
      const own = name === 'runs' ? { sequence, ...columns } : columns
      const list = Object.entries(own).map(([column, type]) => `${column} ${type}`)
      await sql.raw(`create table ${name} (${list.join(', ')})`).execute(db)
    }
    for (const statement of [...INDEXES.map((index) => `create ${index}`), ...OWN[kind]])
      await sql.raw(statement).execute(db)
  },
}
