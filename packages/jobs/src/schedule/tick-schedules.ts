import { databaseFailure } from '@skillwright/store'
import { sql, type Transaction } from 'kysely'
import { cancelRuns } from '../change-runs.ts'
import type { JobsContext } from '../jobs-context.ts'
import type { Run } from '../run.ts'
import type { Schedule, Slot } from '../schedules.ts'
import { insertRuns, submissionOf } from '../submit-runs.ts'
import { overRows } from '../tables/over-rows.ts'
import { AFTER_OTHERS } from '../tables/run-rows.ts'
import type { JobTables, ScheduleRow } from '../tables/tables.ts'
import { cronTimes } from './cron-times.ts'
import { type PlannedSlot, planSlots } from './plan-slots.ts'
import { runOfSchedule } from './run-of-schedule.ts'
import { scheduleOf } from './schedule-rows.ts'

const SLOTS_A_TRANSACTION = 500
const SCHEDULES_A_QUERY = 500

/** Makes the runs of all slots that have come; true when it made any. Several nodes may do it at once: one of them gets each slot. */
export async function tickSchedules(context: JobsContext): Promise<boolean> {
  let hasRuns = false
  const failed = new Set<string>()
  for (;;) {
    const due = await context.db
      .selectFrom('schedules')
      .selectAll()
      .where('next_at', '<=', context.clock())
      .$if(failed.size > 0, (query) => query.where('id', 'not in', [...failed]))
      .orderBy('next_at')
      .limit(SCHEDULES_A_QUERY)
      .execute()
    for (const row of due)
      try {
        hasRuns = (await makeSlots(context, row)) || hasRuns
      } catch (error) {
        if (databaseFailure(error) !== undefined) throw error
        // One that cannot be read keeps no other waiting.
        context.onError(error)
        failed.add(row.id)
      }
    if (due.length === 0) return hasRuns
  }
}

async function makeSlots(context: JobsContext, row: ScheduleRow): Promise<boolean> {
  const { db, clock, settings } = context
  const times = cronTimes(row.cron, row.time_zone)
  const { missedAfterMs, keepEndedMs } = settings
  // What came before is not kept, and so not made up for.
  const kept = clock() - keepEndedMs
  const isOld = row.next_at !== null && row.next_at < kept
  const schedule = scheduleOf(isOld ? { ...row, next_at: times.after(kept) ?? null } : row)
  const { slots, nextAt } = planSlots(schedule, times, { now: clock(), missedAfterMs, limit: SLOTS_A_TRANSACTION })
  const ended = await db.transaction().execute(async (transaction) => {
    const moved = await sql`
      update schedules set next_at = ${nextAt ?? null}
      where id = ${row.id} and next_at = ${row.next_at} and cron = ${row.cron} and time_zone = ${row.time_zone}
        and is_paused = ${row.is_paused} returning id`.execute(transaction)
    if (moved.rows.length === 0) return undefined
    return writeSlots(context, transaction, { schedule, slots })
  })
  for (const id of ended?.replaced ?? []) context.cancelHere(id)
  for (const run of ended?.cancelled ?? []) context.onEnded(run)
  return (ended?.runs ?? 0) > 0
}

const SLOT = { schedule_id: 'text', slot_at: 'bigint', outcome: 'text', run_id: 'text' } as const

async function writeSlots(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  { schedule, slots }: { readonly schedule: Schedule; readonly slots: readonly PlannedSlot[] },
): Promise<{ readonly runs: number; readonly replaced: readonly string[]; readonly cancelled: readonly Run[] }> {
  const { overlap = 'skip' } = schedule
  const { maxQueued } = context.settings
  const replaced: string[] = []
  const rows = submissionOf(
    context,
    slots.map(({ at }) => runOfSchedule(schedule, at)),
  )
  const outcomes: (Slot & { readonly row: (typeof rows)[number] | undefined })[] = []
  const open = new Set(await openRuns(transaction, schedule.id))
  let isFirst = open.size === 0
  for (const [i, { at, plan }] of slots.entries()) {
    const isLate = plan === 'catch_up'
    const isRun = plan === 'run' || isLate
    const row = rows[i]
    if (!isRun || row === undefined) {
      outcomes.push({ scheduleId: schedule.id, at, outcome: isRun ? 'skipped_missed' : plan, row: undefined })
      continue
    }
    // What is made up for waits for what is before it: it would be left out otherwise, since it all comes at once.
    if (overlap === 'replace' && !isLate) {
      replaced.push(...open)
      open.clear()
    } else if ((overlap === 'skip' && !isLate && open.size > 0) || open.size >= maxQueued) {
      const outcome = isLate ? 'skipped_missed' : 'skipped_overlap'
      outcomes.push({ scheduleId: schedule.id, at, outcome, row: undefined })
      continue
    }
    open.add(row.id)
    const waiting = isFirst ? row : { ...row, delayed_until: AFTER_OTHERS }
    outcomes.push({ scheduleId: schedule.id, at, outcome: 'run', runId: row.id, row: waiting })
    isFirst = false
  }
  const { kind, engine } = context
  const made = outcomes.flatMap(({ row }) => row ?? [])
  await insertRuns({ kind, transaction, rows: made })
  await engine.deliver(
    transaction,
    made.filter(({ delayed_until }) => delayed_until === null),
  )
  const cancelled = await cancelRuns(context, transaction, replaced)
  const values = outcomes.map(({ scheduleId, at, outcome, runId = null }) => ({
    schedule_id: scheduleId,
    slot_at: at,
    outcome,
    run_id: runId,
  }))
  await overRows(
    { kind, db: transaction },
    {
      columns: SLOT,
      rows: values,
      text: ({ x, rowsAfter }) =>
        `insert into slots (${Object.keys(SLOT).join(', ')}) select ${Object.values(x).join(', ')} ${rowsAfter('from')}`,
    },
  )
  return { runs: made.length, replaced, cancelled }
}

async function openRuns(transaction: Transaction<JobTables>, scheduleId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from runs where schedule_id = ${scheduleId} and state in ('queued', 'running')`.execute(transaction)
  return rows.map(({ id }) => id)
}
