import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { openVisitor, type Visitor } from '../server/fixtures/visitor.ts'
import { createPerson } from './create-person.ts'

const CLIENT = { clientId: 'hub', clientSecret: 'a secret of the hub' }

let server: Server
let issuer: string
let hub: TestHub

beforeAll(async () => {
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  hub = await startTestHub({ registration: 'open', oidc: { issuer, ...CLIENT } })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${hub.url}/v1/oidc/callback`],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['test'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, preferred_username: sub, name: `The real ${sub}` }),
    }),
  })
  server.on('request', provider.callback())
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})

/** What a page of the hub asks of it. */
async function ask(visit: Visitor, path: string, body?: Record<string, string>): Promise<{ readonly url: string }> {
  return JSON.parse((await visit(`${hub.url}${path}`, body)).text)
}

/** Signs in at the provider's own pages and comes back with what it says. */
async function signInAs(visit: Visitor, login: string, begun?: string): Promise<string> {
  let next = begun ?? (await visit(`${hub.url}/v1/oidc/login`)).next
  for (let step = 0; step < 10 && !next.startsWith(hub.url); step++) {
    const page = await visit(next)
    if (page.next !== '') next = page.next
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? ''
      next = (await visit(next, { prompt, login, password: 'any' })).next
    }
  }
  return next
}

test('a user known to the provider gets an account and a session, and the same account next time', async () => {
  for (const round of [1, 2]) {
    const visit = openVisitor()
    const back = await visit(await signInAs(visit, 'ada'))
    expect(back.status, `round ${round}`).toBe(302)
    const me = await ask(visit, '/v1/whoami')
    expect(me).toMatchObject({ handle: 'ada', role: 'member' })
  }
})

test('an answer of the provider is of no use in another browser', async () => {
  const callback = await signInAs(openVisitor(), 'grace')
  expect((await openVisitor()(callback)).status).toBe(401)
})

test('an answer with another state is refused', async () => {
  const visit = openVisitor()
  const callback = new URL(await signInAs(visit, 'linus'))
  callback.searchParams.set('state', 'forged')
  expect((await visit(callback.href)).status).toBe(401)
})

test('a hub without a provider says so', async () => {
  await using plain = await startTestHub()
  expect((await fetch(`${plain.url}/v1/oidc/login`, { redirect: 'manual' })).status).toBe(404)
})

test('an account that an administrator made is linked to the provider in the browser, and signs in with it from then on', async () => {
  const password = 'correct horse battery'
  await createPerson(hub.hub, { handle: 'made-by-admin', password })
  const visit = openVisitor()
  await ask(visit, '/v1/login', { handle: 'made-by-admin', password })
  const { url: begun } = await ask(visit, '/v1/account/link', {})
  expect(begun).toContain(issuer)
  const back = await visit(await signInAs(visit, 'barbara', begun))
  expect(back).toMatchObject({ status: 302, next: `${hub.url}/settings` })
  expect(await ask(visit, '/v1/account')).toMatchObject({ linked_to: issuer })

  const later = openVisitor()
  await later(await signInAs(later, 'barbara'))
  expect(await ask(later, '/v1/whoami')).toMatchObject({ handle: 'made-by-admin' })

  await createPerson(hub.hub, { handle: 'another-one', password })
  const other = openVisitor()
  await ask(other, '/v1/login', { handle: 'another-one', password })
  const { url: twice } = await ask(other, '/v1/account/link', {})
  expect((await other(await signInAs(other, 'barbara', twice))).status).toBe(409)

  const { cookie } = await visit(`${hub.url}/v1/whoami`)
  expect((await fetch(`${hub.url}/v1/account/link`, { method: 'DELETE', headers: { cookie } })).status).toBe(204)
  expect(await ask(visit, '/v1/account')).toMatchObject({ linked_to: null })
})

test('a token links no account, whatever the browser brings back', async () => {
  const password = 'correct horse battery'
  await createPerson(hub.hub, { handle: 'kept-own', password })
  const send = (path: string, body: object, token?: string) =>
    fetch(`${hub.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const signedIn = (await (await send('/v1/login', { handle: 'kept-own', password, token_name: 'cli' })).json()) as {
    token: string
  }
  const made = await send('/v1/tokens', { name: 'short', scopes: ['account'], expires_in_days: 0.001 }, signedIn.token)
  const { token } = (await made.json()) as { token: string }

  const begun = await fetch(`${hub.url}/v1/oidc/login`, { redirect: 'manual' })
  const [, kept = ''] = /skw_oidc=([^;]+)/.exec(begun.headers.getSetCookie().join()) ?? []
  const pending = JSON.parse(Buffer.from(kept, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...pending, isLink: true })).toString('base64url')
  const callback = await signInAs(openVisitor(), 'mallory', begun.headers.get('location') ?? '')
  const answer = await fetch(callback, {
    redirect: 'manual',
    headers: { cookie: `skw_oidc=${forged}`, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(403)

  const visit = openVisitor()
  await visit(await signInAs(visit, 'mallory'))
  expect(await ask(visit, '/v1/whoami')).toMatchObject({ handle: 'mallory' })
})

test('signing in with the provider comes back to the page it was begun at', async () => {
  const visit = openVisitor()
  const begun = (await visit(`${hub.url}/v1/oidc/login?next=${encodeURIComponent('/device?code=BCDF-GHJK')}`)).next
  const back = await visit(await signInAs(visit, 'margaret', begun))
  expect(back.next).toBe(`${hub.url}/device?code=BCDF-GHJK`)
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'signing in leads to no other site: %s',
  async (next) => {
    const visit = openVisitor()
    const begun = (await visit(`${hub.url}/v1/oidc/login?next=${encodeURIComponent(next)}`)).next
    expect((await visit(await signInAs(visit, 'careful', begun))).next).toBe(`${hub.url}/`)
  },
)

test('a page of another site links no account, and signs no program in', async () => {
  const visit = openVisitor()
  await visit(await signInAs(visit, 'guarded'))
  const cookie = (await visit(`${hub.url}/v1/whoami`)).cookie
  for (const path of ['/v1/account/link', '/v1/device/BCDF-GHJK', '/v1/logout'])
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await fetch(hub.url + path, { method: 'POST', headers: { ...headers, cookie } })).status).toBe(403)
})
