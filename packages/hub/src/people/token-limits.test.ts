import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'

let now = Date.now()
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now })
})
afterAll(() => hub[Symbol.asyncDispose]())

const PASSWORD = 'correct horse battery'

const ask = async (token: string, path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
  const answer = await fetch(`${hub.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, string> }
}
const make = (token: string, body: object) => ask(token, '/v1/tokens', { method: 'POST', body: { name: 'x', ...body } })

/** Signs in as a person of this name, who is made unless they are there. */
const signIn = async (handle: string) => {
  await ask(hub.adminToken, '/v1/people', { method: 'POST', body: { handle, password: PASSWORD } })
  const login = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ handle, password: PASSWORD, token_name: 'desk' })
  return ((await (await fetch(`${hub.url}/v1/login`, { ...login, body })).json()) as { token: string }).token
}
const made = async (parent: string, body: object) => (await make(parent, body)).body.token ?? ''

describe('a token', () => {
  test('makes none that may more, or for longer', async () => {
    const desk = await signIn('ken')
    const day = await made(desk, { scopes: ['read', 'account'], expires_in_days: 1 })
    expect(await make(day, { scopes: ['read', 'publish'] })).toMatchObject({ status: 403 })
    const longer = await make(day, { scopes: ['read'], expires_in_days: 2 })
    expect(longer).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
    expect(await make(day, { scopes: ['read'], expires_in_days: 0.5 })).toMatchObject({ status: 201 })
    const { body: same } = await make(day, { scopes: ['read', 'account'] })
    expect(same.expires_at).toBe(new Date(now + 86_400_000).toISOString())
    // Nor do those that it makes.
    const { body: third } = await make(same.token ?? '', { scopes: ['read'] })
    expect(third.expires_at).toBe(same.expires_at)
    now += 86_400_001
    for (const token of [day, same.token ?? '', third.token ?? ''])
      expect((await ask(token, '/v1/whoami')).status).toBe(401)
  })

  test('that signing in made a moment ago may make one that outlives it, and later may not', async () => {
    const desk = await signIn('edsger')
    expect(await make(desk, { scopes: ['read'], expires_in_days: 365 })).toMatchObject({ status: 201 })
    expect((await make(desk, { scopes: ['read'] })).body.expires_at).toBe(null)
    now += 11 * 60_000
    expect(await make(desk, { scopes: ['read'], expires_in_days: 365 })).toMatchObject({ status: 403 })
    const { expires_at } = (await ask(desk, '/v1/whoami')).body
    expect((await make(desk, { scopes: ['read'] })).body.expires_at).toBe(expires_at)
  })

  test.each([['read'], ['invoke'], ['publish'], ['read', 'invoke', 'publish']])(
    'for %s manages neither tokens nor members nor the scopes of its owner',
    async (...scopes) => {
      const desk = await signIn('olga')
      await signIn('otto')
      await ask(desk, '/v1/organisations', { method: 'POST', body: { handle: 'olgas-club' } })
      const token = await made(desk, { scopes })
      const { items } = (await ask(desk, '/v1/tokens')).body as unknown as { items: { id: string }[] }
      const refused = await Promise.all([
        ask(token, '/v1/tokens'),
        make(token, { scopes: scopes.slice(0, 1) }),
        ask(token, `/v1/tokens/${items[0]?.id}`, { method: 'DELETE' }),
        ask(token, '/v1/organisations', { method: 'POST', body: { handle: 'another-club' } }),
        ask(token, '/v1/scopes/olgas-club/members/otto', { method: 'PUT', body: { role: 'owner' } }),
        ask(token, '/v1/scopes/olgas-club/members/olga', { method: 'DELETE' }),
        ask(token, '/v1/scopes/olga/proof', { method: 'POST', body: { domain: 'example.com' } }),
      ])
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
      expect((await ask(desk, '/v1/whoami')).status).toBe(200)
    },
  )

  test('that may administer for a while leaves no account or password behind', async () => {
    await signIn('victor')
    const token = await made(hub.adminToken, { scopes: ['read', 'admin'], expires_in_days: 1 })
    expect((await ask(token, '/v1/people')).status).toBe(200)
    const accounts = [
      ask(token, '/v1/people', { method: 'POST', body: { handle: 'backdoor', role: 'admin', password: PASSWORD } }),
      ask(token, '/v1/people/victor', { method: 'PATCH', body: { password: 'another password' } }),
      ask(token, '/v1/people/victor', { method: 'PATCH', body: { role: 'admin' } }),
    ]
    expect((await Promise.all(accounts)).map(({ status }) => status)).toEqual([403, 403, 403])
  })

  test('that may publish but not read gives no access to what it cannot see itself', async () => {
    const desk = await signIn('pia')
    await publish(desk, '@pia/secret-words', '1.0.0', '?access=private')
    const token = await made(desk, { scopes: ['publish'] })
    const opened = [
      ask(token, '/v1/skills/@pia/secret-words/access', { method: 'PUT', body: { access: 'public' } }),
      ask(token, '/v1/skills/@pia/secret-words/access', { method: 'PUT', body: { access: 'restricted' } }),
      ask(token, '/v1/skills/@pia/secret-words/grants/olga', { method: 'PUT' }),
    ]
    expect((await Promise.all(opened)).map(({ status }) => status)).toEqual([403, 403, 403])
  })

  test('ends with the one that made it, though not with a sign-in that only ended', async () => {
    const desk = await signIn('rita')
    const { body: parent } = await make(desk, { scopes: ['read', 'account'] })
    const child = await made(parent.token ?? '', { scopes: ['read'] })
    const other = await made(desk, { scopes: ['read'] })
    expect((await ask(desk, `/v1/tokens/${parent.id}`, { method: 'DELETE' })).status).toBe(204)
    const alive = async () => Promise.all([child, other].map(async (token) => (await ask(token, '/v1/whoami')).status))
    expect(await alive()).toEqual([401, 200])
    await ask(desk, '/v1/logout', { method: 'POST' })
    expect(await alive()).toEqual([401, 200])
  })
})

describe('a token that is bound', () => {
  const ALL = ['read', 'invoke', 'publish', 'account']

  test('to a skill publishes and reads that skill alone', async () => {
    const desk = await signIn('sven')
    const token = await made(desk, { scopes: ALL, bound_to: '@sven/my-words' })
    expect((await publish(token, '@sven/my-words', '1.0.0', '?access=private')).status).toBe(201)
    expect((await publish(token, '@sven/other-words')).status).toBe(403)
    expect((await publish(desk, '@sven/other-words', '1.0.0', '?access=private')).status).toBe(201)
    expect((await ask(token, '/v1/skills/@sven/my-words')).status).toBe(200)
    expect((await ask(token, '/v1/skills/sven/other-words')).status).toBe(404)
    expect((await ask(token, '/v1/skills?scope=sven')).body).toMatchObject({ items: [] })
    expect((await ask(token, '/v1/search?q=capital+letters')).body).toMatchObject({ items: [] })
    expect((await ask(token, '/v1/skills/@sven/my-words/versions/1.0.0/yank', reason)).status).toBe(200)
    const manifest = { description: 'x', skills: [{ name: '@sven/my-words', range: '*' }] }
    const elsewhere = [
      ask(token, '/v1/tokens'),
      make(token, { scopes: ['read'], bound_to: '@sven/my-words' }),
      ask(token, '/v1/scopes/sven/members'),
      ask(token, '/v1/collections/@sven/my-words/versions/1.0.0', { method: 'PUT', body: manifest }),
      ask(token, '/v1/organisations', { method: 'POST', body: { handle: 'svens-club' } }),
    ]
    expect((await Promise.all(elsewhere)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await ask(token, '/v1/whoami')).body).toMatchObject({ handle: 'sven', bound_to: '@sven/my-words' })
    expect((await ask(token, '/v1/logout', { method: 'POST' })).status).toBe(204)
  })

  test('to a scope is good for all of it, and for nothing else', async () => {
    const desk = await signIn('tove')
    await ask(desk, '/v1/organisations', { method: 'POST', body: { handle: 'toves-club' } })
    const token = await made(desk, { scopes: ALL, bound_to: '@toves-club' })
    expect((await publish(token, '@toves-club/first-words')).status).toBe(201)
    expect((await ask(token, '/v1/scopes/@toves-club/members')).status).toBe(200)
    expect((await publish(token, '@tove/first-words')).status).toBe(403)
    expect((await ask(token, '/v1/scopes/tove/members')).status).toBe(403)
  })

  test('shows nothing private of elsewhere through a collection that names it', async () => {
    const [desk, other] = [await signIn('gerd'), await signIn('hilde')]
    await publish(other, '@hilde/later-secret')
    const manifest = { description: 'x', skills: [{ name: '@hilde/later-secret', range: '*' }] }
    await ask(desk, '/v1/collections/@gerd/all/versions/1.0.0', { method: 'PUT', body: manifest })
    const grant = { method: 'PUT' }
    expect((await ask(other, '/v1/skills/@hilde/later-secret/grants/gerd', grant)).status).toBe(204)
    await ask(other, '/v1/skills/@hilde/later-secret/access', { method: 'PUT', body: { access: 'private' } })
    const seen = async (token: string) =>
      (await ask(token, '/v1/collections/@gerd/all')).body.skills as unknown as { version: string | null }[]
    expect(await seen(desk)).toMatchObject([{ version: '1.0.0' }])
    expect(await seen(await made(desk, { scopes: ALL, bound_to: '@gerd' }))).toMatchObject([{ version: null }])
  })

  test.each(['toves-club', '@', '@a b', '@x/y/z', '@x/../y', '@@x'])('to %j is refused', async (bound_to) => {
    expect((await make(await signIn('tove'), { scopes: ['read'], bound_to })).status).toBe(400)
  })
})

const reason = { method: 'POST', body: { reason: 'a fault' } }

async function publish(token: string, skill: string, version = '1.0.0', query = '') {
  const [, name = ''] = skill.split('/')
  const { archive } = await makePackage({ name, version })
  return fetch(`${hub.url}/v1/skills/${skill}/versions/${version}${query}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
}
