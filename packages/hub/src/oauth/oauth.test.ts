import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { callRemote, createTokenStore } from '@skillwright/runtime'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from '../calls/fixtures/calling-hub.ts'
import { sweepOld } from '../calls/start-call-worker.ts'
import { createPerson } from '../people/create-person.ts'
import { openVisitor, type Visitor } from '../server/fixtures/visitor.ts'

const PASSWORD = 'correct horse battery'
const CALLBACK = 'http://127.0.0.1:49152/callback'
const DAY_MS = 86_400_000

let hub: CallingHub
let laterMs = 0
beforeAll(async () => {
  hub = await startCallingHub({ calls: { waitMs: 600_000 }, clock: () => Date.now() + laterMs })
  const auth = { type: 'oauth2', oauth2: { token_url: 'https://auth.example.com/token' } }
  const files = { ...SHOUT.files, 'descriptor.json': JSON.stringify({ auth }) }
  await hub.publish({ ...SHOUT, files })
  for (const handle of ['bea', 'carl']) await createPerson(hub.hub, { handle, password: PASSWORD })
})
afterAll(() => hub[Symbol.asyncDispose]())

/** Signs a user in on the page that they are sent to, and decides as told; gives where the browser is sent then. */
async function decide(visit: Visitor, begun: string, decision: string, handle = 'bea'): Promise<string> {
  const consent = (await visit(begun)).next
  expect(consent).toContain(`${hub.url}/oauth/consent/`)
  const login = (await visit(consent)).next
  if (login !== '') {
    const { pathname, searchParams } = new URL(login)
    expect([pathname, `${hub.url}${searchParams.get('next')}`]).toEqual(['/signin', consent])
    await visit(`${hub.url}/v1/login`, { handle, password: PASSWORD })
  }
  const resumed = (await visit(consent, { decision })).next
  expect(resumed).toContain(`${hub.url}/oauth/authorize/`)
  return (await visit(resumed)).next
}

async function register(metadata: object = {}) {
  const body = {
    client_name: 'A program <b>',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    ...metadata,
  }
  return hub.ask('/oauth/register', { method: 'POST', token: '', body })
}

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

function authorizeUrl(clientId: string, changes: Record<string, string | undefined> = {}): string {
  const all: Record<string, string | undefined> = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'skill:invoke',
    state: 'kept',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return `${hub.url}/oauth/authorize?${new URLSearchParams(given)}`
}

async function token(fields: Record<string, string>, basic?: readonly [string, string]) {
  const answer = await fetch(`${hub.url}/oauth/token`, {
    method: 'POST',
    headers: basic ? { authorization: `Basic ${Buffer.from(basic.join(':')).toString('base64')}` } : {},
    body: new URLSearchParams(fields),
  })
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is what it looks at.
  const body: any = await answer.json()
  return { status: answer.status, body }
}

/** A program that was let in by bea, with the code that it has not used yet. */
async function letIn(metadata: object = {}, changes: Record<string, string | undefined> = {}) {
  const { body: client } = await register(metadata)
  const back = new URL(await decide(openVisitor(), authorizeUrl(client.client_id, changes), 'approve'))
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([CALLBACK, 'kept'])
  expect(back.searchParams.get('iss')).toBe(hub.url)
  const code = back.searchParams.get('code') ?? ''
  const redeem = (fields: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      ...fields,
    })
  return { client, code, redeem }
}

const me = async (shown: string) => (await hub.ask('/v1/whoami', { token: shown })).body

/** A token of bea's own, and its id. */
async function tokenOfBea(limits: object = {}) {
  const account = await hub.tokenFor('bea', ['read', 'invoke', 'account'])
  const body = { name: 'agent', scopes: ['read', 'invoke'], ...limits }
  const { body: made } = await hub.ask('/v1/tokens', { method: 'POST', token: account, body })
  return { account, id: made.id as string, secret: made.token as string }
}

