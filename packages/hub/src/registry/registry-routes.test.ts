import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { startHub } from '../start-hub.ts'
import { makePackage, type TestPackage } from './fixtures/make-package.ts'

const DESCRIPTOR = {
  protocol: { version: '1.0.0' },
  id: 'com.example.shout',
  name: 'Text shout',
  version: '1.0.0',
  capability_type: 'api',
  description: 'Turns text into capital letters.',
  provider: { name: 'Example Corp' },
  inputs: [{ name: 'text', type: 'string', required: true }],
  output: { content_type: 'application/json' },
  auth: { type: 'api_key', header: 'X-Words' },
  access: 'public',
}

let hub: TestHub
let ann: string
let bob: string
let reviewer: string

beforeAll(async () => {
  hub = await startTestHub({ allowAddresses: [] })
  ann = await hub.tokenFor('ann', ['read', 'publish'])
  bob = await hub.tokenFor('bob', ['read', 'publish'])
  reviewer = await hub.tokenFor('rae', ['read', 'review'])
  expect((await put('shout')).status).toBe(201)
})
afterAll(() => hub[Symbol.asyncDispose]())

test('a package is published, shown, listed, and downloaded by plain curl and tar', async () => {
  const skill = await json('/v1/skills/@ann/shout')
  expect(skill).toMatchObject({ name: '@ann/shout', latest: '1.0.0', tier: 'community', access: 'public' })
  expect(await json('/v1/skills/ann/shout')).toEqual(skill)
  expect(await json('/v1/skills/@ann/shout/versions')).toMatchObject({
    items: [{ version: '1.0.0' }],
  })
  expect(await json('/v1/skills/@ann/shout/versions/latest')).toMatchObject({
    version: '1.0.0',
    scan: { verdict: 'pass' },
  })
  expect(await json('/v1/skills?tag=LETTERS&capability_type=plugin&license=mit&tier=community')).toMatchObject({
    items: [{ name: '@ann/shout' }],
  })
  expect(await json('/v1/skills?tag=nothing')).toEqual({ items: [] })
  const dir = await mkdtemp(join(tmpdir(), 'hub-curl-'))
  const url = `${hub.url}/v1/skills/@ann/shout/versions/^1/package`
  await promisify(execFile)('sh', ['-c', `curl -sfg "$0" | tar xz -C "$1"`, url, dir])
  expect(await readFile(join(dir, 'SKILL.md'), 'utf8')).toContain('id: shout')
})

test('a package says what it is, and is not sent again to who has it', async () => {
  const path = '/v1/skills/@ann/shout/versions/1.0.0/package'
  const answer = await call(path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const sha256 = createHash('sha256').update(bytes).digest()
  const { digest } = await makePackage({ name: 'shout' })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="shout-1.0.0.tgz"',
    etag: `"${sha256.toString('hex')}"`,
    'repr-digest': `sha-256=:${sha256.toString('base64')}:`,
    'skillwright-digest': digest,
    'cache-control': 'public, max-age=86400, immutable',
  })
  const again = await call(path, { headers: { 'if-none-match': `"${sha256.toString('hex')}"` } })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  const head = await call(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect((await call(`${path}?digest=${digest}`)).status).toBe(200)
  expect(await problem(`${path}?digest=sha256:${'0'.repeat(64)}`)).toMatchObject({
    status: 422,
    code: 'INTEGRITY_FAILED',
  })
  expect((await call('/v1/skills/@ann/shout/versions/latest/package')).headers.get('cache-control')).toBe(
    'public, no-cache',
  )
})

