import { SkillError } from '@skillwright/contract'
import { isUniqueViolation } from '@skillwright/store'
import { type ExpressionBuilder, sql } from 'kysely'
import type { JobsContext } from '../jobs-context.ts'
import type { NewSchedule, Schedule } from '../schedules.ts'
import type { JobTables, ScheduleRow } from '../tables/tables.ts'
import { newScheduleRow, scheduleOf } from './schedule-rows.ts'

/** Adds a schedule, or changes the one of that owner and name. */
export async function putSchedule({ db, clock }: JobsContext, schedule: NewSchedule): Promise<Schedule> {
  const row = newScheduleRow(schedule, clock())
  const written = await db
    .insertInto('schedules')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner', 'name']).doUpdateSet((eb) => changesTo(eb, row)))
    .returningAll()
    .executeTakeFirstOrThrow()
  return scheduleOf(written)
}

/** Adds a schedule, when its owner has none of that name and fewer than they may have. */
export async function addSchedule(
  { kind, db, clock }: JobsContext,
  schedule: NewSchedule,
  { most }: { readonly most: number },
): Promise<Schedule> {
  const row = newScheduleRow(schedule, clock())
  return refusingTaken(schedule, () =>
    db.transaction().execute(async (transaction) => {
      // Two that are added at the same time would both see room for one.
      if (kind === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtextextended(${row.owner}, 0))`.execute(transaction)
      const { count } = await transaction
        .selectFrom('schedules')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner', '=', row.owner)
        .executeTakeFirstOrThrow()
      if (count >= most)
        throw new SkillError('CONFLICT', `${row.owner} has ${count} schedules, and may have ${most}`, {
          hint: 'Delete one that is not needed any more, or ask the operator for more',
        })
      return scheduleOf(await transaction.insertInto('schedules').values(row).returningAll().executeTakeFirstOrThrow())
    }),
  )
}

/** Makes a schedule another; undefined when there is none with that id. */
export async function changeSchedule(
  { db, clock }: JobsContext,
  id: string,
  schedule: NewSchedule,
): Promise<Schedule | undefined> {
  const row = newScheduleRow(schedule, clock())
  const written = await refusingTaken(schedule, () =>
    db
      .updateTable('schedules')
      .set((eb) => changesTo(eb, row))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  )
  return written && scheduleOf(written)
}

/** The same times go on where they were: a slot that is due is not passed over because the schedule was written again. */
function changesTo(eb: ExpressionBuilder<JobTables, 'schedules'>, row: ScheduleRow) {
  const { id: _id, is_paused: _isPaused, ...changes } = row
  const isSame = eb.and([
    eb('schedules.cron', '=', row.cron),
    eb('schedules.time_zone', '=', row.time_zone),
    eb('schedules.next_at', 'is not', null),
  ])
  return { ...changes, next_at: eb.case().when(isSame).then(eb.ref('schedules.next_at')).else(row.next_at).end() }
}

async function refusingTaken<Result>({ owner, name }: NewSchedule, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    throw new SkillError('CONFLICT', `${owner} has a schedule ${JSON.stringify(name)} already`, {
      hint: 'Give it another name, or change the one there is',
      cause,
    })
  }
}
