import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { createPerson } from './create-person.ts'

let now = Date.now()
let hub: TestHub
const OLD = 'correct horse battery'
const NEW = 'another horse battery'
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now })
})
afterAll(() => hub[Symbol.asyncDispose]())

const ask = async (method: string, path: string, token?: string, body?: object) => {
  const answer = await fetch(`${hub.url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, string>> }
}
const signIn = (handle: string, password: string) =>
  ask('POST', '/v1/login', undefined, { handle, password, token_name: 'desk' })
const change = async (token: string, body: object) => (await ask('PUT', '/v1/account/password', token, body)).status

test('people change their password by the one before, or just after signing in', async () => {
  await createPerson(hub.hub, { handle: 'ada', password: OLD })
  const token = (await signIn('ada', OLD)).body.token ?? ''
  expect((await ask('GET', '/v1/account', token)).body).toMatchObject({
    handle: 'ada',
    has_password: true,
    linked_to: null,
  })
  expect(await change(token, { password: NEW, current: 'a wrong password' })).toBe(403)
  expect(await change(token, { password: 'short', current: OLD })).toBe(400)
  expect(await change(token, { password: NEW })).toBe(204)
  now += 11 * 60_000
  expect(await change(token, { password: OLD })).toBe(403)
  expect(await change(token, { password: OLD, current: NEW })).toBe(204)
  expect([(await signIn('ada', NEW)).status, (await signIn('ada', OLD)).status]).toEqual([401, 200])
})

test('other sign-ins end with the old password; tokens made on purpose when that is wanted', async () => {
  await createPerson(hub.hub, { handle: 'grace', password: OLD })
  const token = async () => (await signIn('grace', OLD)).body.token ?? ''
  const [here, there] = [await token(), await token()]
  const robot = (await ask('POST', '/v1/tokens', there, { name: 'robot', scopes: ['read'] })).body.token ?? ''
  const statuses = () =>
    Promise.all([here, there, robot].map(async (shown) => (await ask('GET', '/v1/whoami', shown)).status))
  await change(here, { password: NEW, current: OLD })
  expect(await statuses()).toEqual([200, 401, 200])
  await change(here, { password: OLD, current: NEW, end_others: true })
  expect(await statuses()).toEqual([200, 401, 401])
})

test('no token that was made for something else changes a password', async () => {
  await createPerson(hub.hub, { handle: 'linus', password: OLD })
  const desk = (await signIn('linus', OLD)).body.token ?? ''
  const made = async (scopes: string[]) =>
    (await ask('POST', '/v1/tokens', desk, { name: 'x', scopes })).body.token ?? ''
  expect(await change(await made(['read', 'publish']), { password: NEW, current: OLD })).toBe(403)
  // It manages the account, but signing in did not make it: it has to know the password.
  expect(await change(await made(['account']), { password: NEW })).toBe(403)
})
