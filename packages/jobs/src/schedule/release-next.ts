import { sql, type Transaction } from 'kysely'
import type { ReadyRun } from '../engine/run-engine.ts'
import type { JobsContext } from '../jobs-context.ts'
import { AFTER_OTHERS } from '../tables/run-rows.ts'
import type { JobTables } from '../tables/tables.ts'

/**
 * Keeps slots of some schedules from coming while runs of them end. Before anything else in a transaction: a slot that sees a run
 * under way lets its own wait for the end of that one, which must then be still to come.
 */
export async function lockSchedules(
  { kind }: Pick<JobsContext, 'kind'>,
  transaction: Transaction<JobTables>,
  ids: readonly (string | null | undefined)[],
): Promise<readonly string[]> {
  const known = [...new Set(ids)].filter((id) => typeof id === 'string').toSorted()
  // In SQLite one transaction at a time writes.
  if (known.length > 0 && kind === 'postgres')
    await sql`select id from schedules where id = any(${known}::text[]) order by id for update`.execute(transaction)
  return known
}

/** Lets the next run begin of each schedule none of whose others is under way. */
export async function releaseNext(
  { engine }: Pick<JobsContext, 'engine'>,
  transaction: Transaction<JobTables>,
  scheduleIds: readonly string[],
): Promise<void> {
  for (const id of scheduleIds) {
    const { rows } = await sql<ReadyRun>`
      update runs set delayed_until = null
      where sequence = (
        select min(sequence) from runs where schedule_id = ${id} and state = 'queued' and delayed_until = ${AFTER_OTHERS})
      and not exists (
        select 1 from runs as others where others.schedule_id = ${id} and others.state in ('queued', 'running')
          and (others.delayed_until is null or others.delayed_until < ${AFTER_OTHERS}))
      returning id, skill, priority`.execute(transaction)
    await engine.deliver(transaction, rows)
  }
}