test('downloads are counted, and none is lost when the hub stops', async () => {
  const count = async () => {
    const row = await hub.hub.db
      .selectFrom('skills')
      .select('downloads')
      .where('name', '=', 'counted')
      .executeTakeFirst()
    return row?.downloads
  }
  await put('counted')
  const other = await startHub(hub.hub.config)
  for (let i = 0; i < 3; i++)
    await (await fetch(`${other.url}/v1/skills/@ann/counted/versions/1.0.0/package`)).arrayBuffer()
  await (await fetch(`${other.url}/v1/skills/@ann/counted/versions/1.0.0/package`, { method: 'HEAD' })).arrayBuffer()
  expect(await count()).toBe(0)
  await other[Symbol.asyncDispose]()
  expect(await count()).toBe(3)
  const { downloads, days } = await json('/v1/skills/@ann/counted/downloads?days=7')
  expect(downloads).toBe(3)
  expect(days?.map((day) => day.downloads)).toEqual([0, 0, 0, 0, 0, 0, 3])
})

test('files are listed, and one is sent as text or bytes that no browser takes for a page', async () => {
  await put('with-page', { files: { 'page.html': '<script>alert(1)</script>', 'data.bin': '\u0000\u0001' } })
  const { items: files } = await json('/v1/skills/@ann/with-page/versions/1.0.0/files')
  expect(files).toContainEqual({ path: 'page.html', size: 25, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const page = await call('/v1/skills/@ann/with-page/versions/1.0.0/files/page.html')
  expect(await page.text()).toBe('<script>alert(1)</script>')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const data = await call('/v1/skills/@ann/with-page/versions/1.0.0/files/data.bin')
  expect(data.headers.get('content-type')).toBe('application/octet-stream')
  for (const path of ['nothing.md', '..%2f..%2fetc%2fpasswd', '%2e%2e/x', ''])
    expect((await call(`/v1/skills/@ann/with-page/versions/1.0.0/files/${path}`)).status, path).toBe(404)
})

test('a descriptor tells how to call a service that answers, and promises nothing that is not there', async () => {
  const endpoint = { url: 'https://api.example.com/skills/shout/invoke', method: 'POST' }
  await put('served-words', { files: { 'descriptor.json': JSON.stringify({ ...DESCRIPTOR, endpoint }) } })
  expect(await json('/v1/skills/@ann/served-words/versions/1.0.0/descriptor')).toMatchObject({
    id: '@ann/served-words',
    version: '1.0.0',
    endpoint,
    inputs: [{ name: 'text', required: true }],
    provider: { name: 'Example Corp' },
    auth: { type: 'api_key', header: 'X-Words' },
    access: 'public',
  })
  await put('told-words', { input: null })
  for (const name of ['shout', 'told-words'])
    expect(await problem(`/v1/skills/@ann/${name}/versions/1.0.0/descriptor`)).toMatchObject({
      status: 404,
      code: 'DATA_NOT_FOUND',
    })
})

test("every field of document D's example comes back from the hub", async () => {
  const url = new URL('../../../skill/src/descriptor/fixtures/translate.json', import.meta.url)
  const own = { ...JSON.parse(await readFile(url, 'utf8')), access: 'public', 'x-rating': 5 }
  expect((await put('whole-words', { files: { 'descriptor.json': JSON.stringify(own) } })).status).toBe(201)
  expect(await json('/v1/skills/@ann/whole-words/versions/1.0.0/descriptor')).toEqual({
    ...own,
    id: '@ann/whole-words',
    version: '1.0.0',
  })
})

test('a descriptor that leaves to the skill what the skill says loses nothing of what it says', async () => {
  const own = {
    endpoint: { url: 'https://api.example.com/part', timeout_ms: 5000, retry: { max_attempts: 2, backoff_ms: 10 } },
    auth: { type: 'oauth2', oauth2: { token_url: 'https://example.com/token', scopes: { 'skill:invoke': 'to call' } } },
    provider: { name: 'Example Corp', url: 'https://example.com', contact: 'skills@example.com' },
    documentation_url: 'https://docs.example.com/part',
    access: 'public',
  }
  expect((await put('part-words', { files: { 'descriptor.json': JSON.stringify(own) } })).status).toBe(201)
  expect(await json('/v1/skills/@ann/part-words/versions/1.0.0/descriptor')).toMatchObject({
    ...own,
    id: '@ann/part-words',
    inputs: [{ name: 'text' }],
  })
})

test('names resolve as people write them', async () => {
  for (const name of ['shout', '@ann/shout@^1', 'ann/shout@1.0.0', 'community/shout'])
    expect(await json(`/v1/resolve?name=${encodeURIComponent(name)}`), name).toMatchObject({
      name: '@ann/shout',
      version: '1.0.0',
      package_url: `${hub.url}/v1/skills/@ann/shout/versions/1.0.0/package`,
    })
  expect(await problem('/v1/resolve?name=shout&range=^2')).toMatchObject({ status: 404, code: 'DATA_NOT_FOUND' })
  expect(await problem('/v1/resolve?name=../x')).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
})

test('lists come in pages that meet without a gap', async () => {
  for (const version of ['1.0.1', '1.0.2', '1.1.0']) await put('shout', { version })
  await put('zz-last')
  const pages = async (path: string, key: string) => {
    const seen: unknown[] = []
    for (let cursor = ''; ; ) {
      const { items, next_cursor: next } = await json(`${path}${cursor}`)
      seen.push(...items.map((item) => item[key]))
      if (next === undefined) return seen
      expect(items).toHaveLength(2)
      cursor = `&cursor=${next}`
    }
  }
  expect(await pages('/v1/skills/@ann/shout/versions?limit=2', 'version')).toEqual(['1.1.0', '1.0.2', '1.0.1', '1.0.0'])
  const byName = await pages('/v1/skills?limit=2&sort=name', 'name')
  expect(byName).toEqual([...byName].sort())
  expect((await pages('/v1/skills?limit=2', 'name')).toSorted()).toEqual(byName)
  expect(await problem('/v1/skills?cursor=nonsense')).toMatchObject({ code: 'INVALID_INPUT' })
})

test('a dry run answers 200 and leaves nothing behind', async () => {
  const answer = await put('dry-words', {}, '?dry_run=true')
  expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'published', dry_run: true }])
  expect((await call('/v1/skills/@ann/dry-words')).status).toBe(404)
})

