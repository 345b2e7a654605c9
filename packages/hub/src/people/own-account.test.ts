import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { changePerson } from './administer.ts'
import { authenticate } from './authenticate.ts'
import { createPerson } from './create-person.ts'
import { logIn } from './log-in.ts'
import { linkAccount } from './open-id-account.ts'
import { changePassword } from './own-account.ts'
import { createToken } from './tokens.ts'

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

test('a sign-in that was under way when the password changed, or the account was closed, is refused', async () => {
  const { person: admin, scopes } = await authenticate(hub.hub, { authorization: `Bearer ${hub.adminToken}` })
  for (const change of [{ password: NEW }, { disabled: true }]) {
    const handle = `late-${Object.keys(change)[0]}`
    await createPerson(hub.hub, { handle, password: OLD })
    const signedIn = await logIn(hub.hub, { handle, password: OLD })
    await changePerson(hub.hub, { person: admin, scopes }, handle, change)
    const made = createToken(hub.hub, signedIn, { name: 'late', scopes: ['read'], expiresAt: null })
    await expect(made).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
  }
})

test('whoever is signed out while they change the password, or link the account, does neither', async () => {
  await createPerson(hub.hub, { handle: 'mary', password: OLD })
  const [owner, thief] = [(await signIn('mary', OLD)).body.token ?? '', (await signIn('mary', OLD)).body.token]
  const admitted = await authenticate(hub.hub, { authorization: `Bearer ${thief}` })
  expect(await change(owner, { password: NEW, current: OLD })).toBe(204)
  const refused = { code: 'AUTHENTICATION_REQUIRED' }
  const taken = changePassword(hub.hub, admitted, { password: 'a horse of the thief', end_others: true })
  await expect(taken).rejects.toMatchObject(refused)
  await expect(linkAccount(hub.hub, admitted, { iss: 'https://id.test', sub: '1' })).rejects.toMatchObject(refused)
  expect((await signIn('mary', NEW)).status).toBe(200)
})