test('an MCP client finds the issuer by itself, is let in by a user on a page, and calls a skill as that user', async () => {
  const visit = openVisitor()
  let saved: Record<string, unknown> = {}
  let sentTo = ''
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Test client', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => saved.client as never,
    saveClientInformation: (client) => {
      saved = { ...saved, client }
    },
    tokens: () => saved.tokens as never,
    saveTokens: (tokens) => {
      saved = { ...saved, tokens }
    },
    redirectToAuthorization: (url) => {
      sentTo = url.href
    },
    saveCodeVerifier: (made) => {
      saved = { ...saved, made }
    },
    codeVerifier: () => String(saved.made),
  }
  const transport = () => new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp`), { authProvider: provider })
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(transport())
    return client
  }
  await expect(connect()).rejects.toThrow(/unauthorized/i)
  const back = new URL(await decide(visit, sentTo, 'approve'))
  await transport().finishAuth(back.searchParams)
  const client = await connect()
  const [tool] = (await client.listTools()).tools
  const { structuredContent } = await client.callTool({ name: tool?.name ?? '', arguments: { text: 'hello' } })
  expect(structuredContent).toEqual({ text: 'HELLO' })
  const latest = async () => (await hub.ask('/v1/runs?limit=1', { token: hub.adminToken })).body.items[0]
  await expect.poll(latest).toMatchObject({ via: 'mcp', caller: '@bea' })
})

test('an agent gets access tokens with the id and the secret of a token, as the descriptor says', async () => {
  const { id, secret } = await tokenOfBea()
  const { body: descriptor } = await hub.ask('/v1/skills/@ann/text-shout/versions/latest/descriptor')
  expect(descriptor.auth).toMatchObject({ type: 'oauth2', oauth2: { token_url: `${hub.url}/oauth/token` } })
  const response = await callRemote(
    descriptor,
    { params: { text: 'hello' } },
    {
      credential: 'agent',
      credentials: () => ({ clientId: id, clientSecret: secret }),
      allow: ['127.0.0.1'],
      tokens: createTokenStore(),
    },
  )
  expect(response).toMatchObject({ status: 'success', data: { text: 'HELLO' } })
})

test('an access token may do no more than what it is made of, nowhere else and no longer', async () => {
  const { account, id, secret } = await tokenOfBea({
    scopes: ['invoke'],
    bound_to: '@ann/text-shout',
    expires_in_days: 0.01,
  })
  const asked = { grant_type: 'client_credentials', scope: 'skill:invoke' }
  const made = await token(asked, [id, secret])
  expect(made).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'skill:invoke' } })
  expect(made.body.expires_in).toBeLessThanOrEqual(864)
  const { expires_at: end } = await me(secret)
  expect(await me(made.body.access_token)).toMatchObject({
    handle: 'bea',
    scopes: ['invoke'],
    bound_to: '@ann/text-shout',
  })
  expect(Date.parse((await me(made.body.access_token)).expires_at)).toBeLessThanOrEqual(Date.parse(end))
  for (const scope of ['skill:read', 'skill:invoke skill:read', 'account', 'invoke', ''])
    expect(await token({ ...asked, scope }, [id, secret]), scope).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
  expect(await token({ ...asked, resource: 'https://elsewhere.example' }, [id, secret])).toMatchObject({
    status: 400,
    body: { error: 'invalid_target' },
  })
  await hub.ask(`/v1/tokens/${id}`, { method: 'DELETE', token: account })
  expect((await hub.ask('/v1/whoami', { token: made.body.access_token })).status).toBe(401)
  expect((await token(asked, [id, secret])).status).toBe(401)
})

test('a client that does not prove itself gets nothing', async () => {
  const { id, secret } = await tokenOfBea()
  const asked = { grant_type: 'client_credentials', scope: 'skill:invoke' }
  const { hash } = await hub.hub.db.selectFrom('tokens').select('hash').where('id', '=', id).executeTakeFirstOrThrow()
  for (const basic of [
    [id, 'wrong'],
    [id, hash],
    [id, ''],
    ['nobody', secret],
    [id.toUpperCase(), secret],
  ] as const)
    expect((await token(asked, basic)).status, basic.join()).toBeGreaterThanOrEqual(400)
  expect((await token({ ...asked, client_id: id })).status).toBe(401)
  expect((await token({ ...asked, client_id: id, client_secret: secret })).status).toBe(200)
  // Signed with the secret, or with what the hub has stored of it: neither is a way to prove oneself here.
  for (const key of [secret, hash]) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const text = `${part({ alg: 'HS256', kid: '../../dev/null' })}.${part({ iss: id, sub: id, aud: hub.url, jti: 'x', iat: now, exp: now + 60 })}`
    const assertion = `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const proof = { client_assertion: assertion, client_assertion_type: type }
    expect((await token({ ...asked, ...proof })).status).toBe(400)
    expect((await hub.ask('/v1/whoami', { token: assertion })).status).toBe(401)
  }
})

