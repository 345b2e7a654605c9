import { expect, test } from 'vitest'
import { createPerson } from '../people/create-person.ts'
import { startTestHub } from './fixtures/test-hub.ts'
import { isCrossSite } from './is-cross-site.ts'

const OURS = 'http://hub.test/'

test.each([
  [{}, false],
  [{ origin: 'http://hub.test' }, false],
  [{ origin: 'http://evil.test' }, true],
  [{ origin: 'null' }, true],
  [{ origin: 'http://192.0.2.1:7171', host: '192.0.2.1:7171' }, false],
  [{ origin: 'http://192.0.2.1:7171', host: '192.0.2.1' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://hub.test' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://hub.test' }, true],
])('%j: another site’s request is %s', (headers, expected) => {
  expect(isCrossSite(headers, OURS)).toBe(expected)
})

test('a page of another site can do nothing with the session of a visitor', async () => {
  await using hub = await startTestHub()
  await createPerson(hub.hub, { handle: 'visitor', password: 'long-enough-word' })
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${hub.url}/v1/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ handle: 'visitor', password: 'long-enough-word' }),
  })
  const [cookie = ''] = login.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const makeToken = (headers: Record<string, string>) =>
    fetch(`${hub.url}/v1/tokens`, {
      method: 'POST',
      headers: { ...json, cookie, ...headers },
      body: JSON.stringify({ name: 'x', scopes: ['read'] }),
    })
  expect((await makeToken({ 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' })).status).toBe(403)
  expect((await makeToken({ origin: 'http://evil.test' })).status).toBe(403)
  expect((await makeToken({ 'sec-fetch-site': 'same-origin', origin: hub.url })).status).toBe(201)
})
