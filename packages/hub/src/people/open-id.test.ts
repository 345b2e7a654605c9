import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/hub-under-test.ts'

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
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
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
async function signInAs(visit: ReturnType<typeof browser>, login: string): Promise<string> {
  let next = (await visit(`${hub.url}/v1/oidc/login`)).next ?? ''
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

test('somebody the provider knows gets an account and a session, and the same account next time', async () => {
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
