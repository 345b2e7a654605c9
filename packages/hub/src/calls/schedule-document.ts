import type { ItemOf, LIST_CALENDAR, SCHEDULE, SLOT, Wire } from '@skillwright/hub-api'
import { type Schedule, type Slot, upcomingTimes } from '@skillwright/jobs'
import { isoTime } from '../people/tokens.ts'

/** A schedule as it is sent. */
export function scheduleDocument(schedule: Schedule): Wire<typeof SCHEDULE> {
  const { id, name, owner, skill, version = 'latest', action = null, params, cron, isPaused, nextAt = null } = schedule
  const { timeZone = 'UTC', overlap = 'skip', missed = 'skip', priority = 0, maxAttempts = 1 } = schedule
  return {
    id,
    name,
    skill,
    version,
    action,
    params,
    cron,
    timezone: timeZone,
    overlap,
    missed,
    priority,
    retries: maxAttempts - 1,
    owner,
    is_paused: isPaused,
    next_at: isoTime(nextAt),
  }
}

/** A slot as it is sent. */
export function slotDocument({ at, outcome, runId, run }: Slot): Wire<typeof SLOT> {
  const { startedAt, finishedAt } = run ?? {}
  return {
    at: new Date(at).toISOString(),
    outcome,
    execution_id: runId ?? null,
    status: run?.state ?? null,
    error_code: run?.errorCode ?? null,
    duration_ms: startedAt === undefined || finishedAt === undefined ? null : Math.round(finishedAt - startedAt),
  }
}

/** The times of a schedule that have not come yet; those of a paused one will be left out, but they are its times. */
export function timesToCome(
  schedule: Schedule,
  { until, limit }: { readonly until?: number; readonly limit: number },
): readonly string[] {
  const { nextAt } = schedule
  if (nextAt === undefined) return []
  const window = { after: nextAt - 1, limit, ...(until === undefined ? {} : { until }) }
  return upcomingTimes(schedule, window).map((at) => new Date(at).toISOString())
}

const MOST_TIMES = 200

/** A schedule with its times within a window. */
export function calendarRow(
  schedule: Schedule,
  { slots, from, to }: { readonly slots: readonly Slot[]; readonly from: number; readonly to: number },
): ItemOf<typeof LIST_CALENDAR> {
  const coming = timesToCome(schedule, { until: to, limit: MOST_TIMES + 1 }).filter((at) => Date.parse(at) >= from)
  const { id, name, skill, cron, timezone, owner, is_paused, next_at } = scheduleDocument(schedule)
  return {
    id,
    name,
    skill,
    cron,
    timezone,
    owner,
    is_paused,
    next_at,
    slots: slots.slice(0, MOST_TIMES).map(slotDocument),
    next_times: coming.slice(0, MOST_TIMES),
    is_cut: slots.length > MOST_TIMES || coming.length > MOST_TIMES,
  }
}

/** How many slots are read of a schedule for a calendar: one more than are shown tells that there are more. */
export const CALENDAR_SLOTS = MOST_TIMES + 1
