import type { Schedule } from '../schedules.ts'
import { cronTimes } from './cron-times.ts'

/** The times of a schedule after a time, up to another, at most so many. */
export function upcomingTimes(
  { cron, timeZone = 'UTC' }: Pick<Schedule, 'cron' | 'timeZone'>,
  {
    after,
    until = Number.POSITIVE_INFINITY,
    limit,
  }: { readonly after: number; readonly until?: number; readonly limit: number },
): readonly number[] {
  const times = cronTimes(cron, timeZone)
  const upcoming: number[] = []
  for (let at = times.after(after); at !== undefined && at <= until && upcoming.length < limit; at = times.after(at))
    upcoming.push(at)
  return upcoming
}
