import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Descriptor } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { callRemote, type RemoteOptions } from '../kinds/call-remote.ts'
import { beginAuthorization, finishAuthorization } from './authorization-code.ts'
import { credentialsFromEnvironment } from './credentials.ts'
import { descriptorAt, fastClock, type Handle, type Seen, sendJson, startService } from './fixtures/loopback-service.ts'
import { refreshTokenFile } from './refresh-token-file.ts'
import { createTokenStore } from './token-store.ts'

const allow = ['127.0.0.1']
const CANARY = 'canary-c0ffee-5ecret/+='
const client = { clientId: 'me', clientSecret: CANARY }

const echo: Handle = (seen, response) => sendJson(response, { headers: seen.headers })

test('an API key goes into the header that the descriptor names', async () => {
  await using service = await startService((_seen, response) => sendJson(response, {}))
  const asked: unknown[] = []
  const credentials = (ref: string, use: unknown) => {
    asked.push([ref, use])
    return CANARY
  }
  const auth = { type: 'api_key', header: 'X-Secret' } as const
  await callRemote(descriptorAt(service.url, { auth }), {}, { allow, credential: 'translate', credentials })
  expect(service.seen[0]?.headers['x-secret']).toBe(CANARY)
  expect(asked).toEqual([['translate', { descriptorId: 'com.example.echo', origins: [service.url] }]])
})

test('a service that echoes the credential does not get it into the response', async () => {
  const auth = { type: 'api_key', header: 'X-API-Key' } as const
  for (const status of [200, 400, 500]) {
    await using service = await startService((seen, response) => {
      const said = `you sent ${seen.headers['x-api-key']} and ${encodeURIComponent(CANARY)} and ${btoa(CANARY)}`
      sendJson(response, { [CANARY]: said, success: status === 200, error: { message: said }, data: said }, status)
    })
    const options = { allow, credential: 'k', credentials: () => CANARY }
    const response = await callRemote(descriptorAt(service.url, { auth }), {}, options)
    expect(leaks(response), String(status)).toEqual([])
    expect(JSON.stringify(response)).toContain('***')
  }
})

test.each([
  ['no credential is named', {}],
  ['it is unknown', { credential: 'k' }],
  ['the host has none', { credential: 'k', credentials: () => undefined }],
  ['it is for another origin', { credential: 'k', credentials: () => ({ key: CANARY, origins: ['https://x.com'] }) }],
  ['it holds a line break', { credential: 'k', credentials: () => `${CANARY}\r\nX-Evil: 1` }],
  ['it is an OAuth client', { credential: 'k', credentials: () => client }],
])('the call is refused and nothing sent when %s', async (_why, options: Partial<RemoteOptions>) => {
  await using service = await startService(echo)
  const descriptor = descriptorAt(service.url, { auth: { type: 'api_key', header: 'X-API-Key' } })
  const response = await callRemote(descriptor, {}, { allow, ...options })
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED' }])
  expect(leaks(response)).toEqual([])
  expect(service.seen).toEqual([])
})

test.each(['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Proxy-Authorization'])(
  'a descriptor cannot have the credential put into %s',
  async (header) => {
    await using service = await startService(echo)
    const options = { allow, credential: 'k', credentials: () => CANARY }
    const response = await callRemote(descriptorAt(service.url, { auth: { type: 'api_key', header } }), {}, options)
    expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED' }])
    expect(service.seen).toEqual([])
  },
)

test('custom authentication uses the named header', async () => {
  await using service = await startService(echo)
  const auth = { type: 'custom', header: 'X-Token' } as const
  const options = { allow, credential: 'k', credentials: () => CANARY }
  await callRemote(descriptorAt(service.url, { auth }), {}, options)
  expect(service.seen[0]?.headers['x-token']).toBe(CANARY)
})

test('custom authentication uses the signer that the caller chose, again for every attempt', async () => {
  await using service = await startService((seen, response, n) =>
    n === 1 ? response.writeHead(503).end() : sendJson(response, { sent: seen.headers.signature }),
  )
  let count = 0
  const signers = {
    acme: ({ method, url, body }: { method: string; url: URL; body?: Uint8Array | string }) => ({
      Signature: createHmac('sha256', CANARY).update(`${method} ${url.pathname} ${body} ${++count}`).digest('hex'),
    }),
  }
  const endpoint = { retry: { max_attempts: 2, backoff_ms: 1 } }
  const descriptor = descriptorAt(`${service.url}/run`, { auth: { type: 'custom' }, endpoint })
  const response = await callRemote(
    descriptor,
    { params: { text: 'x' } },
    { allow, ...fastClock(), credential: 'acme', signers },
  )
  const [first, second] = service.seen.map(({ headers }) => headers.signature)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).not.toBe(first)
  expect(response).toMatchObject({ status: 'success', data: { sent: '***' } })
})

