import { type Kysely, sql } from 'kysely'
import type { RunFilter } from './jobs.ts'
import type { Run } from './run.ts'
import { LISTED_COLUMNS, runOf } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

/** The row of a run. */
export function readRow(db: Kysely<JobTables>, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
}

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
  const { rows } = await sql<Pick<RunRow, (typeof LISTED_COLUMNS)[number]>>`
    select ${sql.raw(LISTED_COLUMNS.join(', '))} from runs ${where} order by sequence desc limit ${limit}`.execute(db)
  return rows.map(runOf)
}