test('what is wrong with a package comes back as a problem with findings', async () => {
  await put('breaking', { input: { text: { type: 'string' }, loud: { type: 'boolean' } } })
  const answer = await put('breaking', { version: '1.0.1' })
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(await answer.json()).toMatchObject({
    status: 422,
    code: 'PUBLISH_REFUSED',
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'hub/version-step' })]),
    comparison: { required: 'major', step: 'patch' },
  })
  const descriptor = JSON.stringify({ endpoint: { url: 'http://169.254.169.254/latest' } })
  const inside = await put('inside-call', { files: { 'descriptor.json': descriptor } })
  expect(await inside.json()).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'hub/address' })]),
  })
  const text = await call('/v1/skills/@ann/x-y/versions/1.0.0', {
    method: 'PUT',
    token: ann,
    body: 'hello',
    headers: { 'content-type': 'application/gzip' },
  })
  expect([text.status, await text.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }])
})

test('yank, deprecate, quarantine, release and access work over HTTP for who may', async () => {
  await put('managed')
  const path = '/v1/skills/@ann/managed'
  const send = (method: string, at: string, token: string, body?: object) =>
    call(`${path}${at}`, {
      method,
      token,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
  const reason = { reason: 'a fault' }
  expect((await send('POST', '/versions/1.0.0/yank', bob, reason)).status).toBe(403)
  expect((await send('POST', '/versions/1.0.0/quarantine', ann, reason)).status).toBe(403)
  expect(await (await send('POST', '/versions/1.0.0/yank', ann, reason)).json()).toMatchObject({ state: 'yanked' })
  expect((await call(`${path}/versions/1.0.0/package`)).headers.get('skillwright-state')).toBe('yanked')
  expect((await call(`${path}/versions/latest/package`)).status).toBe(404)
  expect((await send('POST', '/versions/1.0.0/unyank', ann, reason)).status).toBe(200)
  expect((await send('POST', '/versions/1.0.0/quarantine', reviewer, reason)).status).toBe(200)
  expect(await problem(`${path}/versions/1.0.0/package`)).toMatchObject({ status: 410, code: 'WITHDRAWN' })
  expect((await send('POST', '/versions/1.0.0/release', reviewer, reason)).status).toBe(200)
  expect((await send('PUT', '/deprecation', ann, { message: 'Use shout.' })).status).toBe(204)
  expect((await send('PUT', '/versions/1.0.0/deprecation', ann, { message: null })).status).toBe(204)
  expect(await json(path)).toMatchObject({ deprecated: 'Use shout.' })
  expect((await send('PUT', '/access', ann, { access: 'private' })).status).toBe(204)
  expect((await call(path)).status).toBe(404)
  expect((await send('PUT', '/grants/bob', ann)).status).toBe(204)
  expect((await call(path, { token: bob })).status).toBe(200)
  expect(await (await send('GET', '/grants', ann)).json()).toEqual({ items: [{ handle: 'bob' }] })
  expect((await send('DELETE', '/grants/bob', ann)).status).toBe(204)
  expect((await call(path, { token: bob })).status).toBe(404)
})

test('every address of a private skill answers an anonymous caller byte for byte as that of an absent one', async () => {
  await put('hidden-words', {}, '?access=private')
  const paths = [
    '',
    '/versions',
    '/versions/1.0.0',
    '/versions/latest',
    '/versions/9.9.9',
    '/versions/^1',
    '/versions/1.0.0/package',
  ]
  const more = [
    '/versions/latest/package',
    '/versions/1.0.0/files',
    '/versions/1.0.0/files/SKILL.md',
    '/versions/1.0.0/descriptor',
    '/grants',
  ]
  for (const token of [undefined, bob])
    for (const path of [...paths, ...more]) {
      const [hidden, absent] = [await observe('hidden-words', path, token), await observe('absent-words', path, token)]
      expect(hidden, path).toEqual(absent)
    }
  for (const name of ['hidden-words', 'absent-words']) {
    const { status } = await problem(`/v1/resolve?name=${name}`)
    expect(status).toBe(404)
    const { archive } = await makePackage({ name })
    const headers = { 'content-type': 'application/gzip' }
    const answer = await call(`/v1/skills/@ann/${name}/versions/1.0.0`, {
      method: 'PUT',
      token: bob,
      body: archive,
      headers,
    })
    expect([answer.status, await answer.json()]).toMatchObject([403, { detail: 'You are not a member of @ann' }])
  }
})

async function observe(name: string, path: string, token?: string) {
  const answer = await call(`/v1/skills/@ann/${name}${path}`, { token })
  const headers = [...answer.headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
  const body = (await answer.text()).replaceAll(name, '…').replace(/"request_id":"[^"]*"/, '')
  return { status: answer.status, headers, body }
}

/** What is asked of an answer here. */
interface Body {
  readonly status?: number
  readonly items: readonly Record<string, unknown>[]
  readonly next_cursor?: string
  readonly files: unknown
  readonly downloads?: number
  readonly days?: readonly { readonly downloads: number }[]
}

interface Call extends RequestInit {
  readonly token?: string | undefined
}

function call(path: string, { token, headers, ...init }: Call = {}): Promise<Response> {
  return fetch(hub.url + path, {
    ...init,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
}

async function json(path: string): Promise<Body> {
  const answer = await call(path)
  expect(answer.status, path).toBe(200)
  return JSON.parse(await answer.text())
}

async function problem(path: string): Promise<Body> {
  return JSON.parse(await (await call(path)).text())
}

async function put(name: string, what: TestPackage = {}, query = ''): Promise<Response> {
  const { archive } = await makePackage({ ...what, name })
  const path = `/v1/skills/@ann/${name}/versions/${what.version ?? '1.0.0'}${query}`
  return call(path, { method: 'PUT', token: ann, body: archive, headers: { 'content-type': 'application/gzip' } })
}
