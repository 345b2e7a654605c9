import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packSkill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'
import { sweepOld } from './start-call-worker.ts'

const FOLDER = join(import.meta.dirname, '../../../../skills/expense-approval')
const EXPENSE = { requester: 'mei', purpose: 'Train to the customer in Lyon', amount_cents: 18450 }
const YES = { decision: 'approve', approver: 'ann', comment: 'Take the early one.' }

const closing = new AsyncDisposableStack()
let laterMs = 0
const start = (): Promise<CallingHub> =>
  startCallingHub({ dir, calls: { workers: 1 }, clock: () => Date.now() + laterMs })
let dir: string
let hub: CallingHub
let caller: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hub-tasks-'))
  closing.defer(() => rm(dir, { recursive: true, force: true }))
  hub = await start()
  closing.defer(() => hub[Symbol.asyncDispose]())
  const { archive } = await packSkill(FOLDER)
  const published = await fetch(`${hub.url}/v1/skills/@ann/expense-approval/versions/2.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${hub.owner}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  expect(published.status).toBe(201)
  caller = await hub.tokenFor('mei', ['read', 'invoke'])
})
afterAll(() => closing.disposeAsync())

const ask = async (token = caller) => {
  const path = '/v1/skills/@ann/expense-approval/versions/2.0.0/invoke'
  const { status, body } = await hub.ask(path, { method: 'POST', token, body: EXPENSE })
  expect(status).toBe(202)
  await expect.poll(async () => (await hub.ask(`/v1/tasks/${body.execution_id}`)).status).toBe(200)
  return body
}
const post = (path: string, body?: unknown, token = hub.owner) => hub.ask(path, { method: 'POST', token, body })
const result = async (run: { result_url: string }) => {
  await expect.poll(async () => (await hub.ask(run.result_url, { token: caller })).status).not.toBe(202)
  return hub.ask(run.result_url, { token: caller })
}

test('an expense waits in the inbox of the scope until another member has decided, and the decision is the answer of the call', async () => {
  const run = await ask()
  const { body: inbox } = await hub.ask('/v1/tasks?skill=@ann/expense-approval')
  expect(inbox.items).toMatchObject([
    { id: run.execution_id, status: 'open', caller: '@mei', params: { ...EXPENSE, currency: 'EUR' }, assignee: null },
  ])
  expect((await post(`/v1/tasks/${run.execution_id}/claim`)).body).toMatchObject({ status: 'claimed', assignee: 'ann' })
  const wrong = await post(`/v1/tasks/${run.execution_id}/result`, { data: { decision: 'perhaps', approver: 'ann' } })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_INPUT'])
  const done = await post(`/v1/tasks/${run.execution_id}/result`, { data: YES })
  expect(done).toMatchObject({ status: 200, body: { status: 'done', result: YES } })
  expect(await result(run)).toMatchObject({ status: 200, body: { status: 'success', data: YES } })
  const again = await post(`/v1/tasks/${run.execution_id}/result`, { data: YES })
  expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT', hint: expect.stringContaining('/v1/tasks') } })
})

test('a task is declined with a reason, which the caller is told', async () => {
  const run = await ask()
  await post(`/v1/tasks/${run.execution_id}/decline`, { reason: 'not ours to decide' })
  const { status, body } = await result(run)
  expect([status, body.errors[0]]).toMatchObject([499, { code: 'CANCELLED', message: 'Declined: not ours to decide' }])
})

test('a task is absent to those who have nothing to do with it, until it is given to them', async () => {
  const run = await ask()
  const other = await hub.tokenFor('otto', ['read', 'invoke'])
  const path = `/v1/tasks/${run.execution_id}`
  expect((await hub.ask(path, { token: other })).status).toBe(404)
  expect((await hub.ask('/v1/tasks', { token: other })).body.items).toEqual([])
  expect((await hub.ask(path, { token: caller })).status).toBe(404)
  await post(`${path}/claim`)
  expect((await post(`${path}/assign`, { handle: 'otto' })).body.assignee).toBe('otto')
  expect((await post(`${path}/result`, { data: YES })).status).toBe(409)
  expect((await hub.ask('/v1/tasks?mine=true', { token: other })).body.items).toHaveLength(1)
  const done = await post(`${path}/result`, { data: { ...YES, approver: 'otto' } }, other)
  expect(done.status).toBe(200)
  expect((await result(run)).body.data.approver).toBe('otto')
})

test('a caller does not answer their own call', async () => {
  const run = await ask(hub.owner)
  const refused = await post(`/v1/tasks/${run.execution_id}/result`, { data: YES })
  expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED'])
  expect((await post(`/v1/tasks/${run.execution_id}/claim`)).status).toBe(403)
  await hub.ask(run.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
  expect((await hub.ask(`/v1/tasks/${run.execution_id}`)).body.status).toBe('cancelled')
})

test('a result that was handed in before its caller called off is the answer all the same', async () => {
  const run = await ask()
  // As through another node: this one has not heard of it yet.
  const handedIn = {
    state: 'done',
    result: JSON.stringify(YES),
    ended_by: 'ann',
    ended_at: Date.now(),
    remind_at: null,
  } as const
  await hub.hub.db.updateTable('tasks').set(handedIn).where('id', '=', run.execution_id).execute()
  const cancel = run.status_url.replace('/status/', '/cancel/')
  expect((await hub.ask(cancel, { method: 'POST', token: caller })).status).toBe(200)
  expect(await result(run)).toMatchObject({ status: 200, body: { status: 'success', data: YES } })
})

test('nothing is done about a task whose time is over, also when no node was there to say so', async () => {
  const run = await ask()
  const path = `/v1/tasks/${run.execution_id}`
  laterMs = Date.parse((await hub.ask(path)).body.expires_at) - Date.now()
  for (const [what, body] of [
    ['claim', undefined],
    ['assign', { handle: 'ann' }],
    ['result', { data: YES }],
    ['decline', { reason: 'too late' }],
  ] as const) {
    const refused = await post(`${path}/${what}`, body)
    expect([what, refused.status, refused.body.code]).toEqual([what, 409, 'CONFLICT'])
  }
  laterMs = 0
})

test('a task outlives the hub that asked for it, and keeps no other run waiting', async () => {
  await hub.publish(SHOUT)
  const run = await ask()
  await hub[Symbol.asyncDispose]()
  hub = await start()
  const other = await hub.invoke('text-shout', { text: 'other' }, { headers: { prefer: 'respond-async' } })
  await expect.poll(async () => (await hub.ask(other.body.status_url)).body.status).toBe('succeeded')
  const path = (url: string) => new URL(url).pathname
  expect((await hub.ask(path(run.status_url), { token: caller })).body.status).toMatch(/queued|running/)
  expect((await post(`/v1/tasks/${run.execution_id}/result`, { data: YES })).status).toBe(200)
  expect(await result({ result_url: path(run.result_url) })).toMatchObject({ status: 200, body: { data: YES } })
})

test('a task is kept after its end for as long as its run, and one that waits is kept', async () => {
  const [ended, waiting] = [await ask(), await ask()]
  await post(`/v1/tasks/${ended.execution_id}/decline`, { reason: 'no' })
  const there = async ({ execution_id: id }: { execution_id: string }) => (await hub.ask(`/v1/tasks/${id}`)).status
  laterMs += 29 * 86_400_000
  await sweepOld(hub.hub)
  expect([await there(ended), await there(waiting)]).toEqual([200, 200])
  laterMs += 2 * 86_400_000
  await sweepOld(hub.hub)
  expect([await there(ended), await there(waiting)]).toEqual([404, 200])
})
