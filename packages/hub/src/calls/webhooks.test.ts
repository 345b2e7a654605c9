import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { packSkill } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'
import { remindOfTasks } from './task-news.ts'

const closing = new AsyncDisposableStack()
const messages: { headers: Record<string, unknown>; body: string }[] = []
let sink: string
let ahead = 0
let hub: CallingHub
beforeAll(async () => {
  const server = createServer(async (request, answer) => {
    messages.push({ headers: request.headers, body: await text(request) })
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.defer(() => new Promise<void>((done) => void server.close(() => done())))
  sink = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  hub = await startCallingHub({ clock: () => Date.now() + ahead })
  closing.defer(() => hub[Symbol.asyncDispose]())
  await hub.publish(SHOUT)
})
afterAll(() => closing.disposeAsync())

/** The message of a type, whose signature is right for the secret. */
async function message(type: string, secret: string) {
  const find = () => messages.find(({ body }) => JSON.parse(body).type === type)
  await expect.poll(find).toBeDefined()
  const { headers = {}, body = '' } = find() ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return JSON.parse(body).data
}

test('the end of a run is told where its caller wants it, signed with their own secret', async () => {
  const { body } = await hub.ask('/v1/webhook-secret')
  const run = await hub.invoke(
    'text-shout',
    { text: 'x' },
    { headers: { 'webhook-url': sink, prefer: 'respond-async' } },
  )
  expect(run.status).toBe(202)
  expect(await message('run.succeeded', body.secret)).toMatchObject({ run_id: run.body.execution_id })
})

test.each(['http://10.0.0.1/x', 'http://169.254.169.254/', 'file:///etc/passwd', 'http://localhost:22/', 'nonsense'])(
  'nothing is told to %s',
  async (url) => {
    const { status } = await hub.invoke('text-shout', { text: 'x' }, { headers: { 'webhook-url': url } })
    expect([400, 403]).toContain(status)
  },
)

test('a scope is told of a new task, and reminded when half of its time is over', async () => {
  const { archive } = await packSkill(join(import.meta.dirname, '../../../../skills/expense-approval'))
  await fetch(`${hub.url}/v1/skills/@ann/expense-approval/versions/2.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${hub.owner}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  const hook = await hub.ask('/v1/scopes/@ann/task-hook', { method: 'PUT', body: { url: sink } })
  const logged = await hub.hub.db.selectFrom('audit').selectAll().where('action', '=', 'scope.task-hook').execute()
  const origin = new URL(sink).origin
  expect(logged).toMatchObject([{ actor: 'ann', subject: '@ann', details: JSON.stringify({ origin }) }])
  const params = { requester: 'mei', purpose: 'A train', amount_cents: 100 }
  const path = '/v1/skills/@ann/expense-approval/versions/2.0.0/invoke'
  const { body: run } = await hub.ask(path, { method: 'POST', body: params })
  const created = await message('task.created', hook.body.secret)
  expect(created).toMatchObject({ task_id: run.execution_id, name: '@ann/expense-approval', assignee: null })
  expect(JSON.stringify(created)).not.toContain('mei')
  await remindOfTasks(hub.hub)
  expect(messages.some(({ body }) => body.includes('task.reminder'))).toBe(false)
  ahead = 2 * 86_400_000
  await remindOfTasks(hub.hub)
  expect(await message('task.reminder', hook.body.secret)).toMatchObject({ task_id: run.execution_id })
})

test('news go to an address of IPv6 that the operator allows, are not led on from there, and go to no other', async () => {
  const heard: string[] = []
  const server = createServer((request, answer) => {
    heard.push(request.url ?? '')
    answer.writeHead(302, { location: `${sink}?led-on` }).end()
  })
  server.listen(0, '::1')
  const isThere = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ])
  // There are machines without IPv6.
  if (!isThere) return
  closing.defer(() => new Promise<void>((done) => void server.close(() => done())))
  const { port } = server.address() as AddressInfo
  await using six = await startCallingHub({ allowAddresses: ['::1'] })
  await six.publish(SHOUT)
  const call = (url: string) =>
    six.invoke('text-shout', { text: 'x' }, { headers: { 'webhook-url': url, prefer: 'respond-async' } })
  expect((await call(`http://[::1]:${port}/six`)).status).toBe(202)
  await expect.poll(() => heard).toEqual(['/six'])
  for (const other of ['[::]', '[::ffff:127.0.0.1]', '[fe80::1]', '[fd00::1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'])
    expect((await call(`http://${other}:${port}/other`)).status, other).toBe(403)
  expect(messages.some(({ body }) => body.includes('led-on'))).toBe(false)
})