test('custom authentication without header or signer says what is missing', async () => {
  const options = { credential: 'k', credentials: () => CANARY }
  const response = await callRemote(descriptorAt('https://example.com', { auth: { type: 'custom' } }), {}, options)
  expect(response.errors).toMatchObject([
    { code: 'PERMISSION_DENIED', suggested_action: /auth\.header .* or register a signer named k/ },
  ])
})

test('credentials can come from an environment', async () => {
  const find = credentialsFromEnvironment({
    KEY: ' abc \n',
    CLIENT: '{"clientId":"me"}',
    BAD: '{"secret":1}',
    SNAKE: '{"client_id":"me","client_secret":"s","refresh_token":"r"}',
  })
  const use = { descriptorId: 'x', origins: [] }
  expect(find('KEY', use)).toBe('abc')
  expect(find('CLIENT', use)).toEqual({ clientId: 'me' })
  expect(find('SNAKE', use)).toEqual({ clientId: 'me', clientSecret: 's', refreshToken: 'r' })
  expect(find('NONE', use)).toBeUndefined()
  expect(find('toString', use)).toBeUndefined()
  expect(() => find('BAD', use)).toThrow(/neither a key nor/)
})

test('an OAuth client gets one token for many calls, and a new one when it expires', async () => {
  await using service = await startOAuth({ expires_in: 3600 })
  const clock = fastClock()
  const tokens = createTokenStore({ now: clock.now })
  const call = () => callRemote(service.descriptor(), {}, { ...oauthOptions(clock), tokens })
  const first = await Promise.all([call(), call(), call()])
  expect(first.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  expect(service.tokens()).toHaveLength(1)
  expect(service.tokens()[0]).toMatchObject({
    body: 'scope=skill%3Ainvoke+skill%3Aread&grant_type=client_credentials',
    headers: { authorization: expect.stringMatching(/^Basic /) },
  })
  clock.pass(3_500_000)
  await call()
  expect(service.tokens()).toHaveLength(1)
  clock.pass(100_000)
  await call()
  expect(service.tokens()).toHaveLength(2)
  expect(service.calls().map(({ headers }) => headers.authorization)).toEqual([
    ...Array(4).fill('Bearer access-token-1'),
    'Bearer access-token-2',
  ])
})

test('a token that the service no longer takes is replaced once', async () => {
  await using service = await startOAuth({ expires_in: 3600 }, (seen, response) =>
    seen.headers.authorization === 'Bearer access-token-2' ? sendJson(response, {}) : response.writeHead(401).end(),
  )
  const tokens = createTokenStore()
  const response = await callRemote(service.descriptor(), {}, { ...oauthOptions(), tokens })
  expect(response.status).toBe('success')
  expect(service.tokens()).toHaveLength(2)
})

test('a service that takes no token is asked twice, not forever', async () => {
  await using service = await startOAuth({}, (_seen, response) => response.writeHead(401).end())
  const response = await callRemote(service.descriptor(), {}, oauthOptions())
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED', suggested_action: /^Check the credential/ }])
  expect(service.calls()).toHaveLength(2)
})

test('a refresh token is used, and a new one is handed to the host', async () => {
  await using service = await startOAuth({ refresh_token: 'refresh-token-new', expires_in: 1 })
  const saved: unknown[] = []
  const clock = fastClock()
  const options = {
    ...oauthOptions(clock),
    credentials: () => ({ clientId: 'me', refreshToken: 'refresh-token-old' }),
    tokens: createTokenStore({ now: clock.now }),
    onRefreshToken: (ref: string, token: string) => void saved.push([ref, token]),
  }
  for (let i = 0; i < 2; i++) await callRemote(service.descriptor(), {}, options)
  const grants = service.tokens().map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(grants).toEqual([
    { client_id: 'me', grant_type: 'refresh_token', refresh_token: 'refresh-token-old' },
    { client_id: 'me', grant_type: 'refresh_token', refresh_token: 'refresh-token-new' },
  ])
  expect(saved).toEqual([['oauth', 'refresh-token-new']])
})

test('a refresh token that was replaced is kept for the next process, also when two renew at once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'refresh-tokens-'))
  const used = new Set<string>()
  await using service = await startService(({ path, body }, response) => {
    if (path !== '/token') return sendJson(response, {})
    // As a careful service does it: each refresh token is good for one renewal.
    const refreshToken = new URLSearchParams(body).get('refresh_token') ?? ''
    if (used.has(refreshToken)) return sendJson(response, { error: 'invalid_grant' }, 400)
    used.add(refreshToken)
    const next = { access_token: `access-${used.size}`, refresh_token: `refresh-${used.size}` }
    sendJson(response, { ...next, token_type: 'Bearer', expires_in: 3600 })
  })
  const file = join(dir, 'deeper', 'tokens.json')
  const callAnew = () =>
    callRemote(
      oauthDescriptor(service.url),
      {},
      {
        ...oauthOptions(),
        credentials: () => ({ clientId: 'me', refreshToken: 'refresh-0' }),
        // What a process of its own would have.
        tokens: createTokenStore({ refreshTokens: refreshTokenFile(file) }),
      },
    )
  for (let i = 0; i < 2; i++) expect((await callAnew()).status).toBe('success')
  const both = await Promise.all([callAnew(), callAnew(), callAnew()])
  expect(both.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  expect([...used]).toEqual(['refresh-0', 'refresh-1', 'refresh-2', 'refresh-3', 'refresh-4'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(dir, { recursive: true })
})

test('two people with the same client never share a token', async () => {
  await using service = await startOAuth({ expires_in: 3600 })
  const tokens = createTokenStore()
  for (const refreshToken of ['refresh-of-ann', 'refresh-of-bob']) {
    const credentials = () => ({ clientId: 'me', refreshToken })
    await callRemote(service.descriptor(), {}, { ...oauthOptions(), credentials, tokens })
  }
  expect(service.calls().map(({ headers }) => headers.authorization)).toEqual([
    'Bearer access-token-1',
    'Bearer access-token-2',
  ])
})

test.each([
  ['refuses the client', 401, { error: 'invalid_client', error_description: CANARY }, 'PERMISSION_DENIED'],
  ['refuses the grant', 400, { error: 'invalid_grant' }, 'PERMISSION_DENIED'],
  ['is down', 503, { oops: CANARY }, 'EXTERNAL_SERVICE_ERROR'],
  ['answers nonsense', 200, { access_token: { a: CANARY } }, 'EXTERNAL_SERVICE_ERROR'],
  ['gives another kind of token', 200, { access_token: CANARY, token_type: 'mac' }, 'EXTERNAL_SERVICE_ERROR'],
  ['redirects', 307, {}, 'EXTERNAL_SERVICE_ERROR'],
])('when the authorization server %s the call fails and tells no secret', async (_what, status, body, code) => {
  await using service = await startService((_seen, response) =>
    sendJson(response, body, status, status === 307 ? { location: 'http://127.0.0.1:1/' } : {}),
  )
  const response = await callRemote(oauthDescriptor(service.url), {}, oauthOptions())
  expect(response.errors).toMatchObject([{ code }])
  expect(leaks(response)).toEqual([])
  expect(service.seen.every(({ path }) => path === '/token')).toBe(true)
})

test('a token_url at a forbidden address is refused before it is dialled', async () => {
  const auth = { type: 'oauth2', oauth2: { token_url: 'http://169.254.169.254/token' } } as const
  await using service = await startService(echo)
  const response = await callRemote(descriptorAt(service.url, { auth }), {}, oauthOptions())
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED' }])
  expect(service.seen).toEqual([])
})

test('a client is held to its origins, the token endpoint included', async () => {
  await using service = await startOAuth({})
  const credentials = () => ({ ...client, origins: [service.url] })
  const auth = { type: 'oauth2', oauth2: { token_url: 'https://evil.example.com/token' } } as const
  const descriptor: Descriptor = { ...service.descriptor(), auth }
  const response = await callRemote(descriptor, {}, { ...oauthOptions(), credentials })
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED', message: /not for https:\/\/evil/ }])
})

test('a person agrees through the authorization code flow with PKCE', async () => {
  await using service = await startOAuth({ refresh_token: 'refresh-1', expires_in: 60 })
  const { oauth2 } = service.descriptor().auth
  if (oauth2 === undefined) throw new Error('expected oauth2')
  const redirectUri = 'http://127.0.0.1:9999/callback'
  const pending = await beginAuthorization(oauth2, { clientId: 'me' }, { redirectUri, allow })
  const page = new URL(pending.url)
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'me',
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
    scope: 'skill:invoke skill:read',
    state: pending.state,
  })
  const back = `${redirectUri}?code=abc&state=${pending.state}`
  expect(await finishAuthorization(pending, back, { clientId: 'me' }, { allow })).toMatchObject({
    accessToken: 'access-token-1',
    refreshToken: 'refresh-1',
  })
  expect(Object.fromEntries(new URLSearchParams(service.tokens()[0]?.body))).toMatchObject({
    grant_type: 'authorization_code',
    code: 'abc',
    code_verifier: pending.codeVerifier,
  })
  for (const forged of [
    `${redirectUri}?code=abc&state=other`,
    `${redirectUri}?code=abc`,
    `${back}&iss=https%3A%2F%2Fevil.example.com`,
    `${redirectUri}?error=access_denied&state=${pending.state}`,
  ]) {
    const finishing = finishAuthorization(pending, forged, { clientId: 'me' }, { allow })
    await expect(finishing, forged).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  }
  expect(service.tokens()).toHaveLength(1)
})

test('a quotation that would end in the middle of a secret does not show its beginning', async () => {
  const auth = { type: 'api_key', header: 'X-API-Key' } as const
  await using service = await startService((_seen, response) =>
    response.writeHead(500).end(' '.repeat(5) + 'x'.repeat(485) + CANARY),
  )
  const options = { allow, credential: 'k', credentials: () => CANARY }
  const response = await callRemote(descriptorAt(service.url, { auth }), {}, options)
  expect(JSON.stringify(response)).not.toContain('canary')
})

test('no secret of any kind shows in events, errors or responses, whatever happens', async () => {
  const shown: unknown[] = []
  for (const status of [200, 401, 429, 500, 503]) {
    await using service = await startOAuth({ access_token: `${CANARY}-access`, expires_in: 9 }, (seen, response) =>
      sendJson(response, { seen, message: `progress ${seen.headers.authorization}` }, status),
    )
    const endpoint = { ...service.descriptor().endpoint, retry: { max_attempts: 3, backoff_ms: 1 } }
    const onEvent = (event: unknown) => shown.push(event)
    shown.push(await callRemote({ ...service.descriptor(), endpoint }, {}, { ...oauthOptions(), onEvent }))
  }
  expect(shown.length).toBeGreaterThan(5)
  expect(leaks(shown)).toEqual([])
})

/** The forms of the canary that stand somewhere in a value. */
function leaks(value: unknown): string[] {
  const text = JSON.stringify(value)
  const basic = btoa(`me:${encodeURIComponent(CANARY)}`)
  return [CANARY, 'c0ffee', encodeURIComponent(CANARY), btoa(CANARY), basic].filter((form) => text.includes(form))
}

function oauthOptions(clock = fastClock()): RemoteOptions {
  return { allow, ...clock, credential: 'oauth', credentials: () => client }
}

function oauthDescriptor(url: string): Descriptor {
  const oauth2 = {
    authorization_url: `${url}/authorize`,
    token_url: `${url}/token`,
    scopes: { 'skill:invoke': 'Call it.', 'skill:read': 'Read about it.' },
  }
  return descriptorAt(`${url}/invoke`, { auth: { type: 'oauth2', oauth2 } })
}

/** A service with its own authorization server; the n-th token is `access-token-n` unless told otherwise. */
async function startOAuth(
  token: Record<string, unknown>,
  handle: Handle = (_seen, response) => sendJson(response, {}),
) {
  let n = 0
  const service = await startService((seen, response, count) => {
    if (seen.path !== '/token') return handle(seen, response, count)
    sendJson(response, { access_token: `access-token-${++n}`, token_type: 'Bearer', ...token })
  })
  const at = (path: string): Seen[] => service.seen.filter((seen) => seen.path === path)
  return {
    ...service,
    descriptor: () => oauthDescriptor(service.url),
    tokens: () => at('/token'),
    calls: () => at('/invoke'),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
