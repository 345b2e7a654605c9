import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BLOCKED_FILES } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { administer, publishTo } from './fixtures/publish-to.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await publishTo(hub)
})
afterAll(() => hub[Symbol.asyncDispose]())

const NOTES =
  '---\nname: notes\ndescription: Writes notes. Use when somebody wants notes.\ncolour: blue\n---\n# Notes\n'

test('an older client publishes by a form, and folders in it stay folders', async () => {
  const token = await hub.tokenFor('former', ['read', 'publish'])
  const answer = await publishForm(
    token,
    { slug: 'form-notes', version: '2.0.0', changelog: 'By a form' },
    {
      'SKILL.md': NOTES,
      'references/style.md': '# Style\n',
    },
  )
  expect(await answer.json()).toMatchObject({ ok: true, status: 'published' })
  const zip = unzipSync(await bytes('/api/v1/download?slug=form-notes'))
  expect(Object.keys(zip).sort()).toEqual(['SKILL.md', 'references/style.md', 'skill.json'])
  // The name is the slug, which the files did not say; everything else is as its author wrote it.
  expect(strFromU8(zip['SKILL.md'] ?? new Uint8Array())).toBe(
    NOTES.replace('name: notes', 'name: "form-notes"').replace('colour: blue', 'colour: blue\nversion: "2.0.0"'),
  )
})

test('files that say what they are published as are handed out as they were uploaded', async () => {
  const token = await hub.tokenFor('former', ['read', 'publish'])
  const files = { 'SKILL.md': NOTES, 'run.sh': '#!/bin/sh\necho notes\n' }
  expect((await publishForm(token, { slug: 'notes', version: '1.0.0' }, files)).status).toBe(200)
  const zip = unzipSync(await bytes('/api/v1/download?slug=notes&ownerHandle=former&version=1.0.0'))
  expect(Object.fromEntries(Object.entries(zip).map(([path, file]) => [path, strFromU8(file)]))).toEqual(files)
})

test('the checks of publishing hold: document C by its own rules, malice held back, scopes of others refused', async () => {
  const token = await hub.tokenFor('former', ['read', 'publish'])
  const c = await publishForm(
    token,
    { slug: 'bare', version: '1.0.0' },
    {
      'SKILL.md':
        '---\nid: bare\nversion: 1.0.0\nname: Bare\ndescription: Has no sections.\nhermes_version: "*"\ntools_required: []\n---\n# Bare\n',
    },
  )
  expect(c.status).toBe(422)
  expect(c.headers.get('content-type')).toContain('text/plain')
  const foreign = await publishForm(
    token,
    { slug: 'mine', version: '1.0.0', ownerHandle: 'acme' },
    { 'SKILL.md': NOTES },
  )
  expect(foreign.status).toBe(403)
  const blocked = await publishForm(token, { slug: 'thief', version: '1.0.0' }, { 'SKILL.md': NOTES, ...BLOCKED_FILES })
  expect(await blocked.json()).toMatchObject({ ok: true, status: 'pending' })
  expect((await get('/api/v1/skills/thief?ownerHandle=former')).status).toBe(404)
  const told = await get('/api/v1/skills/thief/moderation?ownerHandle=former', token)
  expect(await told.json()).toMatchObject({ moderation: { isMalwareBlocked: true, verdict: 'malicious' } })
})

test('a name that several have is asked back for, and goes by scope--name', async () => {
  await publishTo(hub, { owner: 'one', name: 'twin-skill' })
  expect(await json('/api/v1/skills/twin-skill')).toMatchObject({ skill: { slug: 'twin-skill' } })
  await publishTo(hub, { owner: 'two', name: 'twin-skill' })
  const answer = await get('/api/v1/skills/twin-skill')
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'AMBIGUOUS_SKILL_SLUG', matches: [{ ref: '@one/twin-skill' }, {}] })
  const { skill, owner } = await json('/api/v1/skills/one--twin-skill')
  expect({ skill, owner }).toMatchObject({ skill: { slug: 'one--twin-skill' }, owner: { handle: 'one' } })
  expect(await json('/api/v1/skills/two--twin-skill?ownerHandle=two')).toMatchObject({ owner: { handle: 'two' } })
  expect((await get('/api/v1/download?slug=one--twin-skill')).status).toBe(200)
  const { items } = await json('/api/v1/skills?prefix=twin')
  expect((items as { slug: string }[]).map(({ slug }) => slug).sort()).toEqual(['one--twin-skill', 'two--twin-skill'])
})

