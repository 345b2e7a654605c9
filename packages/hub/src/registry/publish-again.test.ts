import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { HELD_FILES, makePackage, type TestPackage } from './fixtures/make-package.ts'

let hub: TestHub
let ann: string
let bob: string

beforeAll(async () => {
  hub = await startTestHub()
  ann = await hub.tokenFor('ann', ['read', 'publish', 'account'])
  bob = await hub.tokenFor('bob', ['read', 'publish'])
  await send('/v1/organisations', { method: 'POST', body: { handle: 'acme' } })
  await send('/v1/scopes/acme/members/bob', { method: 'PUT', body: { role: 'maintainer' } })
})
afterAll(() => hub[Symbol.asyncDispose]())

test.for([
  ['published', {}],
  ['pending', { files: HELD_FILES }],
] as const)('the same package again, %s, is answered as the first time, and stored once', async ([state, what]) => {
  const name = `again-${state}`
  const first = await publish({ name, ...what })
  expect([first.status, first.body]).toMatchObject([201, { state }])
  const before = await rows()
  const again = await publish({ name, ...what })
  expect(again).toEqual({ status: 200, body: first.body })
  const dry = await publish({ name, ...what }, { query: '?dry_run=true' })
  expect(dry).toEqual({ status: 200, body: { ...first.body, dry_run: true } })
  expect(await rows()).toEqual(before)
})

test('another package as the same version, and the same by another person, are conflicts', async () => {
  expect((await publish({ name: 'taken-words' })).status).toBe(201)
  for (const [what, token] of [
    [{ name: 'taken-words', description: 'Turns text into something else entirely.' }, ann],
    [{ name: 'taken-words' }, bob],
  ] as const)
    expect(await publish(what, { token })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('a version that was yanked since says so', async () => {
  await publish({ name: 'yanked-words' })
  const path = '/v1/skills/@acme/yanked-words/versions/1.0.0/yank'
  await send(path, { method: 'POST', body: { reason: 'wrong letters' } })
  expect(await publish({ name: 'yanked-words' })).toMatchObject({
    status: 200,
    body: { state: 'yanked', reasons: ['wrong letters'] },
  })
})

async function publish(what: TestPackage, { token = ann, query = '' } = {}) {
  const answer = await fetch(`${hub.url}/v1/skills/@acme/${what.name}/versions/1.0.0${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array((await makePackage(what)).archive),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

function send(path: string, { method, body }: { method: string; body: object }): Promise<Response> {
  const headers = { authorization: `Bearer ${ann}`, 'content-type': 'application/json' }
  return fetch(hub.url + path, { method, headers, body: JSON.stringify(body) })
}

function rows(): Promise<number[]> {
  const tables = ['skills', 'versions', 'audit', 'changes', 'log_entries'] as const
  const { db } = hub.hub
  return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
}
