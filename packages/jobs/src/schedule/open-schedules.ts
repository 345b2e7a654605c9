import { SkillError } from '@skillwright/contract'
import { isStorable } from '@skillwright/store'
import type { JobsContext } from '../jobs-context.ts'
import { requireStorable } from '../require-storable.ts'
import type { NewRun, Run } from '../run.ts'
import { newRunId } from '../run-id.ts'
import type { NewSchedule, Schedule, Schedules, Slot } from '../schedules.ts'
import type { ScheduleRow } from '../tables/tables.ts'
import { cronTimes } from './cron-times.ts'
import { runOfSchedule } from './run-of-schedule.ts'
import { scheduleOf } from './schedule-rows.ts'
import { tickSchedules } from './tick-schedules.ts'

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
    async list({ owner } = {}) {
      const all = db.selectFrom('schedules').selectAll().orderBy('owner').orderBy('name')
      return (await (owner === undefined ? all : all.where('owner', '=', owner)).execute()).map(scheduleOf)
    },
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
    async history(id, { before, limit }) {
      const slots = db
        .selectFrom('slots')
        .selectAll()
        .where('schedule_id', '=', id)
        .orderBy('slot_at', 'desc')
        .limit(limit)
      const rows = await (before === undefined ? slots : slots.where('slot_at', '<', before)).execute()
      return rows.map(
        ({ schedule_id, slot_at, outcome, run_id }): Slot => ({
          scheduleId: schedule_id,
          at: slot_at,
          outcome,
          ...(run_id === null ? {} : { runId: run_id }),
        }),
      )
    },
    tick,
  }
}

async function putSchedule({ db, clock }: JobsContext, schedule: NewSchedule): Promise<Schedule> {
  const { owner, name, cron, timeZone = 'UTC', overlap = 'skip', missed = 'skip', isIdempotent = false } = schedule
  for (const text of [owner, name, schedule.skill, schedule.action ?? 'the only one'])
    if (text === '' || !isStorable(text))
      throw new SkillError(
        'INVALID_INPUT',
        'Expected owner, name, skill and action to be text without NUL or half characters',
      )
  const nextAt = cronTimes(cron, timeZone).after(clock())
  const row: ScheduleRow = {
    id: newRunId(clock()),
    owner,
    name,
    skill: schedule.skill,
    version: schedule.version ?? null,
    action: schedule.action ?? null,
    params: JSON.stringify(schedule.params),
    cron,
    time_zone: timeZone,
    overlap,
    missed,
    is_idempotent: isIdempotent ? 1 : 0,
    priority: schedule.priority ?? 0,
    max_attempts: schedule.maxAttempts ?? 1,
    is_paused: 0,
    next_at: nextAt ?? null,
  }
  // What is refused when its time has come is refused for ever.
  requireStorable(runOfSchedule(scheduleOf(row)))
  const { id: _id, is_paused: _isPaused, next_at: _nextAt, ...changes } = row
  const written = await db
    .insertInto('schedules')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['owner', 'name']).doUpdateSet((eb) => ({
        ...changes,
        // The same times go on where they were: a slot that is due is not passed over because the schedule was read again.
        next_at: eb
          .case()
          .when(
            eb.and([
              eb('schedules.cron', '=', cron),
              eb('schedules.time_zone', '=', timeZone),
              eb('schedules.next_at', 'is not', null),
            ]),
          )
          .then(eb.ref('schedules.next_at'))
          .else(row.next_at)
          .end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return scheduleOf(written)
}
