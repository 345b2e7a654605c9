import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRemote } from '../kinds/call-remote.ts'
import { descriptorAt, sendJson, startService } from './fixtures/loopback-service.ts'

const allow = ['127.0.0.1', '127.0.0.2', '*.example.com']
const resolve = async () => ['127.0.0.1']
const KEY = 'canary-4f1d7a90c3'
const auth = { type: 'api_key', header: 'X-API-Key' } as const
const withKey = { allow, resolve, credential: 'k', credentials: () => KEY }

test('a redirect within the origin keeps the credential', async () => {
  await using service = await startService(({ path }, response) =>
    path === '/' ? response.writeHead(307, { location: '/moved' }).end() : sendJson(response, { ok: true }),
  )
  const response = await callRemote(descriptorAt(service.url, { auth }), { params: { text: 'x' } }, withKey)
  expect(response.status).toBe('success')
  expect(service.seen[1]).toMatchObject({ method: 'POST', path: '/moved', body: '{"text":"x"}' })
  expect(service.seen[1]?.headers['x-api-key']).toBe(KEY)
})

test.each([301, 302, 303, 307, 308])('a %i redirect to another origin drops the credential', async (status) => {
  await using other = await startService((_seen, response) => sendJson(response, { ok: true }))
  await using service = await startService((_seen, response) =>
    response.writeHead(status, { location: `${other.url}/elsewhere` }).end(),
  )
  const response = await callRemote(descriptorAt(service.url, { auth }), {}, withKey)
  expect(response.status).toBe('success')
  expect(service.seen[0]?.headers['x-api-key']).toBe(KEY)
  expect(JSON.stringify(other.seen)).not.toContain(KEY)
  expect(other.seen[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('the same host on another port is another origin', async () => {
  await using other = await startService((_seen, response) => sendJson(response, {}))
  await using service = await startService((_seen, response) => response.writeHead(307, { location: other.url }).end())
  await callRemote(descriptorAt(service.url, { auth }), {}, withKey)
  expect(other.seen).toHaveLength(1)
  expect(other.seen[0]?.headers).not.toHaveProperty('x-api-key')
})

test('a redirect that leaves the origin and comes back does not get the credential again', async () => {
  const home = { url: '' }
  await using other = await startService((_seen, response) =>
    response.writeHead(307, { location: `${home.url}/back?next=evil` }).end(),
  )
  await using service = await startService(({ path }, response) =>
    path === '/' ? response.writeHead(307, { location: other.url }).end() : sendJson(response, {}),
  )
  home.url = service.url
  await callRemote(descriptorAt(service.url, { auth }), {}, withKey)
  expect(service.seen.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, undefined])
})

test.each([
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [302, 'POST', 'GET'],
  [301, 'POST', 'GET'],
  [302, 'PUT', 'PUT'],
  [307, 'POST', 'POST'],
  [308, 'PATCH', 'PATCH'],
] as const)('after %i a %s goes on as %s', async (status, method, next) => {
  await using service = await startService(({ path }, response) =>
    path === '/' ? response.writeHead(status, { location: '/next' }).end() : sendJson(response, {}),
  )
  await callRemote(descriptorAt(service.url, { endpoint: { method } }), { params: { text: 'x' } }, { allow })
  expect(service.seen[1]).toMatchObject({ method: next, body: next === 'GET' ? '' : '{"text":"x"}' })
})

test('at most five redirects are followed', async () => {
  await using service = await startService((_seen, response, n) => response.writeHead(307, { location: `/${n}` }).end())
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'EXTERNAL_SERVICE_ERROR', message: /more than 5/ }])
  expect(service.seen).toHaveLength(6)
})

test.each(['http://[', 'http://user:pw@127.0.0.1/', 'javascript:alert(1)'])(
  'a redirect to %s ends the call',
  async (location) => {
    await using service = await startService((_seen, response) => response.writeHead(302, { location }).end())
    const response = await callRemote(descriptorAt(service.url), {}, { allow })
    expect(response.status).toBe('failed')
    expect(service.seen).toHaveLength(1)
  },
)

test('a credential never travels unencrypted to a host the operator did not allow', async () => {
  const dialled: unknown[] = []
  const connect = (host: unknown) => {
    dialled.push(host)
    throw new Error('no')
  }
  const options = { credential: 'k', credentials: () => KEY, resolve: async () => ['93.184.215.14'], connect }
  const response = await callRemote(descriptorAt('http://api.example.com/', { auth }), {}, options)
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED', message: /unencrypted/ }])
  expect(dialled).toEqual([])
})

const CERT = readFileSync(new URL('./fixtures/api.example.com-cert.pem', import.meta.url), 'utf8')
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, CERT]))
afterAll(() => setDefaultCACertificates(trusted))

test('TLS proves the name while the connection goes to the checked address', async () => {
  await using service = await startTls((path) => (path === '/' ? undefined : 'http://127.0.0.1:8080/'))
  const call = (host: string, path = '/') =>
    callRemote(descriptorAt(`https://${host}:${service.port}${path}`, { auth }), {}, withKey)
  expect(await call('api.example.com')).toMatchObject({ status: 'success' })
  expect(service.names).toEqual(['api.example.com'])
  expect((await call('other.example.com')).errors).toMatchObject([
    { code: 'FETCH_FAILED', details: { reason: 'ERR_TLS_CERT_ALTNAME_INVALID', sent: false } },
  ])
  expect(service.names).toEqual(['api.example.com'])
})

test('a redirect from https to plain http is refused', async () => {
  await using plain = await startService((_seen, response) => sendJson(response, {}))
  await using service = await startTls(() => plain.url)
  const response = await callRemote(descriptorAt(`https://api.example.com:${service.port}/`), {}, withKey)
  expect(response.errors).toMatchObject([{ code: 'PERMISSION_DENIED', message: /plain http/ }])
  expect(plain.seen).toEqual([])
})

async function startTls(redirect: (path: string) => string | undefined) {
  const names: string[] = []
  const key = readFileSync(new URL('./fixtures/api.example.com-key.pem', import.meta.url), 'utf8')
  const server = createServer({ key, cert: CERT }, (request, response) => {
    names.push((request.headers.host ?? '').split(':')[0] ?? '')
    const location = redirect(request.url ?? '')
    if (location === undefined) sendJson(response, { ok: true })
    else response.writeHead(302, { location }).end()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return {
    names,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
