import { SkillError } from '@skillwright/contract'
import type { ItemOf, LIST_CALENDAR, LIST_SCHEDULES, LIST_SLOTS, Wire } from '@skillwright/hub-api'
import type { Schedule, Slot } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { type Page, pageCursor } from '../registry/page-cursor.ts'
import { callsOf } from './calls-of.ts'
import { readTime } from './read-time.ts'
import { CALENDAR_SLOTS, calendarRow } from './schedule-document.ts'
import { findSchedule, ownerOf } from './schedules.ts'

const SCHEDULES = pageCursor('schedules', ['text', 'text'])
const CALENDAR = pageCursor('calendar', ['text', 'text'])
const SLOTS = pageCursor('slots', ['integer'])

/** The schedules that the caller may see, by owner and name. */
export async function listSchedules(
  hub: HubContext,
  principal: Principal,
  { skill, owner: of, limit = 50, cursor }: Wire<typeof LIST_SCHEDULES.schema.querystring>,
  cursors = SCHEDULES,
): Promise<Page<Schedule>> {
  const own = ownerOf(principal)
  const isAdmin = principal.scopes.has('admin')
  if (of !== undefined && of !== own && !isAdmin)
    throw new SkillError('PERMISSION_DENIED', 'Only an administrator sees the schedules of others')
  const owner = isAdmin ? of : own
  const [afterOwner, afterName] = cursors.decode(cursor) ?? []
  const { jobs } = await callsOf(hub)
  const rows = await jobs.schedules.list({
    ...(owner === undefined ? {} : { owner }),
    ...(skill === undefined ? {} : { skill }),
    ...(afterOwner === undefined || afterName === undefined ? {} : { after: { owner: afterOwner, name: afterName } }),
    limit: limit + 1,
  })
  return cursors.page(rows, limit, { place: (row) => [row.owner, row.name], item: (row) => row })
}

/** What became of the times of a schedule, the newest first. */
export async function listSlots(
  hub: HubContext,
  principal: Principal,
  id: string,
  { limit = 50, cursor }: Wire<typeof LIST_SLOTS.schema.querystring>,
): Promise<Page<Slot>> {
  const schedule = await findSchedule(hub, principal, id)
  const [before] = SLOTS.decode(cursor) ?? []
  const { jobs } = await callsOf(hub)
  const page = { limit: limit + 1, ...(before === undefined ? {} : { before }) }
  return SLOTS.page(await jobs.schedules.history(schedule.id, page), limit, {
    place: ({ at }) => [at],
    item: (slot) => slot,
  })
}

/** The schedules that the caller may see, each with its times within a window. */
export async function listCalendar(
  hub: HubContext,
  principal: Principal,
  { from, to, ...query }: Wire<typeof LIST_CALENDAR.schema.querystring>,
): Promise<Page<ItemOf<typeof LIST_CALENDAR>>> {
  const now = hub.clock()
  const window = { from: readTime(from, now - DAY_MS), to: readTime(to, now + DAY_MS) }
  if (window.from > window.to)
    throw new SkillError('INVALID_INPUT', `Expected from to be before to, got ${from} and ${to}`)
  const { items, ...rest } = await listSchedules(hub, principal, query, CALENDAR)
  const { jobs } = await callsOf(hub)
  const rows: ItemOf<typeof LIST_CALENDAR>[] = []
  for (const schedule of items) {
    const page = { from: window.from, before: window.to + 1, limit: CALENDAR_SLOTS }
    rows.push(calendarRow(schedule, { ...window, slots: await jobs.schedules.history(schedule.id, page) }))
  }
  return { items: rows, ...rest }
}