test('a private skill is as absent here as one that never was', async () => {
  const search = async () => {
    const { results } = await json('/api/v1/search?q=secret-skill')
    return (results as { slug: string; score: number }[]).map(({ slug, score }) => [slug, score])
  }
  const found = await search()
  await publishTo(hub, { owner: 'quiet', name: 'secret-skill', access: 'private' })
  expect(await search()).toEqual(found)
  expect(await json('/api/v1/skills?prefix=secret')).toEqual({ items: [], nextCursor: null })
  const hash = '0'.repeat(64)
  for (const path of [
    '/api/v1/skills/NAME',
    '/api/v1/skills/NAME?ownerHandle=quiet',
    '/api/v1/skills/NAME/versions',
    '/api/v1/skills/NAME/versions/1.0.0?ownerHandle=quiet',
    '/api/v1/skills/NAME/moderation?ownerHandle=quiet',
    '/api/v1/skills/NAME/file?path=SKILL.md&ownerHandle=quiet',
    '/api/v1/download?slug=NAME&ownerHandle=quiet',
    '/api/v1/download?slug=quiet--NAME',
    `/api/v1/resolve?slug=NAME&ownerHandle=quiet&hash=${hash}`,
  ]) {
    const [hidden, absent] = await Promise.all(
      ['secret-skill', 'nobody-skill'].map(async (name) => {
        const answer = await get(path.replace('NAME', name))
        return [answer.status, answer.headers.get('content-type'), (await answer.text()).replaceAll(name, 'NAME')]
      }),
    )
    expect(hidden, path).toEqual(absent)
  }
  const token = await hub.tokenFor('quiet', ['read'])
  expect((await get('/api/v1/download?slug=secret-skill', token)).status).toBe(200)
})

test('a restricted skill is visible to anyone and downloaded by signed-in callers', async () => {
  await publishTo(hub, { owner: 'quiet', name: 'members-only', access: 'restricted' })
  expect((await get('/api/v1/skills/members-only')).status).toBe(200)
  expect((await get('/api/v1/download?slug=members-only')).status).toBe(401)
  expect((await get('/api/v1/download?slug=members-only', await hub.tokenFor('any', ['read']))).status).toBe(200)
})

test('errors are lines of text, and what was taken back is gone', async () => {
  const absent = await get('/api/v1/skills/no-such-skill')
  expect([absent.status, absent.headers.get('content-type'), await absent.text()]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'Skill not found',
  ])
  expect((await get('/api/v1/nothing/here')).headers.get('content-type')).toContain('text/plain')
  expect((await get('/api/v1/whoami')).status).toBe(401)
  await publishTo(hub, { owner: 'acme', name: 'taken-back' })
  await administer(hub, '/v1/skills/@acme/taken-back/versions/1.0.0/quarantine', { reason: 'It was found out' })
  const gone = await get('/api/v1/download?slug=taken-back&ownerHandle=acme&version=1.0.0')
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('It was found out')])
})

test('files and versions are described in ClawHub’s own fields', async () => {
  const { version } = await json('/api/v1/skills/text-shout/versions/1.0.0')
  const { files } = version as { files: { path: string; sha256: string }[] }
  expect(files.map(({ path }) => path)).toEqual(['SKILL.md', 'contract.json', 'skill.json'])
  const file = await get('/api/v1/skills/text-shout/file?path=contract.json&preview=1')
  expect([file.headers.get('content-type'), file.headers.get('content-security-policy')]).toEqual([
    'text/plain; charset=utf-8',
    "default-src 'none'; sandbox",
  ])
  expect(await json('/.well-known/clawhub.json')).toEqual({ apiBase: hub.url, authBase: hub.url })
})

test('an upload that is not what was announced is refused, and so is a bomb', async () => {
  const token = await hub.tokenFor('former', ['read', 'publish'])
  const { storageId } = (await (await post('/api/v1/skills/-/uploads', NOTES, token)).json()) as { storageId: string }
  const publish = (file: object) =>
    post(
      '/api/v1/skills',
      { slug: 'announced', version: '1.0.0', files: [{ path: 'SKILL.md', storageId, ...file }] },
      token,
    )
  expect((await publish({ size: NOTES.length, sha256: 'f'.repeat(64) })).status).toBe(422)
  expect((await publish({ size: 3, sha256: 'f'.repeat(64) })).status).toBe(422)
  expect((await publish({ size: 3_000_000_000, sha256: '' })).status).toBe(400)
  expect((await post('/api/v1/skills', { version: '1.0.0' }, token)).status).toBe(400)
})

function get(path: string, token?: string): Promise<Response> {
  return fetch(`${hub.url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
}

async function json(path: string): Promise<Record<string, unknown>> {
  return (await (await get(path)).json()) as Record<string, unknown>
}

async function bytes(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await get(path)).arrayBuffer())
}

function post(path: string, body: string | object, token: string): Promise<Response> {
  const [type, text] = typeof body === 'string' ? ['text/markdown', body] : ['application/json', JSON.stringify(body)]
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  return fetch(`${hub.url}${path}`, { method: 'POST', headers, body: text })
}

function publishForm(token: string, payload: object, files: Readonly<Record<string, string>>): Promise<Response> {
  const form = new FormData()
  form.set('payload', JSON.stringify(payload))
  for (const [path, text] of Object.entries(files)) form.append('files', new Blob([text]), path)
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${hub.url}/api/v1/skills`, { method: 'POST', headers, body: form })
}
