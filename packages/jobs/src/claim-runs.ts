import { sql, type Transaction } from 'kysely'
import type { ClaimOptions } from './engine/run-engine.ts'
import type { JobsContext } from './jobs-context.ts'
import { writeEvents } from './run-events.ts'
import { rowsOf } from './tables/rows-of.ts'
import { runOf } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

const PROMOTED_AT_ONCE = 1_000

/** Begins the runs that come next, as this node's. */
export async function claimRuns(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  { node, ...options }: ClaimOptions & { readonly node: string },
): Promise<readonly RunRow[]> {
  const ids = await context.engine.claim(transaction, options)
  if (ids.length === 0) return []
  const now = context.clock()
  const wanted = rowsOf(
    context.kind,
    { id: 'text' },
    ids.map((id) => ({ id })),
  )
  const { rows } = await sql<RunRow>`
    update runs set state = 'running', node = ${node}, fence = fence + 1, attempt = attempt + 1,
      last_event = last_event + 1, started_at = coalesce(started_at, ${now})
    where id in (select x.id from ${wanted}) and state = 'queued' and delayed_until is null
    returning *`.execute(transaction)
  await writeEvents(
    context,
    transaction,
    // The first beginning is told by the row itself.
    rows
      .filter(({ fence }) => fence > 1)
      .map((row) => ({
        run: runOf(row),
        fence: row.fence,
        events: [{ sequence: row.last_event, at: now, event: { type: 'state', state: 'running' } }],
      })),
  )
  const place = new Map(ids.map((id, i) => [id, i]))
  return rows.toSorted((a, b) => b.priority - a.priority || (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
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
