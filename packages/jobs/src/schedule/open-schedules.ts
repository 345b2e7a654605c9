import type { JobsContext } from '../jobs-context.ts'
import type { NewRun, Run } from '../run.ts'
import type { Schedule, ScheduleFilter, Schedules, Slot } from '../schedules.ts'
import { runOfSchedule } from './run-of-schedule.ts'
import { scheduleOf, slotOf } from './schedule-rows.ts'
import { tickSchedules } from './tick-schedules.ts'
import { addSchedule, changeSchedule, putSchedule } from './write-schedule.ts'

/** Schedules over a database; `submit` accepts a run, `onRuns` is told that there are some. */
export function openSchedules(
  context: JobsContext,
  { submit, onRuns }: { readonly submit: (run: NewRun) => Promise<Run>; readonly onRuns: () => void },
): Schedules {
  const { db } = context
  const read = async (id: string): Promise<Schedule | undefined> => {
    const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst()
    return row && scheduleOf(row)
  }
  const setPaused = async (id: string, isPaused: 0 | 1): Promise<Schedule | undefined> => {
    // What came before belongs to the state that was.
    await tick()
    await db.updateTable('schedules').set({ is_paused: isPaused }).where('id', '=', id).execute()
    return read(id)
  }
  const tick = async (): Promise<void> => {
    if (await tickSchedules(context)) onRuns()
  }
  return {
    put: (schedule) => putSchedule(context, schedule),
    add: (schedule, limits) => addSchedule(context, schedule, limits),
    change: (id, schedule) => changeSchedule(context, id, schedule),
    list: (filter = {}) => listSchedules(context, filter),
    read,
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('schedules').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
    pause: (id) => setPaused(id, 1),
    resume: (id) => setPaused(id, 0),
    async runNow(id) {
      const schedule = await read(id)
      return schedule && (await submit(runOfSchedule(schedule))).id
    },
    history: (id, page) => readSlots(context, id, page),
    tick,
  }
}

async function listSchedules(
  { db }: JobsContext,
  { owner, skill, after, limit }: ScheduleFilter,
): Promise<readonly Schedule[]> {
  let query = db.selectFrom('schedules').selectAll().orderBy('owner').orderBy('name')
  if (owner !== undefined) query = query.where('owner', '=', owner)
  if (skill !== undefined) query = query.where('skill', '=', skill)
  if (after !== undefined)
    query = query.where((eb) =>
      eb.or([eb('owner', '>', after.owner), eb.and([eb('owner', '=', after.owner), eb('name', '>', after.name)])]),
    )
  if (limit !== undefined) query = query.limit(limit)
  return (await query.execute()).map(scheduleOf)
}

async function readSlots(
  { db }: JobsContext,
  id: string,
  { from, before, limit }: Parameters<Schedules['history']>[1],
): Promise<readonly Slot[]> {
  let query = db
    .selectFrom('slots')
    .leftJoin('runs', 'runs.id', 'slots.run_id')
    .selectAll('slots')
    .select(['runs.state', 'runs.error_code', 'runs.started_at', 'runs.finished_at'])
    .where('slots.schedule_id', '=', id)
    .orderBy('slots.slot_at', 'desc')
    .limit(limit)
  if (from !== undefined) query = query.where('slots.slot_at', '>=', from)
  if (before !== undefined) query = query.where('slots.slot_at', '<', before)
  return (await query.execute()).map(slotOf)
}
