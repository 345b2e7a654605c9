import { openSchema, SkillError } from '@skillwright/contract'
import { type LIST_TASKS, parseScoped, type Wire } from '@skillwright/hub-api'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal, SignedIn } from '../principal.ts'
import { type Page, pageCursor } from '../registry/page-cursor.ts'
import { isOrBelongsTo } from '../registry/visible-to.ts'
import type { Row, Tables } from '../store/tables.ts'
import { callsOf } from './calls-of.ts'

type TaskRow = Row<'tasks'>

const TASKS = pageCursor('tasks', ['integer', 'text'])

/** The tasks that the principal may do, the oldest first. */
export async function listTasks(
  hub: HubContext,
  principal: Principal,
  { status, skill, mine, limit = 50, cursor }: Wire<typeof LIST_TASKS.schema.querystring>,
): Promise<Page<TaskRow>> {
  const person = signedIn(principal)
  const [after, afterId] = TASKS.decode(cursor) ?? [0, '']
  let query = hub.db
    .selectFrom('tasks')
    .selectAll()
    .where((eb) => mayDo(eb, person))
    .where((eb) =>
      eb.or([eb('created_at', '>', after), eb.and([eb('created_at', '=', after), eb('id', '>', afterId)])]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
  query = status === undefined ? query.where('state', 'in', ['open', 'claimed']) : query.where('state', '=', status)
  if (skill !== undefined) {
    const place = parseScoped(skill)
    query = query.where('scope', '=', place.scope).where('skill', '=', place.skill)
  }
  if (mine === true) query = query.where('assignee', '=', person.handle)
  return TASKS.page(await query.execute(), limit, { place: (row) => [row.created_at, row.id], item: (row) => row })
}

/** A task that the principal may do. Throws the same DATA_NOT_FOUND for others and for none. */
export async function findTask(hub: HubContext, principal: Principal, id: string): Promise<TaskRow> {
  const person = signedIn(principal)
  const row = await hub.db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => mayDo(eb, person))
    .executeTakeFirst()
  if (row !== undefined) return row
  throw new SkillError('DATA_NOT_FOUND', `There is no task ${id}`, {
    hint: 'A task is shown to members of the scope of its skill, and to the user it was assigned to',
  })
}

/** Takes a task on. */
export async function claimTask(hub: HubContext, principal: Principal, id: string): Promise<TaskRow> {
  const task = await findTask(hub, principal, id)
  const { handle } = signedIn(principal)
  requireOther(hub, task, handle)
  requireFree(hub, task, handle)
  return change(hub, principal, task, { state: 'claimed', assignee: handle, claimed_at: hub.clock() })
}

/** Assigns a task, or gives it back to all. */
export async function assignTask(
  hub: HubContext,
  principal: Principal,
  id: string,
  assignee: string | null,
): Promise<TaskRow> {
  const task = await findTask(hub, principal, id)
  requireWaiting(hub, task)
  if (assignee === null) return change(hub, principal, task, { state: 'open', assignee: null, claimed_at: null })
  const known = await hub.db
    .selectFrom('people')
    .select('handle')
    .where('handle', '=', assignee)
    .where('kind', '=', 'person')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (known === undefined) throw new SkillError('INVALID_INPUT', `There is no person ${assignee} here`)
  requireOther(hub, task, assignee)
  return change(hub, principal, task, { state: 'claimed', assignee, claimed_at: hub.clock() })
}

/** Hands in the result of a task: the answer of the call that waits for it. Throws INVALID_INPUT when it is not what was asked for. */
export async function handInTask(hub: HubContext, principal: Principal, id: string, data: unknown): Promise<TaskRow> {
  const task = await findTask(hub, principal, id)
  const { handle } = signedIn(principal)
  requireOther(hub, task, handle)
  requireFree(hub, task, handle)
  const { ok, value, issues } = openSchema(JSON.parse(task.output)).check(data)
  if (!ok)
    throw new SkillError('INVALID_INPUT', `The result is not what was asked for: ${issues[0]?.message}`, {
      details: { validation_errors: issues },
      hint: 'output of the task says what it must be',
    })
  return endTask(hub, principal, task, { state: 'done', assignee: handle, result: JSON.stringify(value) })
}

/** Declines a task: the call that waits for it fails with the reason. */
export async function declineTask(hub: HubContext, principal: Principal, id: string, reason: string): Promise<TaskRow> {
  const task = await findTask(hub, principal, id)
  requireFree(hub, task, signedIn(principal).handle)
  return endTask(hub, principal, task, { state: 'declined', reason: `Declined: ${reason}` })
}

/** Ends the task of a run that its caller called off. */
export async function callOffTask(hub: HubContext, id: string): Promise<void> {
  const ended = {
    state: 'cancelled' as const,
    reason: 'Its caller called it off',
    ended_at: hub.clock(),
    remind_at: null,
  }
  await hub.db.updateTable('tasks').set(ended).where('id', '=', id).where('ended_at', 'is', null).execute()
}

async function endTask(hub: HubContext, principal: Principal, task: TaskRow, end: Partial<TaskRow>): Promise<TaskRow> {
  const { board } = await callsOf(hub)
  const { handle } = signedIn(principal)
  const ended = await change(hub, principal, task, { ...end, ended_by: handle, ended_at: hub.clock(), remind_at: null })
  board.notify(task.id)
  return ended
}

/** Changes a task unless it changed meanwhile. */
async function change(
  hub: HubContext,
  principal: Principal,
  { id, state, assignee }: TaskRow,
  part: Partial<TaskRow>,
): Promise<TaskRow> {
  const { numUpdatedRows } = await hub.db
    .updateTable('tasks')
    .set(part)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('assignee', assignee === null ? 'is' : '=', assignee)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n)
    throw new SkillError('CONFLICT', `The task ${id} changed meanwhile`, { hint: 'Read it again' })
  // Who gave it away may not see it any more.
  return findTask(hub, principal, id).catch(() =>
    hub.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

function requireWaiting({ clock }: HubContext, { id, state, expires_at }: TaskRow): void {
  const hint = 'It waits for nobody any more: GET /v1/tasks lists those that do'
  if (state !== 'open' && state !== 'claimed') throw new SkillError('CONFLICT', `The task ${id} is ${state}`, { hint })
  // The node that would say so may have been away.
  if (expires_at <= clock()) throw new SkillError('CONFLICT', `The time for the task ${id} is over`, { hint })
}

function requireFree(hub: HubContext, task: TaskRow, handle: string): void {
  requireWaiting(hub, task)
  if (task.assignee !== null && task.assignee !== handle)
    throw new SkillError('CONFLICT', `${task.assignee} works on the task ${task.id}`, {
      hint: 'Let them, or have it assigned to you',
    })
}

/** A caller does not answer their own call: what is asked for is the word of another. On a machine of one's own there is no other. */
function requireOther({ skills }: HubContext, { caller, id }: TaskRow, handle: string): void {
  if (caller === `@${handle}` && skills === undefined)
    throw new SkillError('PERMISSION_DENIED', `${handle} asked for the task ${id}, and another user has to do it`)
}

function mayDo(eb: ExpressionBuilder<Tables, 'tasks'>, { id, handle }: SignedIn): Expression<SqlBool> {
  return eb.or([
    eb('assignee', '=', handle),
    eb.exists(
      eb
        .selectFrom('scopes')
        .select('scopes.name')
        .whereRef('scopes.name', '=', 'tasks.scope')
        .where(isOrBelongsTo('scopes.owner_id', id)),
    ),
  ])
}

function signedIn({ person }: Principal): SignedIn {
  if (person !== undefined) return person
  throw new SkillError('AUTHENTICATION_REQUIRED', 'Tasks are for people and agents with an account here')
}
