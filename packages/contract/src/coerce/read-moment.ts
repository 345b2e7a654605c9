import { FORMATS } from '../engine/formats.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const DAYS = 'sun mon tue wed thu fri sat'.split(' ')
const LONG_NAMES =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/

const YEAR_FIRST = /^(\d{4})\s?([-/._ 年년])\s?(\d{1,2})\s?([-/._ 月월])\s?(\d{1,2})\s?[.日일]?$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const BASIC = /^(\d{4})(\d{2})(\d{2})$/
const DAY_MONTH_NAME =
  /^(?:([a-z]{3,9})\.?,?\s)?(\d{1,2})(?:st|nd|rd|th)?(?:\sof)?\.?[\s./-]([a-z]{3,9})\.?,?[\s./-]?(\d{4})$/
const MONTH_NAME_DAY = /^(?:([a-z]{3,9})\.?,?\s)?([a-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})$/
const YEAR_MONTH_NAME = /^(\d{4})[\s./-]([a-z]{3,9})[\s./-](\d{1,2})$/
const TIME = /^(\d{1,2})[:h](\d{2})(?::(\d{2})([.,]\d{1,9})?)?(?:\s?([ap])\.?m\.?)?$/
const TWO_NUMBERS = /^\d{1,2}:\d{2}$/
const HOUR = /^(\d{1,2})\s?([ap])\.?m\.?$/
const BASIC_TIME = /^(\d{2})(\d{2})(?:(\d{2})(\.\d{1,9})?)?$/
const ZONE = /\s?\(?(z|(?:utc|gmt)(?:[+-]\d{1,2})?|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?)\)?$/

/** A time of day in the hours, minutes and seconds that ISO 8601 writes, and its zone where one was said. */
interface TimeOfDay {
  readonly clock: string
  readonly zone: string | undefined
}

/**
 * Every date, time or both that a text may mean, each as the ISO 8601 spellings of that one meaning, the closest to the
 * text first. A date as `03/04/2025` has two meanings; a year of two digits or a zone by its local name has none.
 */
export function readMoments(text: string): readonly (readonly string[])[] {
  const spoken = text.toLowerCase().replaceAll(/\s+/g, ' ')
  if (spoken.length > 60 || !/\d/.test(spoken)) return []
  const dates = readDates(spoken)
  if (dates.length > 0) return dates.map((date) => [date, date.replaceAll('-', '/'), date.replaceAll('-', '.')])
  const time = readTime(spoken)
  // Two numbers may be hours and minutes, or minutes and seconds: they get no third.
  if (time && TWO_NUMBERS.test(spoken)) return [[time.clock.slice(0, 5)]]
  if (time) return [clockSpellings(time.clock).map((clock) => `${clock}${time.zone ?? ''}`)]
  return readBoth(spoken)
}

