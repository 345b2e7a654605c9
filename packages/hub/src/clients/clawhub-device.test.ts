import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'

let now = Date.now()
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now })
})
afterAll(() => hub[Symbol.asyncDispose]())

type Said = Readonly<Record<string, string>>

const post = async (path: string, body: object, token?: string) => {
  const answer = await fetch(`${hub.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Said }
}
const begin = async () =>
  (await post('/api/cli/device/code', { scope: 'read write', site_url: hub.url, label: 'ci' })).body
const poll = ({ device_code }: Said) =>
  post('/api/cli/device/token', { device_code, grant_type: 'urn:ietf:params:oauth:grant-type:device_code' })
const decide = ({ user_code }: Said, token: string, decision = 'approve') =>
  post(`/v1/device/${user_code}`, { decision }, token)

test('the client gets the result of its code in the words of RFC 8628', async () => {
  const desk = await hub.tokenFor('ada', ['read', 'publish', 'account'])
  const codes = await begin()
  expect(codes).toMatchObject({ verification_uri: `${hub.url}/device`, expires_in: 600, interval: 5 })
  expect(await poll(codes)).toEqual({ status: 400, body: { error: 'authorization_pending' } })
  expect(await poll(codes)).toEqual({ status: 400, body: { error: 'slow_down', interval: 10 } })
  expect((await decide(codes, desk)).status).toBe(204)
  const made = await poll(codes)
  expect(made).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'read write' } })
  expect(await poll(codes)).toEqual({ status: 400, body: { error: 'expired_token' } })
  const me = await fetch(`${hub.url}/v1/whoami`, { headers: { authorization: `Bearer ${made.body.access_token}` } })
  expect(await me.json()).toMatchObject({ handle: 'ada', scopes: ['read', 'publish'] })

  const refused = await begin()
  await decide(refused, desk, 'deny')
  expect(await poll(refused)).toEqual({ status: 400, body: { error: 'access_denied' } })
  const late = await begin()
  now += 600_000
  expect(await poll(late)).toEqual({ status: 400, body: { error: 'expired_token' } })
  expect((await decide(late, desk)).status).toBe(404)
})

test('of many who ask at once with one approved code, one is signed in', async () => {
  const codes = await begin()
  await decide(codes, await hub.tokenFor('ada', ['read', 'publish', 'account']))
  const answers = await Promise.all(Array.from({ length: 8 }, () => poll(codes)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a user cannot grant more than they have, nor after signing out', async () => {
  const codes = await begin()
  expect((await decide(codes, await hub.tokenFor('reader', ['read', 'account']))).status).toBe(403)
  expect((await decide(codes, await hub.tokenFor('ada', ['read', 'publish']))).status).toBe(403)
  const desk = await hub.tokenFor('ada', ['read', 'publish', 'account'])
  expect((await decide(codes, desk)).status).toBe(204)
  const headers = { authorization: `Bearer ${desk}` }
  expect((await fetch(`${hub.url}/v1/logout`, { method: 'POST', headers })).status).toBe(204)
  expect(await poll(codes)).toEqual({ status: 400, body: { error: 'expired_token' } })
})

test('beginning is limited like signing in', async () => {
  await using strict = await startTestHub({ rate: { read: 0, write: 0, login: 3, call: 0 } })
  const statuses: number[] = []
  for (let asked = 0; asked < 5; asked++) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${strict.url}/api/cli/device/code`, { method: 'POST', headers, body: '{}' })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})
