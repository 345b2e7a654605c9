import type { Schedule } from '../schedules.ts'
import type { ScheduleRow } from '../tables/tables.ts'

/** A schedule as its row tells it. */
export function scheduleOf(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
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
