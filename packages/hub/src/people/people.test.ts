import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestHub, startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { authenticate } from './authenticate.ts'
import { createPerson } from './create-person.ts'
import { revokeToken } from './revoke-token.ts'
import { createToken, DAY_MS } from './tokens.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ registration: 'open' })
})
afterAll(() => hub[Symbol.asyncDispose]())

const ask = (
  path: string,
  { token, body, ...init }: Omit<RequestInit, 'body'> & { token?: string; body?: unknown } = {},
) =>
  fetch(`${hub.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** What an answer says, as the words it is made of. */
const read = async (answer: Response) => (await answer.json()) as Readonly<Record<string, string>>

const register = async (handle: string, password = 'correct horse battery') => {
  const answer = await ask('/v1/accounts', { method: 'POST', body: { handle, password } })
  return { status: answer.status, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

describe('accounts', () => {
  test('a user who registers is signed in by a cookie no script can read, and owns a scope', async () => {
    const answer = await ask('/v1/accounts', {
      method: 'POST',
      body: { handle: 'ada', password: 'correct horse battery' },
    })
    expect(answer.status).toBe(201)
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    const me = await ask('/v1/whoami', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(await me.json()).toMatchObject({
      handle: 'ada',
      role: 'member',
      scopes: ['read', 'invoke', 'publish', 'account'],
      bound_to: null,
    })
    expect(await (await ask('/v1/scopes/@ada')).json()).toMatchObject({ scope: 'ada', owner: 'ada', official: false })
  })

  test.for([
    ['a handle that is taken', 'ada', 409],
    ['a handle that looks like one that is taken', 'a-da', 409],
    ['a name of the house', 'official', 403],
    ['a name that looks like one of the house', 'offic1al', 403],
    ['capitals', 'Ada', 400],
    ['a path', '../etc', 400],
  ] as const)('%s is refused', async ([, handle, status]) => {
    await register('ada')
    expect((await register(handle)).status).toBe(status)
  })

  test('a short password is refused, and says how long it must be', async () => {
    const answer = await ask('/v1/accounts', { method: 'POST', body: { handle: 'shorty', password: 'short' } })
    expect(answer.status).toBe(400)
    expect((await read(answer)).detail).toContain('10')
  })

  test('a hub that takes no accounts says so', async () => {
    await using closed = await startTestHub({ registration: 'closed' })
    const answer = await fetch(`${closed.url}/v1/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ handle: 'eve', password: 'correct horse battery' }),
    })
    expect(answer.status).toBe(403)
  })

  test('a wrong password and an unknown handle get the very same answer', async () => {
    await register('grace')
    const wrong = await ask('/v1/login', { method: 'POST', body: { handle: 'grace', password: 'wrong' } })
    const unknown = await ask('/v1/login', { method: 'POST', body: { handle: 'nobody-here', password: 'wrong' } })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const [a, b] = [await read(wrong), await read(unknown)]
    expect({ ...a, request_id: '' }).toEqual({ ...b, request_id: '' })
  })

  test('signing out ends the session, not only the cookie', async () => {
    const { cookie } = await register('linus')
    expect((await ask('/v1/logout', { method: 'POST', headers: { cookie } })).status).toBe(204)
    expect((await read(await ask('/v1/whoami', { headers: { cookie } }))).handle).toBe(null)
  })

  test('a page of another site cannot act with the cookie', async () => {
    const { cookie } = await register('barbara')
    const answer = await ask('/v1/tokens', {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: { name: 'stolen', scopes: ['publish'] },
    })
    expect(answer.status).toBe(403)
  })

  test('an administrator closes an account, and everything of it ends at once', async () => {
    const token = await hub.tokenFor('mallory', ['account'])
    expect((await ask('/v1/tokens', { token })).status).toBe(200)
    const closing = await ask('/v1/people/mallory', {
      method: 'PATCH',
      token: hub.adminToken,
      body: { disabled: true },
    })
    expect(closing.status).toBe(204)
    expect((await ask('/v1/tokens', { token })).status).toBe(401)
    const own = await ask('/v1/people/admin', { method: 'PATCH', token: hub.adminToken, body: { disabled: true } })
    expect(own.status).toBe(409)
  })
})

