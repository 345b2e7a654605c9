import { parseRange, parseVersion, SkillError } from '@skillwright/contract'
import { type CREATE_SCHEDULE, parseScoped, type SCHEDULE_CHANGE, type Wire } from '@skillwright/hub-api'
import { type NewSchedule, type Run, type Schedule, upcomingTimes } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { checkInput, isRepeatable, requireRunHere } from './accept-call.ts'
import { authorityOf } from './call-principal.ts'
import { callsOf } from './calls-of.ts'

/** A schedule as a caller writes it. */
type Plan = Wire<typeof CREATE_SCHEDULE.schema.body>

/** Makes a schedule of the caller, who must be allowed to call what it calls. */
export async function createSchedule(hub: HubContext, principal: Principal, plan: Plan): Promise<Schedule> {
  const { jobs } = await callsOf(hub)
  const owner = { owner: ownerOf(principal), ...authorityOf(principal) }
  const schedule = await readPlan(hub, principal, { owner, plan })
  return jobs.schedules.add(schedule, { most: hub.config.calls.schedules })
}

/** A schedule that the caller may see: their own, or any for an administrator. Throws the same DATA_NOT_FOUND for others' and for none. */
export async function findSchedule(hub: HubContext, principal: Principal, id: string): Promise<Schedule> {
  const { jobs } = await callsOf(hub)
  const schedule = await jobs.schedules.read(id)
  if (schedule !== undefined && (schedule.owner === ownerOf(principal) || principal.scopes.has('admin')))
    return schedule
  throw absentSchedule(id)
}

/** Changes some of a schedule; all of it must be right afterwards. */
export async function changeSchedule(
  hub: HubContext,
  principal: Principal,
  id: string,
  change: Wire<typeof SCHEDULE_CHANGE>,
): Promise<Schedule> {
  const before = await findSchedule(hub, principal, id)
  const { jobs } = await callsOf(hub)
  const { skill, version, action = null, params, cron, timeZone: timezone = 'UTC' } = before
  const { overlap = 'skip', missed = 'skip', priority = 0, maxAttempts = 1 } = before
  const isSameSkill = change.skill === undefined || change.skill === skill
  const plan = {
    ...{
      name: before.name,
      skill,
      action,
      params,
      cron,
      timezone,
      overlap,
      missed,
      priority,
      retries: maxAttempts - 1,
    },
    ...(isSameSkill && version !== undefined ? { version } : {}),
    ...change,
  }
  // Who changes their own answers for it from now on; an administrator does not.
  const { owner: handle, authority } = before
  const kept = authority === undefined ? {} : { authority }
  const owner = { owner: handle, ...(handle === ownerOf(principal) ? authorityOf(principal) : kept) }
  const changed = await jobs.schedules.change(id, await readPlan(hub, principal, { owner, plan }))
  if (changed === undefined) throw absentSchedule(id)
  return changed
}

/** Deletes a schedule. */
export async function deleteSchedule(hub: HubContext, principal: Principal, id: string): Promise<void> {
  const schedule = await findSchedule(hub, principal, id)
  const { jobs } = await callsOf(hub)
  await jobs.schedules.remove(schedule.id)
}

/** Pauses a schedule, or resumes it. */
export async function pauseSchedule(
  hub: HubContext,
  principal: Principal,
  id: string,
  { isPaused }: { readonly isPaused: boolean },
): Promise<Schedule> {
  const { schedules } = (await callsOf(hub)).jobs
  const schedule = await findSchedule(hub, principal, id)
  return (await (isPaused ? schedules.pause(schedule.id) : schedules.resume(schedule.id))) ?? schedule
}

/** Makes a run of a schedule now. */
export async function runSchedule(hub: HubContext, principal: Principal, id: string): Promise<Run> {
  const { jobs } = await callsOf(hub)
  const schedule = await findSchedule(hub, principal, id)
  const runId = await jobs.schedules.runNow(schedule.id)
  const run = runId === undefined ? undefined : await jobs.read(runId)
  if (run === undefined) throw absentSchedule(id)
  return run
}

/** On whose behalf schedules of the caller run. Only people have some: of others it is not known whether they may call a thing later. */
export function ownerOf({ person }: Principal): string {
  if (person !== undefined) return `@${person.handle}`
  throw new SkillError('AUTHENTICATION_REQUIRED', 'Schedules are for people and agents with an account here')
}

/** Checks a plan as a call would be checked, now rather than at its first time. */
async function readPlan(
  hub: HubContext,
  principal: Principal,
  { owner, plan }: { readonly owner: Pick<NewSchedule, 'owner' | 'authority'>; readonly plan: Plan },
): Promise<NewSchedule> {
  const { source } = await callsOf(hub)
  const { scope, skill: name } = parseScoped(plan.skill)
  const called = await source.open(principal, { scope, name, version: plan.version ?? 'latest' })
  const { skill, version } = called
  requireRunHere(called.name, skill)
  const { action, params, cron, timezone: timeZone, overlap, missed, priority } = plan
  const request = { ...(action === null ? {} : { action }), params }
  checkInput(skill.contract, request)
  if (priority > 0 && !principal.scopes.has('admin'))
    throw new SkillError('PERMISSION_DENIED', `A priority of more than 0 is for administrators, got ${priority}`)
  // What is compatible with what was tried today comes by itself, what breaks it does not.
  const wanted = plan.version ?? `^${version}`
  const schedule = {
    ...owner,
    ...{ name: plan.name, skill: called.name, version: wanted, params, cron, timeZone, overlap, missed },
    ...(action === null ? {} : { action }),
    isIdempotent: isRepeatable(skill, request) && staysCompatible(version, wanted),
    priority,
    maxAttempts: plan.retries + 1,
  }
  requireTimes(schedule, hub.clock())
  return schedule
}

/** Whether no later version that is wanted may break with this one: repeating what is safe today is safe then. */
function staysCompatible(current: string, wanted: string): boolean {
  if (wanted === 'latest') return false
  const { major, minor } = parseVersion(current)
  const breaking = major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`
  return !parseRange(wanted).includes(parseVersion(breaking))
}

/** Throws INVALID_INPUT for times that cannot be read, and for a pattern without any: the thirtieth of February. */
function requireTimes({ cron, timeZone }: Pick<NewSchedule, 'cron' | 'timeZone'>, now: number): void {
  const plan = timeZone === undefined ? { cron } : { cron, timeZone }
  if (upcomingTimes(plan, { after: now, limit: 1 }).length === 0)
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a cron pattern that comes true one day, got ${JSON.stringify(cron)}`,
      { hint: 'Look at the day and the month: no year may have such a day' },
    )
}

function absentSchedule(id: string): SkillError {
  return new SkillError('DATA_NOT_FOUND', `There is no schedule ${id}`, {
    hint: 'Check the id; a schedule is only shown to its owner',
  })
}
