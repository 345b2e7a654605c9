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
  requireTimeZone(timeZone)
  try {
    const cron = new Cron(pattern, { timezone: timeZone, mode: '5-or-6-parts' })
    return { after: (time) => cron.nextRun(new Date(time))?.getTime() }
  } catch (cause) {
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a cron pattern such as "30 7 * * 1-5", got ${JSON.stringify(pattern)}`,
      {
        cause,
        hint: `Use five fields (minute, hour, day, month, weekday), or six with seconds first${cause instanceof Error ? `: ${cause.message}` : ''}`,
      },
    )
  }
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a time zone such as "Europe/Berlin" or "UTC", got ${JSON.stringify(timeZone.slice(0, 100))}`,
      { cause, hint: 'Use a name of the IANA time zone database' },
    )
  }
}
