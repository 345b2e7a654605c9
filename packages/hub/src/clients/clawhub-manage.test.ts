import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenScope } from '../principal.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { fingerprintOf } from './clawhub/fingerprint.ts'
import { administer, publishTo } from './fixtures/publish-to.ts'

const postgres = await testPostgres()
const FULL = ['read', 'publish'] as const

for (const [database, isAvailable, settings] of [
  ['SQLite', true, () => Promise.resolve({})],
  ['PostgreSQL', postgres.available, async () => ({ databaseUrl: await postgres.freshDatabase() })],
] as const)
  describe.skipIf(!isAvailable)(`what ClawHub’s clients do with skills on ${database}`, () => {
    let hub: TestHub
    beforeAll(async () => {
      hub = await startTestHub(await settings())
    })
    afterAll(() => hub[Symbol.asyncDispose]())

    test('a hidden skill is gone from everywhere, the log says so, and it comes back', async () => {
      await publishTo(hub)
      const as = await caller(hub, 'acme', FULL)
      const places = [
        '/v1/skills/@acme/text-shout',
        '/v1/skills/@acme/text-shout/versions/1.0.0/package',
        '/v1/resolve?name=text-shout',
        '/api/v1/skills/text-shout',
        '/api/v1/skills/text-shout/verify',
        '/api/v1/download?slug=text-shout',
        '/@acme/.well-known/skills/text-shout/SKILL.md',
      ]
      const lists = [
        ...['/v1/skills', '/v1/search?q=capital', '/api/v1/skills', '/api/v1/search?q=capital'],
        ...['/.well-known/agent-skills/index.json', '/@acme/.well-known/skills/index.json'],
      ]
      const seen = async () => ({
        places: await Promise.all(places.map(async (path) => (await fetch(hub.url + path)).status)),
        lists: await Promise.all(
          lists.map(async (path) => (await (await fetch(hub.url + path)).text()).includes('text-shout')),
        ),
        owner: (await as('GET', '/api/v1/download?slug=text-shout')).status,
      })
      // On a loaded machine discovery lists a skill later: its packages in the other form are being made.
      const open = { places: places.map(() => 200), lists: lists.map(() => true), owner: 200 }
      await expect.poll(seen).toEqual(open)

      const hide = () => as('DELETE', '/api/v1/skills/text-shout', { reason: 'not now' })
      expect([(await hide()).status, (await hide()).status]).toEqual([200, 200])
      expect(await seen()).toEqual({ places: places.map(() => 404), lists: lists.map(() => false), owner: 200 })

      const show = () => as('POST', '/api/v1/skills/text-shout/undelete')
      expect([(await show()).status, (await show()).status]).toEqual([200, 200])
      await expect.poll(seen).toEqual(open)

      const entries = (await (await fetch(`${hub.url}/v1/log/entries`)).text()).matchAll(/\\"access\\":\\"(\w+)\\"/g)
      expect([...entries].map(([, access]) => access)).toEqual(['private', 'public'])
      const audit = await hub.hub.db
        .selectFrom('audit')
        .select('details')
        .where('action', '=', 'skill.access')
        .execute()
      expect(audit[0]).toEqual({ details: '{"hidden":true,"reason":"not now"}' })
    })

    test('a restricted skill is restricted again after it was hidden', async () => {
      await publishTo(hub, { name: 'for-members', access: 'restricted' })
      const as = await caller(hub, 'acme', FULL)
      const get = async () => (await fetch(`${hub.url}/api/v1/download?slug=for-members`)).status
      await as('DELETE', '/api/v1/skills/for-members')
      expect(await get()).toBe(404)
      await as('POST', '/api/v1/skills/for-members/undelete')
      expect(await get()).toBe(401)
    })

    test('a short name means the caller’s own skill when it is changed', async () => {
      await publishTo(hub, { owner: 'first', name: 'same-name' })
      await publishTo(hub, { owner: 'second', name: 'same-name' })
      const as = await caller(hub, 'second', FULL)
      expect((await as('DELETE', '/api/v1/skills/same-name')).status).toBe(200)
      expect((await fetch(`${hub.url}/v1/skills/@first/same-name`)).status).toBe(200)
      expect((await fetch(`${hub.url}/v1/skills/@second/same-name`)).status).toBe(404)
    })

    test('only callers with permission hide and show; this does not open what its owner keeps private', async () => {
      await publishTo(hub, { name: 'text-quiet' })
      await publishTo(hub, { name: 'kept-secret', access: 'private' })
      const [as, stranger] = [await caller(hub, 'acme', FULL), await caller(hub, 'stranger', FULL)]
      const status = async (answer: Promise<Response>) => (await answer).status
      expect(await status(stranger('DELETE', '/api/v1/skills/text-quiet'))).toBe(403)
      expect(await status(stranger('DELETE', '/api/v1/skills/acme--kept-secret'))).toBe(403)
      expect(await status(stranger('POST', '/api/v1/skills/acme--kept-secret/undelete'))).toBe(403)
      expect(await status(as('POST', '/api/v1/skills/kept-secret/undelete'))).toBe(409)
      expect(await status(as('DELETE', '/api/v1/skills/kept-secret'))).toBe(409)

      await as('DELETE', '/api/v1/skills/text-quiet')
      const blind = await caller(hub, 'acme', ['publish'])
      expect(await status(blind('POST', '/api/v1/skills/acme--text-quiet/undelete'))).toBe(403)
      await administer(hub, '/v1/skills/@acme/text-quiet/access', { access: 'private' }, 'PUT')
      expect(await status(as('POST', '/api/v1/skills/text-quiet/undelete'))).toBe(409)
    })

    test('a star is one for each account that is not closed, and says nothing of what is private', async () => {
      await publishTo(hub, { name: 'text-starred' })
      await publishTo(hub, { name: 'star-secret', access: 'private' })
      const count = async () => {
        const answer = await fetch(`${hub.url}/api/v1/skills/text-starred`)
        return ((await answer.json()) as { skill: { stats: { stars: number } } }).skill.stats.stars
      }
      const [one, two] = [await caller(hub, 'one', FULL), await caller(hub, 'two', FULL)]
      const answers = await Promise.all(Array.from({ length: 8 }, () => one('POST', '/api/v1/stars/text-starred')))
      const said = (await Promise.all(answers.map((answer) => answer.json()))) as { alreadyStarred: boolean }[]
      expect(said.filter(({ alreadyStarred }) => !alreadyStarred)).toHaveLength(1)
      await two('POST', '/api/v1/stars/text-starred?ownerHandle=acme')
      expect(await count()).toBe(2)
      await administer(hub, '/v1/people/two', { disabled: true }, 'PATCH')
      expect(await count()).toBe(1)
      const unstar = async () => (await one('DELETE', '/api/v1/stars/text-starred')).json()
      expect(await unstar()).toEqual({ ok: true, unstarred: true, alreadyUnstarred: false })
      expect(await unstar()).toEqual({ ok: true, unstarred: true, alreadyUnstarred: true })
      expect(await count()).toBe(0)
      for (const slug of ['star-secret', 'acme--star-secret', 'no-such-skill']) {
        const answer = await one('POST', `/api/v1/stars/${slug}`)
        expect([answer.status, await answer.text()]).toEqual([404, 'Skill not found'])
      }
      expect((await (await caller(hub, 'one', ['read']))('POST', '/api/v1/stars/text-starred')).status).toBe(403)
    })

    test('a skill in document C’s form comes in ClawHub’s own, the same by every way', async () => {
      await publishTo(hub, { name: 'text-form' })
      const get = (path: string) => fetch(`${hub.url}/api/v1/${path}`)
      const zip = unzipSync(new Uint8Array(await (await get('download?slug=text-form')).arrayBuffer()))
      expect(Buffer.from(zip['SKILL.md'] ?? []).toString()).toMatch(/^---\nname: text-form\n/)
      const { version } = (await (await get('skills/text-form/versions/1.0.0')).json()) as {
        version: { files: { path: string; sha256: string }[] }
      }
      const digests = Object.entries(zip).map(([path, bytes]) => ({ path, sha256: sha256(bytes) }))
      expect(version.files.map(({ path, sha256 }) => ({ path, sha256 }))).toEqual(digests)
      for (const { path, sha256: digest } of digests) {
        const file = await get(`skills/text-form/file?path=${path}`)
        expect(sha256(new Uint8Array(await file.arrayBuffer())), path).toBe(digest)
      }
      const fingerprint = fingerprintOf(digests)
      const resolved = await (await get(`resolve?slug=text-form&hash=${fingerprint}`)).json()
      expect(resolved).toMatchObject({ match: { version: '1.0.0' } })
    })

    test('a version is verified by what the hub knows of it', async () => {
      await publishTo(hub, { name: 'text-verified' })
      const verify = async (query = '') =>
        (await (await fetch(`${hub.url}/api/v1/skills/text-verified/verify${query}`)).json()) as Record<string, unknown>
      expect(await verify()).toMatchObject({ ok: false, decision: 'fail', reasons: ['verify.missing'] })
      const { id } = await hub.hub.db
        .selectFrom('versions')
        .innerJoin('skills', 'skills.id', 'versions.skill_id')
        .select('versions.id')
        .where('skills.name', '=', 'text-verified')
        .executeTakeFirstOrThrow()
      await hub.hub.db
        .insertInto('checks')
        .values({
          ...{
            id: 'run',
            version_id: id,
            kind: 'verify',
            outcome: 'pass',
            details: '{"report":{"actions":{},"checks":[]}}',
          },
          ...{ by: 'hub', at: 1, lease_until: null },
        })
        .execute()
      expect(await verify('?tag=latest')).toMatchObject({ ok: true, decision: 'pass', reasons: [], tag: 'latest' })
      const as = await caller(hub, 'acme', FULL)
      await as('DELETE', '/api/v1/skills/text-verified/versions/1.0.0')
      expect(await verify('?version=1.0.0&ownerHandle=acme')).toMatchObject({ ok: false, reasons: ['state.yanked'] })
      // Its owner finds it by its short name, also now that other callers do not.
      expect((await as('POST', '/api/v1/skills/text-verified/versions/1.0.0/restore')).status).toBe(200)
      expect(await verify()).toMatchObject({ ok: true })
    })
  })

async function caller(hub: TestHub, handle: string, scopes: readonly TokenScope[]) {
  const authorization = `Bearer ${await hub.tokenFor(handle, scopes)}`
  return (method: string, path: string, body?: object) =>
    fetch(`${hub.url}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
