const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long the times are that a calendar shows, before now and after it, and how far apart it names them. */
const SPANS = {
  day: { reachMs: DAY_MS, stepMs: 12 * HOUR_MS },
  week: { reachMs: 7 * DAY_MS, stepMs: 3 * DAY_MS },
  month: { reachMs: 31 * DAY_MS, stepMs: 14 * DAY_MS },
} as const

/** How long a calendar reaches. */
export type Span = keyof typeof SPANS

/** All of them. */
export const SPAN_NAMES: readonly Span[] = ['day', 'week', 'month']

/** What a calendar shows; times are milliseconds since 1970. */
export interface CalendarWindow {
  readonly span: Span
  readonly from: number
  readonly now: number
  readonly to: number
  /** Those that are named. */
  readonly ticks: readonly number[]
}

/** The window around a time; its ticks are hours and days of this browser's time zone. */
export function windowOf(span: Span, now: number): CalendarWindow {
  const { reachMs, stepMs } = SPANS[span]
  const from = now - reachMs
  const to = now + reachMs
  const ticks: number[] = []
  for (let at = new Date(from).setHours(24, 0, 0, 0); at < to; at += stepMs) ticks.push(at)
  return { span, from, now, to, ticks }
}
