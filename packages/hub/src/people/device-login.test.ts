import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { createPerson } from './create-person.ts'

let now = Date.now()
let hub: TestHub
const PASSWORD = 'correct horse battery'
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now })
  await createPerson(hub.hub, { handle: 'ada', password: PASSWORD })
})
afterAll(() => hub[Symbol.asyncDispose]())

type Said = Readonly<Record<string, string>>

const ask = async (
  path: string,
  { token, body, method = 'POST' }: { token?: string; body?: object; method?: string },
) => {
  const answer = await fetch(`${hub.url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Said }
}
const begin = async (body: object = {}) => (await ask('/v1/device', { body: { name: 'a laptop', ...body } })).body
const poll = ({ device_code }: Said) => ask('/v1/device/token', { body: { device_code } })
const decide = (token: string, { user_code }: Said, decision = 'approve') =>
  ask(`/v1/device/${user_code}`, { token, body: { decision } })
const signIn = async () =>
  (await ask('/v1/login', { body: { handle: 'ada', password: PASSWORD, token_name: 'desk' } })).body.token ?? ''

test('a program is signed in by the user who types its code, once', async () => {
  const codes = await begin()
  expect(codes).toMatchObject({
    verification_uri: `${hub.url}/device`,
    user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
  })
  expect((await poll(codes)).status).toBe(202)
  const desk = await signIn()
  expect((await ask(`/v1/device/${codes.user_code}`, { token: desk, method: 'GET' })).body).toMatchObject({
    name: 'a laptop',
  })
  const typed = { ...codes, user_code: (codes.user_code ?? '').toLowerCase().replace('-', '') }
  expect((await decide(desk, typed)).status).toBe(204)
  const made = await poll(codes)
  expect(made).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^skw_/) } })
  const me = await ask('/v1/whoami', { token: made.body.token ?? '', method: 'GET' })
  expect(me.body).toMatchObject({ handle: 'ada', scopes: ['read', 'invoke', 'publish', 'account'] })
  expect((await poll(codes)).status).toBe(401)
  expect((await decide(desk, codes)).status).toBe(404)
})

test('a program that is refused, too late or too eager gets nothing', async () => {
  const desk = await signIn()
  const refused = await begin()
  expect((await decide(desk, refused, 'deny')).status).toBe(204)
  expect((await poll(refused)).status).toBe(403)
  const eager = await begin()
  expect((await poll(eager)).status).toBe(202)
  expect(await poll(eager)).toMatchObject({ status: 429, body: { retry_after_seconds: 5 } })
  now += 5_000
  expect((await poll(eager)).status).toBe(202)
  now += 600_000
  expect([(await poll(eager)).status, (await decide(desk, eager)).status]).toEqual([401, 404])
})

test('only a signed-in user decides, and grants no more than they may themselves', async () => {
  const codes = await begin({ scopes: ['read', 'admin'] })
  expect((await ask(`/v1/device/${codes.user_code}`, { body: { decision: 'approve' } })).status).toBe(401)
  expect((await decide(await hub.tokenFor('ada', ['read', 'publish']), codes)).status).toBe(403)
  expect((await decide(await signIn(), codes)).status).toBe(403)
  const desk = await signIn()
  const short = await ask('/v1/tokens', {
    token: desk,
    body: { name: 'x', scopes: ['read', 'account'], expires_in_days: 1 },
  })
  const plain = await begin()
  await decide(short.body.token ?? '', plain)
  const { body } = await poll(plain)
  expect(body.expires_at).toBe(short.body.expires_at)
  expect((await ask('/v1/whoami', { token: body.token ?? '', method: 'GET' })).body).toMatchObject({
    scopes: ['read', 'account'],
  })
})

test('a program whose approver was signed out meanwhile is not signed in', async () => {
  const [desk, codes] = [await signIn(), await begin()]
  await decide(desk, codes)
  await ask('/v1/logout', { token: desk })
  expect((await poll(codes)).status).toBe(401)
})

test('a new password ends a sign-in that was approved and not yet fetched', async () => {
  const codes = await begin()
  const desk = await signIn()
  expect((await decide(desk, codes)).status).toBe(204)
  const change = { password: PASSWORD, current: PASSWORD }
  expect((await ask('/v1/account/password', { token: desk, method: 'PUT', body: change })).status).toBe(204)
  expect((await poll(codes)).status).toBe(401)
})

test('neither code is in the database', async () => {
  const codes = await begin()
  const rows = JSON.stringify(await hub.hub.db.selectFrom('device_logins').selectAll().execute())
  expect(rows).not.toContain(codes.user_code)
  expect(rows).not.toContain(codes.device_code)
})

test('guesses of codes are limited', async () => {
  await using strict = await startTestHub({ rate: { read: 0, write: 0, login: 3, call: 0 } })
  const token = await strict.tokenFor('guesser', ['account'])
  const statuses: number[] = []
  for (let guess = 0; guess < 5; guess++)
    statuses.push(
      (await fetch(`${strict.url}/v1/device/BCDF-GHJK`, { headers: { authorization: `Bearer ${token}` } })).status,
    )
  expect(statuses).toEqual([404, 404, 404, 429, 429])
})