/** A date, a time or both without a zone, as the suggestion that it is universal time; undefined for any other text. */
export function assumeUniversalTime(text: string): string | undefined {
  const [only, ...others] = readMoments(text)
  const [spelled = ''] = only ?? []
  if (others.length > 0) return undefined
  if (/^\d{4}-\d\d-\d\d$/.test(spelled)) return `${spelled}T00:00:00Z`
  if (/^\d\d:\d\d$/.test(spelled)) return `${spelled}:00Z`
  return /^(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d(?:\.\d+)?$/.test(spelled) ? `${spelled}Z` : undefined
}

/** The dates of this century that a text with two digits for the year may mean. */
export function assumeCentury(text: string): readonly string[] {
  const [, first = '', , second = '', third = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? []
  if (third === '') return []
  const orders = [
    [third, second, first],
    [third, first, second],
    [first, second, third],
  ]
  const dates = orders.flatMap(([year = '', month, day]) => (year.length === 2 ? dateOf(`20${year}`, month, day) : []))
  return [...new Set(dates)]
}

function readBoth(text: string): readonly (readonly string[])[] {
  // A date may hold spaces and so may a time: the first way to part them that gives both.
  for (const { index, 0: gap } of text.matchAll(/t|,? at |_| /g)) {
    const dates = readDates(text.slice(0, index).replace(/,$/, ''))
    const time = readTime(text.slice(index + gap.length), gap === 't')
    if (dates.length === 0 || !time) continue
    return dates.map((date) => spellBoth(date, time))
  }
  return []
}

function spellBoth(date: string, { clock, zone }: TimeOfDay): readonly string[] {
  const clocks = clockSpellings(clock)
  const spelled = clocks.map((each) => `${date}T${each}${zone ?? ''}`)
  const isMidnight = /^00:00:00(?:\.0+)?$/.test(clock)
  const spaced = zone === undefined ? clocks.map((each) => `${date} ${each}`) : []
  return isMidnight && (zone === undefined || zone === 'Z') ? [...spelled, ...spaced, date] : [...spelled, ...spaced]
}

/** The same time with seconds, and without them where they say nothing. */
function clockSpellings(clock: string): readonly string[] {
  return clock.endsWith(':00') ? [clock, clock.slice(0, -3)] : [clock]
}

function readDates(text: string): readonly string[] {
  const first = YEAR_FIRST.exec(text)
  if (first && (first[2] === first[4] || '年년'.includes(first[2] ?? ''))) return dateOf(first[1], first[3], first[5])
  const last = YEAR_LAST.exec(text)
  if (last) return [...new Set([...dateOf(last[4], last[3], last[1]), ...dateOf(last[4], last[1], last[3])])]
  const basic = BASIC.exec(text)
  if (basic) return dateOf(basic[1], basic[2], basic[3])
  const named = DAY_MONTH_NAME.exec(text)
  if (named) return dateOf(named[4], monthOf(named[3]), named[2], named[1])
  const american = MONTH_NAME_DAY.exec(text)
  if (american) return dateOf(american[4], monthOf(american[2]), american[3], american[1])
  const asian = YEAR_MONTH_NAME.exec(text)
  return asian ? dateOf(asian[1], monthOf(asian[2]), asian[3]) : []
}

/** The date of these parts, if there is such a day and, where one is named, it is that day of the week. */
function dateOf(year = '', month = '', day = '', weekday?: string): readonly string[] {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (FORMATS.get('date')?.(iso) !== true) return []
  return weekday === undefined || nameIndex(DAYS, weekday) === weekdayOf(Number(year), Number(month), Number(day))
    ? [iso]
    : []
}

/** The day of the week, Sunday being 0 (Sakamoto's method). */
function weekdayOf(year: number, month: number, day: number): number {
  const y = month < 3 ? year - 1 : year
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0
  return (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + shift + day) % 7
}

function monthOf(name = ''): string {
  const index = nameIndex(MONTHS, name)
  return index < 0 ? '' : String(index + 1)
}

function nameIndex(names: readonly string[], name: string): number {
  const isName = name.length === 3 || name === 'sept' || name === 'thurs' || name === 'tues' || LONG_NAMES.test(name)
  return isName ? names.indexOf(name.slice(0, 3)) : -1
}

function readTime(text: string, isBasic = false): TimeOfDay | undefined {
  const zone = ZONE.exec(text)
  const local = zone ? text.slice(0, zone.index) : text
  const clock = readClock(local, isBasic)
  return clock === undefined ? undefined : { clock, zone: zone?.[1] && zoneOf(zone[1]) }
}

function readClock(text: string, isBasic: boolean): string | undefined {
  const hour = HOUR.exec(text)
  if (hour) return clockOf(hour[1], '00', '00', '', hour[2])
  const time = TIME.exec(text) ?? (isBasic ? BASIC_TIME.exec(text) : null)
  return time ? clockOf(time[1], time[2], time[3], time[4]?.replace(',', '.'), time[5]) : undefined
}

function clockOf(hour = '', minute = '', second = '00', fraction = '', half?: string): string | undefined {
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${fraction}`
}

function zoneOf(zone: string): string {
  const digits = zone.replaceAll(/[a-z:]/g, '')
  if (digits === '') return 'Z'
  return `${digits.charAt(0)}${digits.slice(1, 3).padStart(2, '0')}:${digits.slice(3) || '00'}`
}