test('a code is good once, for the program, the address and the verifier that it was asked for with', async () => {
  const { client, redeem } = await letIn()
  const { body: other } = await register()
  for (const wrong of [
    { code_verifier: randomBytes(32).toString('base64url') },
    { redirect_uri: `${CALLBACK}/` },
    { client_id: other.client_id },
    { code: 'guessed' },
  ])
    expect(await redeem(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const [one, two] = await Promise.all([redeem(), redeem()])
  expect([one.status, two.status].sort()).toEqual([200, 400])
  const { access_token: first, refresh_token: refresh } = (one.status === 200 ? one : two).body
  expect(first).toMatch(/^skw_/)
  // Shown again later it may have been stolen: what it was good for ends.
  const later = await letIn()
  const { body: made } = await later.redeem()
  expect(await me(made.access_token)).toMatchObject({ handle: 'bea', scopes: ['invoke'] })
  expect((await later.redeem()).status).toBe(400)
  expect((await hub.ask('/v1/whoami', { token: made.access_token })).status).toBe(401)
  expect(
    (await token({ grant_type: 'refresh_token', refresh_token: made.refresh_token, client_id: later.client.client_id }))
      .status,
  ).toBe(400)
  expect(client.client_id).not.toBe(later.client.client_id)
  expect(refresh).toBeDefined()
})

test('a refresh token is good once, ends with the consent, and no secret is stored', async () => {
  const { client, redeem, code } = await letIn()
  const { body: made } = await redeem()
  const again = (refresh: string) =>
    token({ grant_type: 'refresh_token', refresh_token: refresh, client_id: client.client_id })
  const { status, body: next } = await again(made.refresh_token)
  expect([status, (await me(next.access_token)).handle]).toEqual([200, 'bea'])
  const records = JSON.stringify(await hub.hub.db.selectFrom('oauth_records').selectAll().execute())
  const tokens = JSON.stringify(await hub.hub.db.selectFrom('tokens').selectAll().execute())
  for (const secret of [code, made.access_token, made.refresh_token, next.refresh_token])
    expect(`${records}${tokens}`).not.toContain(secret)
  const account = await hub.tokenFor('bea', ['account'])
  const { body: list } = await hub.ask('/v1/tokens?limit=100', { token: account })
  const consents = list.items.filter(({ name }: { name: string }) => name === 'A program <b>')
  for (const { id } of consents) await hub.ask(`/v1/tokens/${id}`, { method: 'DELETE', token: account })
  expect((await hub.ask('/v1/whoami', { token: next.access_token })).status).toBe(401)
  expect((await again(next.refresh_token)).status).toBe(400)

  const stolen = await letIn()
  const { body: first } = await stolen.redeem()
  const fields = { grant_type: 'refresh_token', client_id: stolen.client.client_id, refresh_token: first.refresh_token }
  const { body: second } = await token(fields)
  expect((await token(fields)).status).toBe(400)
  expect((await hub.ask('/v1/whoami', { token: second.access_token })).status).toBe(401)
})

test('the page says what is asked for, by whom, and leads nowhere else; a refusal is told to the program', async () => {
  const { body: client } = await register()
  const visit = openVisitor()
  await visit(`${hub.url}/v1/login`, { handle: 'bea', password: PASSWORD })
  const consent = (await visit(authorizeUrl(client.client_id))).next
  const page = await visit(consent)
  expect(page.text).toContain('A program &lt;b&gt;')
  expect(page.text).toContain('127.0.0.1:49152')
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:49152;")
  // Another browser cannot decide, nor one that another user has begun.
  const stranger = openVisitor()
  await stranger(`${hub.url}/v1/login`, { handle: 'carl', password: PASSWORD })
  expect((await stranger(consent)).status).toBe(404)
  expect((await stranger(consent, { decision: 'approve' })).status).toBe(404)
  const back = new URL(await decide(visit, authorizeUrl(client.client_id), 'deny'))
  expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null])
  // The next user of the same browser is asked, too, and it is they who are signed in.
  await visit(`${hub.url}/v1/login`, { handle: 'carl', password: PASSWORD })
  const again = new URL(await decide(visit, authorizeUrl(client.client_id), 'approve'))
  const code = again.searchParams.get('code') ?? ''
  const fields = { grant_type: 'authorization_code', code, client_id: client.client_id }
  const { body } = await token({ ...fields, redirect_uri: CALLBACK, code_verifier: verifier })
  expect(await me(body.access_token)).toMatchObject({ handle: 'carl' })
})

