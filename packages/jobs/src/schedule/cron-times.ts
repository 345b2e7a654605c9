import { SkillError } from '@skillwright/contract'
import { Cron } from 'croner'

const MAX_PATTERN = 200

/** The times of a cron pattern in a time zone. */
export interface CronTimes {
  /** The first one after a time; both in milliseconds since 1970. */
  after(time: number): number | undefined
}

/** Reads a pattern of five or six fields. Throws INVALID_INPUT for one that cannot be read, or a zone that does not exist. */
export function cronTimes(pattern: string, timeZone: string): CronTimes {
  if (pattern.length > MAX_PATTERN)
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a cron pattern of up to ${MAX_PATTERN} characters, got ${pattern.length}`,
    )
  try {
    const cron = new Cron(pattern, { timezone: timeZone, mode: '5-or-6-parts' })
    // Only now does it look at the zone.
    cron.nextRun(new Date(0))
    return { after: (time) => cron.nextRun(new Date(time))?.getTime() }
  } catch (cause) {
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a cron pattern such as "30 7 * * 1-5" and a time zone such as "Europe/Berlin", got ${JSON.stringify(pattern)} in ${JSON.stringify(timeZone)}`,
      { cause, hint: cause instanceof Error ? cause.message : 'Use five fields, or six with seconds first' },
    )
  }
}
