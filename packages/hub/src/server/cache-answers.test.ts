import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

let hub: TestHub
let ann: string

beforeAll(async () => {
  hub = await startTestHub()
  ann = await hub.tokenFor('ann', ['read', 'publish', 'account'])
  for (const [name, query] of [
    ['open-words', ''],
    ['own-words', '?access=private'],
  ] as const)
    await fetch(`${hub.url}/v1/skills/@ann/${name}/versions/1.0.0${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/gzip' },
      body: new Uint8Array((await makePackage({ name })).archive),
    })
})
afterAll(() => hub[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => fetch(hub.url + path, { headers })
const asAnn = (path: string, headers: Record<string, string> = {}) =>
  get(path, { authorization: `Bearer ${ann}`, ...headers })

const READ = [
  '/v1/skills',
  '/v1/search?q=words',
  '/v1/skills/@ann/open-words',
  '/v1/skills/@ann/open-words/versions',
  '/v1/skills/@ann/open-words/versions/1.0.0',
  '/v1/skills/@ann/open-words/versions/1.0.0/files',
  '/v1/skills/@ann/open-words/versions/1.0.0/files/SKILL.md',
  '/v1/skills/@ann/open-words/evidence',
  '/v1/resolve?name=open-words',
  '/v1/collections',
  '/v1/scopes/@ann',
  '/v1/log/entries',
  '/v1/log/checkpoint',
  '/v1/whoami',
  '/api/v1/skills',
  '/openapi.json',
]

test.for(READ)('%s is not sent again to a caller who has it', async (path) => {
  const first = await get(path)
  expect([first.status, await first.text()]).toEqual([200, expect.not.stringMatching(/^$/)])
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^(?:W\/)?"[\w-]+"$/)
  for (const known of [etag, `"other", ${etag}`, etag.replace(/^W\//, ''), '*']) {
    const again = await get(path, { 'if-none-match': known })
    expect([again.status, await again.text(), again.headers.get('etag')], known).toEqual([304, '', etag])
  }
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  const head = await fetch(hub.url + path, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
})

test('what has changed is sent, with another tag', async () => {
  const path = '/v1/skills/@ann/open-words'
  const etag = (await get(path)).headers.get('etag') ?? ''
  await fetch(`${hub.url}${path}/deprecation`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Use another.' }),
  })
  const changed = await get(path, { 'if-none-match': etag })
  expect([changed.status, await changed.json()]).toMatchObject([200, { deprecated: 'Use another.' }])
})

test('a shared cache keeps only answers to anonymous callers, and revalidates them', async () => {
  const control = async (answer: Promise<Response>) => (await answer).headers.get('cache-control')
  expect(await control(get('/v1/skills'))).toBe('public, no-cache')
  expect(await control(asAnn('/v1/skills'))).toBe('private, no-cache')
  expect(await control(asAnn('/v1/skills/@ann/own-words/versions/1.0.0/package'))).toMatch(/^private, /)
  expect(await control(asAnn('/v1/skills/@ann/own-words/versions/latest/package'))).toBe('private, no-cache')
  expect(await control(asAnn('/api/v1/download?slug=own-words'))).toBe('private, no-cache')
  expect((await asAnn('/v1/skills')).headers.get('vary')).toBe('authorization, cookie, accept-encoding')
})

test('no cache keeps what requires a permission, what was refused, or what was done', async () => {
  const control = async (answer: Promise<Response>) => (await answer).headers.get('cache-control')
  expect(await control(asAnn('/v1/tokens'))).toBe('private, no-store')
  expect(await control(get('/v1/skills/@ann/own-words'))).toBe('no-store')
  expect(await control(get('/readyz'))).toBe('no-store')
  const made = fetch(`${hub.url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ci', scopes: ['read'] }),
  })
  expect(await control(made)).toBe('no-store')
})

test('an ETag of a private skill discloses nothing to an anonymous caller', async () => {
  const path = '/v1/skills/@ann/own-words'
  const etag = (await asAnn(path)).headers.get('etag') ?? ''
  expect((await asAnn(path, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(path, { 'if-none-match': etag })).status).toBe(404)
})
