import { SkillError } from '@skillwright/contract'
import { isUniqueViolation } from '@skillwright/store'
import { sql, type Transaction } from 'kysely'
import { cancelledOutcome } from './decide-outcome.ts'
import type { JobsContext } from './jobs-context.ts'
import type { Run } from './run.ts'
import { impliedBy, writeEvents } from './run-events.ts'
import { lockSchedules, releaseNext } from './schedule/release-next.ts'
import { runOf } from './tables/run-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'
import { queueDeliveries } from './webhook/queue-deliveries.ts'

/** Ends runs that wait, and asks those that are being done to end. Answers with those that have ended. */
export async function cancelRuns(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  ids: readonly string[],
): Promise<readonly Run[]> {
  const { clock } = context
  const locked = await lockSchedules(context, transaction, await schedulesOf(transaction, ids))
  const ended: Run[] = []
  for (const id of ids) {
    const { rows } = await sql<RunRow>`
      update runs set state = 'cancelled', response = ${JSON.stringify(cancelledOutcome({ id }).response)},
        error_code = 'CANCELLED', delayed_until = null, open_singleton = null,
        finished_at = ${clock()}, last_event = last_event + 1
      where id = ${id} and state = 'queued' returning *`.execute(transaction)
    const runs = rows.map(runOf)
    await queueDeliveries(context, transaction, runs)
    ended.push(...runs)
    if (rows.length === 0)
      await sql`update runs set cancel_requested = 1 where id = ${id} and state = 'running'`.execute(transaction)
  }
  await releaseNext(context, transaction, locked)
  return ended
}

async function schedulesOf(
  transaction: Transaction<JobTables>,
  ids: readonly string[],
): Promise<readonly (string | null)[]> {
  if (ids.length === 0) return []
  const rows = await transaction.selectFrom('runs').select('schedule_id').where('id', 'in', ids).execute()
  return rows.map(({ schedule_id }) => schedule_id)
}

/** Lets a dead run wait again, as if it had just been accepted; nothing when it is not dead. */
export async function requeueRun(
  context: JobsContext,
  id: string,
  { authority }: { readonly authority: string | undefined },
): Promise<void> {
  const { db, engine, clock } = context
  try {
    await db.transaction().execute(async (transaction) => {
      const { rows: dead } = await sql<RunRow>`select * from runs where id = ${id} and is_dead = 1`.execute(transaction)
      const [before] = dead
      if (before === undefined) return
      const now = clock()
      const facts = JSON.stringify({ ...(JSON.parse(before.facts) as object), authority })
      const { rows } = await sql<RunRow>`
        update runs set state = 'queued', facts = ${facts}, attempt = 0, is_dead = 0, response = null, error_code = null, progress = null,
          finished_at = null, cancel_requested = 0, delayed_until = null, open_singleton = ${runOf(before).singletonKey ?? null},
          last_event = last_event + 1
        where id = ${id} and is_dead = 1 and fence = ${before.fence} returning *`.execute(transaction)
      if (rows.length === 0) return
      const queued = { sequence: before.last_event + 1, at: now, event: { type: 'state', state: 'queued' } } as const
      // Its row tells of its next end now, and no longer of this one.
      await writeEvents(context, transaction, [
        { run: before, fence: before.fence, events: [...impliedBy(before), queued] },
      ])
      await engine.deliver(transaction, rows)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new SkillError('CONFLICT', `Another run with the singleton key of ${id} waits or runs`, {
      hint: 'Wait until it has ended, or cancel it',
    })
  }
}
