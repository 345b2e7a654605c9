import { sql } from 'kysely'
import type { JobsContext } from './jobs-context.ts'

const DELETED_AT_ONCE = 500

/** Deletes runs that ended longer ago than they are kept, and old slots, a bounded number at a time; true when there may be more. */
export async function deleteOld({ db, clock, settings }: JobsContext): Promise<boolean> {
  const before = clock() - settings.keepEndedMs
  const runs = await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      delete from runs where sequence in (
        select sequence from runs where finished_at < ${before} and created_at < ${before}
          and sequence < (select coalesce(min(sequence), 9e15) from (
            select sequence from runs where created_at >= ${before} order by sequence limit 1) as young)
        order by sequence limit ${DELETED_AT_ONCE})
      returning id`.execute(transaction)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await transaction.deleteFrom('run_events').where('run_id', 'in', ids).execute()
    return ids.length
  })
  const { rows: slots } = await sql`
    delete from slots where (schedule_id, slot_at) in (
      select schedule_id, slot_at from slots where slot_at < ${before} limit ${DELETED_AT_ONCE})
    returning 1 as deleted`.execute(db)
  return runs === DELETED_AT_ONCE || slots.length === DELETED_AT_ONCE
}
