import { expect, test } from 'vitest'
import { startTestHub } from './fixtures/test-hub.ts'
import { addressKey, openRateLimiter } from './rate-limiter.ts'

test('what was used comes back evenly, and never more than the limit', () => {
  let now = 0
  const take = openRateLimiter({ read: 60, write: 6, login: 0, call: 0 }, () => now)
  for (let i = 5; i >= 0; i--) expect(take('a', 'write')).toMatchObject({ allowed: true, limit: 6, remaining: i })
  expect(take('a', 'write')).toEqual({ allowed: false, limit: 6, remaining: 0, resetSeconds: 10 })
  now += 9_999
  expect(take('a', 'write')).toMatchObject({ allowed: false, resetSeconds: 1 })
  now += 10_001
  expect(take('a', 'write')).toMatchObject({ allowed: true, remaining: 1 })
  now += 3_600_000
  expect(take('a', 'write')).toMatchObject({ allowed: true, remaining: 5 })
})

test('each caller and each kind of request counts for itself, and 0 is no limit', () => {
  const take = openRateLimiter({ read: 1, write: 1, login: 0, call: 0 }, () => 0)
  expect(take('a', 'read')?.allowed).toBe(true)
  expect(take('a', 'read')?.allowed).toBe(false)
  expect(take('a', 'write')?.allowed).toBe(true)
  expect(take('b', 'read')?.allowed).toBe(true)
  expect(take('a', 'login')).toBeUndefined()
})

test('a clock that goes backwards gives nothing away', () => {
  let now = 100_000
  const take = openRateLimiter({ read: 1, write: 1, login: 1, call: 0 }, () => now)
  take('a', 'read')
  now = 0
  expect(take('a', 'read')?.allowed).toBe(false)
})

test('endlessly many callers need no endless memory, and the busy one is still known', () => {
  const take = openRateLimiter({ read: 3, write: 1, login: 1, call: 0 }, () => 0)
  for (let i = 0; i < 120_000; i++) {
    take(`caller ${i}`, 'read')
    if (i % 10_000 === 0) take('busy', 'read')
  }
  expect(take('busy', 'read')?.allowed).toBe(false)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  // What proxies write beside it, and other ways to write the same address.
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8::9]:50123', '2001:db8:0:0'],
  ['[2001:db8::9]', '2001:db8:0:0'],
  ['2001:0DB8:0000::9', '2001:db8:0:0'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('a caller over the limit is told to wait; others and the health checks are not affected', async () => {
  await using hub = await startTestHub({ rate: { read: 3, write: 2, login: 1, call: 0 } })
  const token = await hub.tokenFor('busy', ['read'])
  const read = (headers: Record<string, string> = {}) => fetch(`${hub.url}/v1/whoami`, { headers })
  for (const remaining of [null, '1', '0']) {
    const answer = await read()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit-remaining')).toBe(remaining)
  }
  const refused = await read()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit-limit')).toBe('3')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  expect((await fetch(`${hub.url}/nowhere`)).status).toBe(429)
  expect((await read({ authorization: `Bearer ${token}` })).status).toBe(200)
  expect((await read({ authorization: 'Bearer skw_wrong' })).status).toBe(429)
  for (let i = 0; i < 5; i++) expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
})

test('signing in counts by address, whatever handle is claimed', async () => {
  await using hub = await startTestHub({ rate: { read: 0, write: 0, login: 1, call: 0 } })
  const token = await hub.tokenFor('guesser', ['read'])
  const logIn = (headers: Record<string, string> = {}) =>
    fetch(`${hub.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"handle":"admin","password":"guess-guess"}',
    })
  expect((await logIn()).status).toBe(401)
  expect((await logIn()).status).toBe(429)
  expect((await logIn({ authorization: `Bearer ${token}` })).status).toBe(429)
})

test('passwords for one account count together, from however many addresses, and end no session', async () => {
  let now = Date.now()
  const rate = { read: 0, write: 0, login: 1, call: 0 }
  await using hub = await startTestHub({ rate, trustProxy: true, registration: 'open', clock: () => now })
  let addresses = 0
  const send = (path: string, body: object, { method = 'POST', cookie = '' } = {}) =>
    fetch(`${hub.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${++addresses}`, cookie },
      body: JSON.stringify(body),
    })
  const right = { handle: 'grace', password: 'a long pass phrase' }
  const made = await send('/v1/accounts', right)
  const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const handle of ['grace', 'nobody-there']) {
    for (let i = 0; i < 5; i++)
      expect((await send('/v1/login', { ...right, handle, password: `guess ${i}` })).status).toBe(401)
    const refused = await send('/v1/login', { ...right, handle })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(12)
  }
  const guess = { password: 'another pass phrase', current: 'guess', end_others: false }
  expect((await send('/v1/account/password', guess, { method: 'PUT', cookie })).status).toBe(429)
  expect(await (await fetch(`${hub.url}/v1/whoami`, { headers: { cookie } })).json()).toMatchObject({ handle: 'grace' })
  expect((await send('/v1/login', { ...right, handle: 'other' })).status).toBe(401)
  now += 12_000
  expect((await send('/v1/login', right)).status).toBe(200)
})

test('a forwarded address counts only behind a proxy that is trusted, and only the one that proxy saw', async () => {
  for (const trustProxy of [true, false]) {
    await using hub = await startTestHub({ rate: { read: 1, write: 0, login: 0, call: 0 }, trustProxy })
    const from = (addresses: string) => fetch(`${hub.url}/v1/whoami`, { headers: { 'x-forwarded-for': addresses } })
    await from('192.0.2.1')
    expect((await from('192.0.2.2')).status).toBe(trustProxy ? 200 : 429)
    expect((await from('192.0.2.3, 192.0.2.1')).status).toBe(429)
  }
})