test.each([
  ['another address', { redirect_uri: 'https://evil.example/callback' }],
  ['a longer path', { redirect_uri: `${CALLBACK}/../evil` }],
  ['a user in the address', { redirect_uri: 'http://127.0.0.1:49152@evil.example/callback' }],
  ['an address with a query', { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
  ['an address with a fragment', { redirect_uri: `${CALLBACK}#x` }],
  ['no address', { redirect_uri: undefined }],
])('a browser is not sent to %s', async (_what, changes) => {
  const { body: client } = await register()
  const { status, next, text } = await openVisitor()(authorizeUrl(client.client_id, changes))
  expect([status, next]).toEqual([400, ''])
  expect(text).not.toContain('evil.example/callback"')
})

test.each([
  ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
  ['for another service', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ['without asking the user', { prompt: 'none' }, 'login_required'],
])('a program that asks %s is told so', async (_what, changes, error) => {
  const { body: client } = await register()
  const { next } = await openVisitor()(authorizeUrl(client.client_id, changes))
  expect([new URL(next).origin, new URL(next.replace('#', '?')).searchParams.get('error')]).toEqual([
    new URL(CALLBACK).origin,
    error,
  ])
})

test.each([
  ['a script as its address', { redirect_uris: ['javascript:alert(1)'] }],
  ['a script, as an app', { redirect_uris: ['javascript:alert(1)'], application_type: 'native' }],
  ['a document as its address', { redirect_uris: ['data:text/html,x'], application_type: 'native' }],
  ['a fragment', { redirect_uris: ['https://a.example/#x'] }],
  ['no address', { redirect_uris: [] }],
  ['tokens in addresses', { response_types: ['token'], grant_types: ['implicit'] }],
  ['keys elsewhere', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `https://127.0.0.1:1/keys` }],
])('a program that registers with %s is refused', async (_what, metadata) => {
  expect((await register(metadata)).status).toBe(400)
})

test('a program that registered acts for nobody by itself', async () => {
  const { body: client } = await register({
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
  })
  const asked = { grant_type: 'client_credentials', scope: 'skill:invoke' }
  expect((await token(asked, [client.client_id, client.client_secret])).status).toBe(400)
})

test('a program whose name no database takes is let in under one that it does', async () => {
  await letIn({ client_name: `odd\0name${'\ud83d'}` })
  const { body } = await hub.ask('/v1/tokens?limit=100', { token: await hub.tokenFor('bea', ['account']) })
  const [odd] = body.items.filter(({ name }: { name: string }) => name.startsWith('odd'))
  expect(odd.name).not.toContain('\0')
  expect(odd.name.isWellFormed()).toBe(true)
})

test('however many programs register, those that a user let in stay, and others can', async () => {
  const { client, redeem } = await letIn()
  const { db } = hub.hub
  const soon = Date.now() + 3_600_000
  await sql`insert into oauth_records (model, id_hash, payload, expires_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
    select 'Client', 'made up ' || i, '{}', ${soon} + i from n`.execute(db)
  expect((await register()).status).toBe(201)
  const left = await db.selectFrom('oauth_records').select('id_hash').where('id_hash', 'like', 'made up %').execute()
  expect(left.map(({ id_hash }) => id_hash)).not.toContain('made up 1')
  expect(left.map(({ id_hash }) => id_hash)).toContain('made up 10000')
  expect((await redeem()).status).toBe(200)
  expect(client.client_id).toBeDefined()
  await db.deleteFrom('oauth_records').where('id_hash', 'like', 'made up %').execute()
})

test('what the issuer says of itself does not depend on how it is addressed', async () => {
  const answer = await hub.ask('/.well-known/oauth-authorization-server', {
    token: '',
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  expect(answer.body).toMatchObject({
    issuer: hub.url,
    authorization_endpoint: `${hub.url}/oauth/authorize`,
    token_endpoint: `${hub.url}/oauth/token`,
    registration_endpoint: `${hub.url}/oauth/register`,
    code_challenge_methods_supported: ['S256'],
    scopes_supported: expect.arrayContaining(['skill:invoke', 'skill:read']),
  })
  expect(JSON.stringify(answer.body)).not.toContain('evil')
})

test('what has ended is forgotten', async () => {
  const { redeem } = await letIn()
  await redeem()
  const count = async (table: 'oauth_records' | 'tokens') =>
    (
      await hub.hub.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const before = await count('tokens')
  laterMs = 120 * DAY_MS
  await sweepOld(hub.hub)
  laterMs = 0
  expect([await count('oauth_records'), (await count('tokens')) < before]).toEqual([0, true])
})
