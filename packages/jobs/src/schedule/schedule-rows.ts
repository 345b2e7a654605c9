import { isStorable, SkillError } from '@skillwright/contract'
import { requireStorable } from '../require-storable.ts'
import { newRunId } from '../run-id.ts'
import type { NewSchedule, Schedule, Slot } from '../schedules.ts'
import type { RunRow, ScheduleRow, SlotRow } from '../tables/tables.ts'
import { cronTimes } from './cron-times.ts'
import { runOfSchedule } from './run-of-schedule.ts'

/** A schedule as its row tells it. */
export function scheduleOf(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    ...(row.authority === null ? {} : { authority: row.authority }),
    skill: row.skill,
    ...(row.version === null ? {} : { version: row.version }),
    ...(row.action === null ? {} : { action: row.action }),
    params: JSON.parse(row.params) as Schedule['params'],
    cron: row.cron,
    timeZone: row.time_zone,
    overlap: row.overlap,
    missed: row.missed,
    isIdempotent: row.is_idempotent === 1,
    priority: row.priority,
    maxAttempts: row.max_attempts,
    isPaused: row.is_paused === 1,
    ...(row.next_at === null ? {} : { nextAt: row.next_at }),
  }
}

/** The row of a new schedule. Throws INVALID_INPUT for times that cannot be read, and for what a database would not keep. */
export function newScheduleRow(schedule: NewSchedule, now: number): ScheduleRow {
  const { owner, name, cron, timeZone = 'UTC', overlap = 'skip', missed = 'skip', isIdempotent = false } = schedule
  for (const text of [owner, name, schedule.skill, schedule.action ?? 'the only one'])
    if (text === '' || !isStorable(text))
      throw new SkillError(
        'INVALID_INPUT',
        'Expected owner, name, skill and action to be text without NUL or half characters',
      )
  const row = {
    id: newRunId(now),
    owner,
    name,
    authority: schedule.authority ?? null,
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
    next_at: cronTimes(cron, timeZone).after(now) ?? null,
  }
  // What is refused when its time has come is refused for ever.
  requireStorable(runOfSchedule(scheduleOf(row)))
  return row
}

/** What is read of the run of a slot. */
export type SlotRunRow = Pick<RunRow, 'state' | 'error_code' | 'started_at' | 'finished_at'>

/** A slot as its row and that of its run tell it. */
export function slotOf(row: SlotRow & { readonly [name in keyof SlotRunRow]: SlotRunRow[name] | null }): Slot {
  const { state, error_code: errorCode, started_at: startedAt, finished_at: finishedAt } = row
  return {
    scheduleId: row.schedule_id,
    at: row.slot_at,
    outcome: row.outcome,
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    ...(state === null
      ? {}
      : {
          run: {
            state,
            ...(errorCode === null ? {} : { errorCode }),
            ...(startedAt === null ? {} : { startedAt }),
            ...(finishedAt === null ? {} : { finishedAt }),
          },
        }),
  }
}
