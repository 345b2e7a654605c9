import { type Kysely, sql } from 'kysely'
import type { RunFilter } from './jobs.ts'
import type { Run } from './run.ts'
import { runOf } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

/** The row of a run. */
export function readRow(db: Kysely<JobTables>, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
}

const LISTED =
  'sequence, id, skill, version, request, principal, via, is_idempotent, is_job, priority, state, attempt, max_attempts, backoff, fence, due_at, delayed_until, node, cancel_requested, progress, last_event, error_code, is_dead, idempotency_key, singleton_key, webhook, created_at, started_at, finished_at, schedule_id, slot_at'

/** Runs, the newest first, without what they answered: that can be large. */
export async function listRuns(db: Kysely<JobTables>, filter: RunFilter): Promise<readonly Run[]> {
  const { principal, skill, state, isDead, scheduleId, after, limit } = filter
  const conditions = [
    ...(principal === undefined ? [] : [sql`principal = ${principal}`]),
    ...(skill === undefined ? [] : [sql`skill = ${skill}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    // Written out for the sake of partial indexes.
    ...(isDead === undefined ? [] : [isDead ? sql`is_dead = 1` : sql`is_dead = 0`]),
    ...(scheduleId === undefined ? [] : [sql`schedule_id = ${scheduleId}`]),
    ...(after === undefined ? [] : [sql`sequence < (select sequence from runs where id = ${after})`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<Omit<RunRow, 'response' | 'request_digest'>>`
    select ${sql.raw(LISTED)} from runs ${where} order by sequence desc limit ${limit}`.execute(db)
  return rows.map((row) => runOf({ ...row, response: null, request_digest: null }))
}