describe('tokens', () => {
  test('a token is shown once, can be listed without its secret, and revoked', async () => {
    const token = await hub.tokenFor('dennis', ['read', 'account'])
    const made = await read(await ask('/v1/tokens', { method: 'POST', token, body: { name: 'ci', scopes: ['read'] } }))
    expect(made.token).toMatch(/^skw_/)
    const listed = await (await ask('/v1/tokens', { token })).text()
    expect(listed).toContain(made.id)
    expect(listed).not.toContain(made.token)
    expect((await ask(`/v1/tokens/${made.id}`, { method: 'DELETE', token })).status).toBe(204)
    expect((await ask('/v1/whoami', { token: made.token ?? '' })).status).toBe(401)
  })

  test('a user cannot revoke the token of another', async () => {
    const victim = await hub.tokenFor('victim', ['account'])
    const { items } = (await (await ask('/v1/tokens', { token: victim })).json()) as { items: { id: string }[] }
    const token = await hub.tokenFor('attacker', ['account'])
    expect((await ask(`/v1/tokens/${items[0]?.id}`, { method: 'DELETE', token })).status).toBe(404)
    expect((await ask('/v1/tokens', { token: victim })).status).toBe(200)
  })

  test('the secret is nowhere in the database', async () => {
    const token = await hub.tokenFor('rob', ['read'])
    const rows = await hub.hub.db.selectFrom('tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.for(['Bearer', 'Bearer ', 'Basic abc', 'Bearer skw_unknown', `Bearer ${'x'.repeat(5_000)}`, 'Bearer a b'])(
    'the header %j is refused, not ignored',
    async (authorization) => {
      expect((await ask('/v1/whoami', { headers: { authorization } })).status).toBe(401)
    },
  )

  test('a token ends when its time is over, and when the role of its owner is taken away', async () => {
    let now = Date.now()
    await using open = await openTestHub({ clock: () => now })
    const person = await createPerson(open.hub, { handle: 'tim', role: 'reviewer' })
    const { token } = await createToken(open.hub, person, {
      name: 'day',
      scopes: ['read', 'review'],
      expiresAt: now + DAY_MS,
    })
    const show = { authorization: `Bearer ${token}` }
    expect([...(await authenticate(open.hub, show)).scopes]).toEqual(['read', 'review'])
    await open.hub.db.updateTable('people').set({ role: 'member' }).where('handle', '=', 'tim').execute()
    const principal = await authenticate(open.hub, show)
    expect([...principal.scopes]).toEqual(['read'])
    now += 86_400_001
    await expect(authenticate(open.hub, show)).rejects.toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
    await expect(revokeToken(open.hub, principal, 'no-such-id')).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  })
})

describe('scopes', () => {
  test('an organisation has members with roles, and never loses its last owner', async () => {
    const owner = await hub.tokenFor('olivia', ['read', 'account'])
    const member = await hub.tokenFor('max', ['read', 'account'])
    expect((await ask('/v1/organisations', { method: 'POST', token: owner, body: { handle: 'acme' } })).status).toBe(
      201,
    )
    const add = (token: string, handle: string, role: string) =>
      ask(`/v1/scopes/acme/members/${handle}`, { method: 'PUT', token, body: { role } })
    expect((await add(member, 'max', 'owner')).status).toBe(403)
    expect((await add(owner, 'max', 'maintainer')).status).toBe(204)
    expect((await add(member, 'max', 'owner')).status).toBe(403)
    expect((await ask('/v1/scopes/acme/members', { token: member })).status).toBe(200)
    expect((await ask('/v1/scopes/acme/members/olivia', { method: 'DELETE', token: owner })).status).toBe(409)
  })

  test.for([
    'google',
    'g00gle',
    'openai',
    'open-ai',
    'openai-official',
    'the-anthropic-team',
    'micros0ft-labs',
    'aws',
    'support-github',
    'googleinc',
    'awslabs',
  ])('a user cannot take the name of a known company: %s', async (handle) => {
    const token = await hub.tokenFor('squatter', ['read', 'account'])
    const answer = await ask('/v1/organisations', { method: 'POST', token, body: { handle } })
    expect([answer.status, (await read(answer)).code]).toEqual([403, 'PERMISSION_DENIED'])
    expect((await register(handle)).status).toBe(403)
  })

  test.for(['googolplex', 'metal-works', 'arms', 'stripes', 'ai-team', 'my-slack-tools'])(
    'a name that only holds one is free: %s',
    async (handle) => {
      const token = await hub.tokenFor('founder', ['read', 'account'])
      expect((await ask('/v1/organisations', { method: 'POST', token, body: { handle } })).status).toBe(201)
    },
  )

  test('only an administrator assigns a reserved name to its owner', async () => {
    const token = await hub.tokenFor('sundar', ['read', 'account'])
    const body = { handle: 'google', owner: 'sundar' }
    const other = { handle: 'sundars-club', owner: 'founder' }
    expect((await ask('/v1/organisations', { method: 'POST', token, body: other })).status).toBe(403)
    expect((await ask('/v1/organisations', { method: 'POST', token: hub.adminToken, body })).status).toBe(201)
    const members = await (await ask('/v1/scopes/google/members', { token })).json()
    expect(members).toEqual({ items: [{ handle: 'sundar', role: 'owner' }] })
  })

  test('only an administrator makes a scope official', async () => {
    const owner = await hub.tokenFor('henry', ['read', 'publish'])
    const mark = (token: string) => ask('/v1/scopes/henry/official', { method: 'PUT', token, body: { official: true } })
    expect((await mark(owner)).status).toBe(403)
    expect((await mark(hub.adminToken)).status).toBe(200)
    expect(await (await ask('/v1/scopes/henry')).json()).toMatchObject({ official: true })
  })

  test('a scope is proven by a line on a domain, and only by that line', async () => {
    const owner = await hub.tokenFor('iris', ['read', 'account'])
    const { line } = await read(await ask('/v1/scopes/iris/proof'))
    let served = 'something else'
    await using site = await listen((path) => (path === '/.well-known/skillwright-scope.txt' ? served : undefined))
    const prove = () =>
      ask('/v1/scopes/iris/proof', { method: 'POST', token: owner, body: { domain: `127.0.0.1:${site.port}` } })
    expect((await prove()).status).toBe(403)
    served = `# ours\n${line}\n`
    expect(await (await prove()).json()).toMatchObject({ proof: { kind: 'domain', by: 'iris' } })
  })

  test.for(['169.254.169.254', '10.0.0.1', 'localhost', 'a/b', 'user@host'])(
    'no proof is fetched from %s',
    async (domain) => {
      const owner = await hub.tokenFor('judy', ['read', 'account'])
      const answer = await ask('/v1/scopes/judy/proof', { method: 'POST', token: owner, body: { domain } })
      expect([400, 403]).toContain(answer.status)
    },
  )
})

async function listen(answer: (path: string) => string | undefined) {
  const server = createServer((request, response) => {
    const text = answer(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
