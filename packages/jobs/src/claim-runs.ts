import { sql, type Transaction } from 'kysely'
import type { ClaimOptions } from './engine/run-engine.ts'
import type { JobsContext } from './jobs-context.ts'
import { writeEvents } from './run-events.ts'
import type { BegunRow } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

const PROMOTED_AT_ONCE = 1_000

/** Begins the runs that come next, as this node's. */
export async function claimRuns(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  options: Omit<ClaimOptions, 'now'>,
): Promise<readonly BegunRow[]> {
  const now = context.clock()
  const rows = await context.engine.claim(transaction, { ...options, now })
  // The first beginning is told by the row itself.
  const again = rows.filter(({ fence }) => fence > 1)
  await writeEvents(
    context,
    transaction,
    again.map((run) => ({
      run,
      fence: run.fence,
      events: [{ sequence: run.last_event, at: now, event: { type: 'state', state: 'running' } }],
    })),
  )
  return rows.toSorted((a, b) => b.priority - a.priority || a.sequence - b.sequence)
}

/** Hands over the runs whose time has come. */
export async function promoteRuns(context: JobsContext, transaction: Transaction<JobTables>): Promise<number> {
  const { rows } = await sql<Pick<RunRow, 'id' | 'skill' | 'priority'>>`
    update runs set delayed_until = null
    where delayed_until is not null and sequence in (
      select sequence from runs where delayed_until is not null and delayed_until <= ${context.clock()}
      order by delayed_until limit ${PROMOTED_AT_ONCE})
    returning id, skill, priority`.execute(transaction)
  await context.engine.deliver(transaction, rows)
  return rows.length
}

/** When the next run that waits for its time is due. */
export async function nextDueAt({ db }: JobsContext): Promise<number | undefined> {
  const { rows } = await sql<{ delayed_until: number }>`
    select delayed_until from runs where delayed_until is not null order by delayed_until limit 1`.execute(db)
  return rows[0]?.delayed_until
}
