import type { NewRun } from '../run.ts'
import type { Schedule } from '../schedules.ts'

/** The run that a schedule asks for, for one of its slots or beside them. */
export function runOfSchedule(schedule: Schedule, at?: number): NewRun {
  const { id, owner, authority, skill, version, action, params } = schedule
  const { isIdempotent = false, priority = 0, maxAttempts = 1 } = schedule
  return {
    skill,
    ...(version === undefined ? {} : { version }),
    request: { ...(action === undefined ? {} : { action }), params },
    principal: owner,
    ...(authority === undefined ? {} : { authority }),
    via: 'schedule',
    isIdempotent,
    priority,
    maxAttempts,
    scheduleId: id,
    ...(at === undefined ? {} : { slot: { scheduleId: id, at } }),
  }
}
