import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const closing = new AsyncDisposableStack()
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
let issuer: string
let keysStatus = 200
let laterMs = 0
let hub: CallingHub

beforeAll(async () => {
  const server = createServer((request, answer) => {
    const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
    const documents: Record<string, unknown> = {
      '/.well-known/oauth-authorization-server': {
        issuer,
        token_endpoint: `${issuer}/token`,
        authorization_endpoint: `${issuer}/authorize`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
      },
      '/jwks': { keys: [jwk] },
    }
    const document = documents[request.url ?? '']
    const status = request.url === '/jwks' ? keysStatus : 200
    answer.writeHead(document === undefined ? 404 : status, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.defer(() => new Promise<void>((done) => void server.close(() => done())))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  hub = await startCallingHub({ calls: { issuer }, clock: () => Date.now() + laterMs })
  closing.defer(() => hub[Symbol.asyncDispose]())
  const auth = { type: 'oauth2', oauth2: { token_url: 'https://auth.example.com/token' } }
  await hub.publish({
    ...SHOUT,
    name: 'open-shout',
    files: { ...SHOUT.files, 'descriptor.json': JSON.stringify({ auth }) },
  })
  await hub.publish(SHOUT)
})
afterAll(() => closing.disposeAsync())

function tokenOf(
  claims: object = {},
  { key = keys.privateKey, type = 'at+jwt' }: { key?: KeyObject; type?: string } = {},
) {
  const now = Math.floor(Date.now() / 1000)
  const all = {
    iss: issuer,
    aud: hub.url,
    sub: 'robot-7',
    client_id: 'robot',
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    scope: 'skill:invoke skill:read',
    ...claims,
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid: 'one', typ: type })}.${part(all)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

test('while its issuer does not give its keys, a token is not called wrong', async () => {
  const token = tokenOf()
  for (const status of [500, 302]) {
    keysStatus = status
    const answer = await call(token)
    expect([answer.status, answer.body.errors[0].code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  }
  keysStatus = 200
  expect((await call(token)).status).toBe(200)
})

const call = (token: string, name = 'open-shout', options = {}) =>
  hub.invoke(name, { text: 'x' }, { token, ...options })

test('a skill that states oauth2 says where its tokens are got, and takes those of the trusted issuer', async () => {
  const { body } = await hub.ask('/v1/skills/@ann/open-shout/versions/latest/descriptor')
  expect(body.auth).toMatchObject({
    type: 'oauth2',
    oauth2: { token_url: `${issuer}/token`, authorization_url: `${issuer}/authorize` },
  })
  const token = tokenOf()
  expect(await call(token)).toMatchObject({ status: 200, body: { data: { text: 'X' } } })
  const later = await call(token, 'open-shout', { headers: { prefer: 'respond-async' } })
  expect((await hub.ask(later.body.status_url, { token: tokenOf() })).status).toBe(200)
  expect((await hub.ask(later.body.status_url, { token: tokenOf({ sub: 'robot-8' }) })).status).toBe(404)
  expect((await hub.ask(later.body.status_url)).status).toBe(404)
})

test.each([
  ['of another issuer', () => tokenOf({ iss: 'https://elsewhere.example' }), 401],
  ['for another audience', () => tokenOf({ aud: 'https://elsewhere.example' }), 401],
  ['that has expired', () => tokenOf({ exp: 1_700_000_000 }), 401],
  ['signed by another key', () => tokenOf({}, { key: others.privateKey }), 401],
  ['that is for signing in', () => tokenOf({}, { type: 'JWT' }), 401],
  ['without a subject', () => tokenOf({ sub: undefined }), 401],
  ['without the scope', () => tokenOf({ scope: 'skill:read' }), 403],
  ['with another scope of that beginning', () => tokenOf({ scope: 'skill:invoke-all' }), 403],
])('a token %s is refused', async (_what, make, status) => {
  expect((await call(make())).status).toBe(status)
})

test('a token that says it is not signed is refused', async () => {
  const [, claims] = tokenOf().split('.')
  const head = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  expect((await call(`${head}.${claims}.AA`)).status).toBe(401)
})

test('a guest calls what states oauth2, and is a stranger or refused everywhere else', async () => {
  expect((await call(tokenOf(), 'text-shout')).status).toBe(403)
  for (const path of ['/v1/tokens', '/v1/people', '/v1/account', '/v1/tasks', '/v1/scopes/@ann/secrets'])
    expect((await hub.ask(path, { token: tokenOf() })).status, path).toBeGreaterThanOrEqual(400)
  expect((await hub.ask('/v1/skills/@ann/text-shout', { token: tokenOf() })).status).toBe(200)
})

test('what a guest has called is absent to all others, at every address of the run', async () => {
  const { body: run } = await call(tokenOf(), 'open-shout', { headers: { prefer: 'respond-async' } })
  await expect.poll(async () => (await hub.ask(run.result_url, { token: tokenOf() })).status).toBe(200)
  const base = run.status_url.slice(0, run.status_url.indexOf('/status/'))
  const tokens = { guest: tokenOf({ sub: 'robot-8' }), owner: hub.owner, stranger: '' }
  for (const [who, token] of Object.entries(tokens))
    for (const [method, path] of [
      ['GET', 'status/ID'],
      ['GET', 'result/ID'],
      ['GET', 'events/ID'],
      ['GET', 'artifacts/ID/notes.txt'],
      ['POST', 'cancel/ID'],
    ] as const) {
      const told = async (id: string) => {
        const asked = { method, token, headers: { 'x-request-id': 'same' } }
        const { status, body } = await hub.ask(`${base}/${path.replace('ID', id)}`, asked)
        return { status, text: JSON.stringify(body).replaceAll(id, 'ID') }
      }
      const [others, none] = [await told(run.execution_id), await told(randomUUID())]
      expect(others, `${who} ${path}`).toEqual(none)
      expect(others.status, `${who} ${path}`).toBe(who === 'stranger' ? 401 : 404)
    }
})

test('a guest hears no more of a run once their token has ended', async () => {
  const token = tokenOf()
  const { body: run } = await hub.invoke(
    'open-shout',
    { text: 'x...' },
    { token, headers: { prefer: 'respond-async' } },
  )
  await expect.poll(async () => (await hub.ask(run.status_url, { token })).body.progress).toBe(0.5)
  const following = hub.ask(run.events_url, { token })
  laterMs = 120_000
  const cancel = run.status_url.replace('/status/', '/cancel/')
  expect((await hub.ask(cancel, { method: 'POST', token: tokenOf() })).status).toBe(200)
  const { body } = await following
  laterMs = 0
  expect(body).not.toContain('cancelled')
})
