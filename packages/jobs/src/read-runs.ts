import { type Kysely, sql } from 'kysely'
import type { RunFilter } from './jobs.ts'
import type { JobsContext } from './jobs-context.ts'
import type { Run, RunState } from './run.ts'
import { LISTED_COLUMNS, runOf } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

/** The row of a run. */
export function readRow(db: Kysely<JobTables>, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** States of runs that have not ended: few, however long the history is. */
const OPEN: ReadonlySet<RunState | undefined> = new Set(['queued', 'running'])
/** States of runs that have an error, by which they are indexed. */
const BAD: ReadonlySet<RunState | undefined> = new Set(['failed', 'cancelled'])

/** Runs, the newest first, without what they answered: that can be large. */
export async function listRuns({ db, engine }: JobsContext, filter: RunFilter): Promise<readonly Run[]> {
  const { principal, skill, state, errorCode, isDead, scheduleId, after, limit } = filter
  const conditions = [
    ...(principal === undefined ? [] : [sql`principal = ${principal}`]),
    ...(skill === undefined ? [] : [sql`skill = ${skill}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    // Written out for the sake of partial indexes, like the next.
    ...(BAD.has(state) || errorCode !== undefined ? [sql`error_code is not null`] : []),
    ...(errorCode === undefined ? [] : [sql`error_code = ${errorCode}`]),
    ...(isDead === undefined ? [] : [isDead ? sql`is_dead = 1` : sql`is_dead = 0`]),
    ...(scheduleId === undefined ? [] : [sql`schedule_id = ${scheduleId}`]),
    ...(after === undefined ? [] : [sql`sequence < (select sequence from runs where id = ${after})`]),
  ]
  const isOpen = OPEN.has(state)
  const found = isOpen ? sql`with open as materialized (${sql.raw(engine.open)})` : sql``
  const from = isOpen ? sql`open cross join runs` : sql`runs`
  if (isOpen) conditions.push(sql`runs.id = open.id`)
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const columns = sql.raw(LISTED_COLUMNS.map((column) => `runs.${column}`).join(', '))
  const { rows } = await sql<Pick<RunRow, (typeof LISTED_COLUMNS)[number]>>`
    ${found} select ${columns} from ${from} ${where} order by sequence desc limit ${limit}`.execute(db)
  return rows.map(runOf)
}
