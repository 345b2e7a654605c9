import { describe, expect, test } from 'vitest'
import { cronTimes } from './cron-times.ts'

const MINUTE = 60_000

/** The wall clock of a zone, by Node's own calendar and not by what is tested. */
function wallClock(zone: string): (time: number) => { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (time) => {
    const [day = '', clock = ''] = format.format(time).split(', ')
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    return { day, minutes: hours * 60 + minutes }
  }
}

/** Every minute from one time up to another. */
function minutes(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / MINUTE }, (_, i) => from + (i + 1) * MINUTE)
}

function timesOf(pattern: string, zone: string, [from, to]: readonly [number, number]): string[] {
  const times = cronTimes(pattern, zone)
  const found: string[] = []
  for (let at = times.after(from); at !== undefined && at <= to; at = times.after(at))
    found.push(new Date(at).toISOString())
  return found
}

const NIGHTS = [
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['America/Santiago', '2026-09-05'],
  ['Asia/Shanghai', '2026-03-28'],
] as const

describe.each(NIGHTS)('in %s around %s', (zone, day) => {
  const from = Date.parse(`${day}T00:00:00Z`)
  const window = [from, from + 3 * 86_400_000] as const
  const local = wallClock(zone)

  test.each(['00:00', '01:30', '02:00', '02:15', '02:30', '03:00', '23:59'])(
    'a fixed time %s comes once a day: the first of two, or right after a gap',
    (text) => {
      const [hour = 0, minute = 0] = text.split(':').map(Number)
      const expected = new Map<string, number>()
      const skipped = new Set<string>([local(from).day])
      for (const at of minutes(...window)) {
        const now = local(at)
        // What was before the window is not ours to judge.
        if (skipped.has(now.day) && local(from).minutes >= hour * 60 + minute) continue
        if (now.minutes >= hour * 60 + minute && !expected.has(now.day)) expected.set(now.day, at)
      }
      expect(timesOf(`${minute} ${hour} * * *`, zone, window)).toEqual(
        [...expected.values()].map((at) => new Date(at).toISOString()),
      )
    },
  )

  test('an interval goes on by the real minutes, through both hours of the same name', () => {
    const expected = minutes(...window).filter((at) => local(at).minutes % 20 === 0)
    expect(timesOf('*/20 * * * *', zone, window)).toEqual(expected.map((at) => new Date(at).toISOString()))
  })
})

test.each([
  ['61 * * * *', 'UTC', 'a cron pattern'],
  ['* * *', 'UTC', 'a cron pattern'],
  ['', 'UTC', 'a cron pattern'],
  ['0 7 * * *', 'Mars/Olympus', 'a time zone'],
  ['0 7 * * *', '', 'a time zone'],
  ['0 7 * * * * 2027', 'UTC', 'a cron pattern'],
  [`${'1,'.repeat(200)}1 * * * *`, 'UTC', 'a cron pattern'],
])('the pattern %s in %s is refused with what was expected', (pattern, zone, expected) => {
  expect(() => cronTimes(pattern, zone)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(`Expected ${expected}`) }),
  )
})
