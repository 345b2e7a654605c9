import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
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

/** A browser: keeps cookies for each origin and does not follow anything by itself. */
function browser() {
  const jars = new Map<string, Map<string, string>>()
  return async (url: string, form?: Record<string, string>) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), origin },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    return { status: answer.status, next: location === null ? undefined : new URL(location, url).href, answer }
  }
}

/** Signs in at the provider's own pages and comes back with what it says. */
async function signInAs(visit: ReturnType<typeof browser>, login: string, begun?: string): Promise<string> {
  let next = begun ?? (await visit(`${hub.url}/v1/oidc/login`)).next ?? ''
  for (let step = 0; step < 10 && !next.startsWith(hub.url); step++) {
    const page = await visit(next)
    if (page.next !== undefined) next = page.next
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(await page.answer.text())?.[1] ?? ''
      next = (await visit(next, { prompt, login, password: 'any' })).next ?? ''
    }
  }
  return next
}

test('a user known to the provider gets an account and a session, and the same account next time', async () => {
  for (const round of [1, 2]) {
    const visit = browser()
    const back = await visit(await signInAs(visit, 'ada'))
    expect(back.status, `round ${round}`).toBe(302)
    const me = await (await visit(`${hub.url}/v1/whoami`)).answer.json()
    expect(me).toMatchObject({ handle: 'ada', role: 'member' })
  }
})

test('an answer of the provider is of no use in another browser', async () => {
  const callback = await signInAs(browser(), 'grace')
  expect((await browser()(callback)).status).toBe(401)
})

test('an answer with another state is refused', async () => {
  const visit = browser()
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
  const visit = browser()
  const page = await visit(`${hub.url}/login`, { handle: 'made-by-admin', password })
  expect(page).toMatchObject({ status: 303, next: `${hub.url}/account` })
  const confirm = await (await visit(`${hub.url}/account/link`, {})).answer.text()
  const begun = (/href="([^"]+)">Go on/.exec(confirm)?.[1] ?? '').replaceAll('&amp;', '&')
  expect(begun).toContain(issuer)
  const back = await visit(await signInAs(visit, 'barbara', begun))
  expect(back).toMatchObject({ status: 302, next: `${hub.url}/account` })
  expect(await (await visit(`${hub.url}/account`)).answer.text()).toContain(`linked to ${issuer}`)

  const later = browser()
  await later(await signInAs(later, 'barbara'))
  expect(await (await later(`${hub.url}/v1/whoami`)).answer.json()).toMatchObject({ handle: 'made-by-admin' })

  await createPerson(hub.hub, { handle: 'another-one', password })
  const other = browser()
  await other(`${hub.url}/login`, { handle: 'another-one', password })
  const again = await (await other(`${hub.url}/account/link`, {})).answer.text()
  const twice = (/href="([^"]+)">Go on/.exec(again)?.[1] ?? '').replaceAll('&amp;', '&')
  expect((await other(await signInAs(other, 'barbara', twice))).status).toBe(409)

  await visit(`${hub.url}/account/unlink`, {})
  expect(await (await visit(`${hub.url}/account`)).answer.text()).toContain('not linked to a provider')
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
  const callback = await signInAs(browser(), 'mallory', begun.headers.get('location') ?? '')
  const answer = await fetch(callback, {
    redirect: 'manual',
    headers: { cookie: `skw_oidc=${forged}`, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(403)

  const visit = browser()
  await visit(await signInAs(visit, 'mallory'))
  expect(await (await visit(`${hub.url}/v1/whoami`)).answer.json()).toMatchObject({ handle: 'mallory' })
})

test('after signing in with the provider, a program is signed in by its code on a page', async () => {
  const codes = (await (
    await fetch(`${hub.url}/v1/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'laptop <script>' }),
    })
  ).json()) as { user_code: string; device_code: string }
  const visit = browser()
  const device = `${hub.url}/device?code=${codes.user_code}`
  expect((await visit(device)).next).toContain('/login?next=%2Fdevice')
  const begun = (await visit(`${hub.url}/v1/oidc/login?next=${encodeURIComponent(`/device?code=${codes.user_code}`)}`))
    .next
  const back = await visit(await signInAs(visit, 'margaret', begun))
  expect(back.next).toBe(device)
  const shown = await (await visit(device)).answer.text()
  expect(shown).toContain('laptop &lt;script&gt;')
  expect((await visit(`${hub.url}/device`, { code: codes.user_code, decision: 'approve' })).status).toBe(200)
  const poll = await fetch(`${hub.url}/v1/device/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_code: codes.device_code }),
  })
  expect(await poll.json()).toMatchObject({ token: expect.stringMatching(/^skw_/) })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'signing in leads to no other site: %s',
  async (next) => {
    await createPerson(hub.hub, { handle: 'careful', password: 'correct horse battery' }).catch(() => undefined)
    const answer = await browser()(`${hub.url}/login`, { handle: 'careful', password: 'correct horse battery', next })
    expect(answer.next).toBe(`${hub.url}/account`)
  },
)

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another site, as browsers say now', { 'sec-fetch-site': 'cross-site' }],
  ['an unknown origin', {}],
])('a form of %s is refused', async (_whose, headers) => {
  for (const path of ['/login', '/device', '/account/password', '/account/link'])
    expect([401, 403]).toContain(
      (await fetch(`${hub.url}${path}`, { method: 'POST', headers, body: new URLSearchParams({ handle: 'x' }) }))
        .status,
    )
})
