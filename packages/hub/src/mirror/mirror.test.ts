import { generateKeyPairSync } from 'node:crypto'
import { packageStatement, signStatement } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer, publishTo } from '../clients/fixtures/publish-to.ts'
import { authenticate } from '../people/authenticate.ts'
import { HELD_FILES, makePackage } from '../registry/fixtures/make-package.ts'
import { publishSkill } from '../registry/publish-skill.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import type { SyncReport } from './mirror-run.ts'
import { startMirrorWorker } from './mirror-worker.ts'
import type { MirrorInfo } from './mirrors.ts'
import { syncMirror } from './sync-mirror.ts'

let source: TestHub
let follower: TestHub
beforeAll(async () => {
  source = await startTestHub()
  follower = await startTestHub()
  await publishTo(source)
  await publishTo(source, { version: '1.1.0' })
  await publishTo(source, { owner: 'beta', name: 'text-whisper' })
  await publishTo(source, { name: 'hidden-one', access: 'private' })
})
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await follower[Symbol.asyncDispose]()
})

test('a hub follows another by its log: what is new, what is yanked, and nothing twice', async () => {
  await using mirror = await follow('hub', 'by-log')
  expect(await mirror.sync()).toEqual({ published: 3, held: 0, changed: 0, failed: [], done: true })
  expect(await mirror.sync()).toMatchObject({ published: 0, changed: 0, failed: [] })
  const mirrored = await read(follower, '/v1/skills/@by-log/text-shout/versions/1.1.0')
  const original = await read(source, '/v1/skills/@acme/text-shout/versions/1.1.0')
  expect(mirrored).toMatchObject({ digest: original.digest, archive_sha256: original.archive_sha256 })
  expect(mirrored).toMatchObject({ published_by: 'mirror', tier: 'community' })

  await administer(source, '/v1/skills/@acme/text-shout/versions/1.1.0/yank', { reason: 'too loud' })
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@by-log/text-shout')).toMatchObject({ latest: '1.0.0' })
  await administer(source, '/v1/skills/@acme/text-shout/versions/1.1.0/unyank', { reason: 'it was not' })
  await publishTo(source, { version: '1.2.0' })
  expect(await mirror.sync()).toMatchObject({ published: 1, changed: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@by-log/text-shout')).toMatchObject({ latest: '1.2.0' })

  await administer(source, '/v1/skills/@beta/text-whisper/versions/1.0.0/quarantine', { reason: 'looks bad' })
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  expect((await fetch(`${follower.url}/v1/skills/@by-log/text-whisper/versions/1.0.0/package`)).status).toBe(410)
  await administer(source, '/v1/skills/@beta/text-whisper/versions/1.0.0/release', { reason: 'is not' })
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@by-log/text-whisper')).toMatchObject({ latest: '1.0.0' })
})

test('what happens to a skill while it is private there is applied here once it is logged, and it is not available meanwhile', async () => {
  await using other = await startTestHub()
  await publishTo(other, { name: 'goes-dark' })
  await publishTo(other, { name: 'goes-dark', version: '1.1.0' })
  await using mirror = await follow('hub', 'dark', other.url)
  await mirror.sync()
  await administer(other, '/v1/skills/@acme/goes-dark/access', { access: 'private' }, 'PUT')
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  const status = async (version: string) =>
    (await fetch(`${follower.url}/v1/skills/@dark/goes-dark/versions/${version}/package`)).status
  expect([await status('1.0.0'), await status('1.1.0')]).toEqual([404, 404])
  const reject = { decision: 'reject', note: 'malware' }
  await administer(other, '/v1/review/@acme/goes-dark/1.1.0', reject)
  await administer(other, '/v1/skills/@acme/goes-dark/versions/1.0.0/deprecation', { message: 'old' }, 'PUT')
  await administer(other, '/v1/skills/@acme/goes-dark/access', { access: 'public' }, 'PUT')
  expect(await mirror.sync()).toMatchObject({ changed: 3, failed: [] })
  expect([await status('1.0.0'), await status('1.1.0')]).toEqual([200, 410])
  expect(await read(follower, '/v1/skills/@dark/goes-dark/versions/1.0.0')).toMatchObject({ deprecated: 'old' })

  await administer(follower, '/v1/skills/@dark/goes-dark/access', { access: 'private' }, 'PUT')
  for (const access of ['private', 'public'])
    await administer(other, '/v1/skills/@acme/goes-dark/access', { access }, 'PUT')
  expect(await mirror.sync()).toMatchObject({ changed: 0, failed: [] })
  expect(await status('1.0.0')).toBe(404)
})

test('a yank, here or there, outlasts a quarantine that is followed and taken back', async () => {
  await using other = await startTestHub()
  for (const name of ['yanked-there', 'yanked-here']) await publishTo(other, { name })
  await using mirror = await follow('hub', 'outlasts', other.url)
  await mirror.sync()
  const change = (name: string, what: string) =>
    administer(other, `/v1/skills/@acme/${name}/versions/1.0.0/${what}`, { reason: 'so' })
  const state = async (name: string) => (await read(follower, `/v1/skills/@outlasts/${name}/versions/1.0.0`)).state
  await administer(follower, '/v1/skills/@outlasts/yanked-here/versions/1.0.0/yank', { reason: 'not for us' })
  await change('yanked-there', 'yank')
  for (const name of ['yanked-there', 'yanked-here']) await change(name, 'quarantine')
  await mirror.sync()
  for (const name of ['yanked-there', 'yanked-here']) await change(name, 'release')
  await mirror.sync()
  expect([await state('yanked-there'), await state('yanked-here')]).toEqual(['yanked', 'yanked'])
  await change('yanked-there', 'unyank')
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  expect([await state('yanked-there'), await state('yanked-here')]).toEqual(['published', 'yanked'])
})

test('a version that waits for a reviewer here is not released by the other hub', async () => {
  await using other = await startTestHub()
  await publishTo(other, { name: 'held-here', files: HELD_FILES })
  const change = (what: string) =>
    administer(other, `/v1/skills/@acme/held-here/versions/1.0.0/${what}`, { reason: 'looked at' })
  await change('release')
  await using mirror = await follow('hub', 'held', other.url)
  expect(await mirror.sync()).toMatchObject({ published: 0, held: 1 })
  const waiting = async () => {
    const { items } = (await (await call(follower, 'GET', '/v1/review/queue')).json()) as { items: { scope: string }[] }
    return items.filter(({ scope }) => scope === 'held')
  }
  const before = await waiting()
  expect(before).toMatchObject([{ name: '@held/held-here', state: 'pending' }])
  await change('quarantine')
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  await change('release')
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  expect(await waiting()).toEqual(before)
  // Nor is what a reviewer of this hub rejected forgotten.
  await publishTo(follower, { owner: 'someone', name: 'same-files', files: HELD_FILES })
  await administer(follower, '/v1/review/@someone/same-files/1.0.0', { decision: 'reject', note: 'malware' })
  for (const what of ['quarantine', 'release']) {
    await change(what)
    await mirror.sync()
  }
  const kept = await follower.hub.db
    .selectFrom('rejected_files')
    .innerJoin('versions', 'versions.id', 'rejected_files.version_id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select('sha256')
    .where('skills.name', '=', 'same-files')
    .execute()
  expect(kept).not.toEqual([])
})

test('a yank there, or its end, holds for a version that waits for a reviewer here', async () => {
  await using other = await startTestHub()
  const names = ['yanked-while-held', 'unyanked-while-held']
  const change = (name: string, what: string) =>
    administer(other, `/v1/skills/@acme/${name}/versions/1.0.0/${what}`, { reason: 'so' })
  for (const name of names) {
    await publishTo(other, { name, files: HELD_FILES })
    await change(name, 'release')
  }
  await using mirror = await follow('hub', 'waits', other.url)
  expect(await mirror.sync()).toMatchObject({ held: 2 })
  for (const name of names) await change(name, 'yank')
  expect(await mirror.sync()).toMatchObject({ changed: 2, failed: [] })
  await change('unyanked-while-held', 'unyank')
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
  const states = names.map(async (name) => {
    await administer(follower, `/v1/review/@waits/${name}/1.0.0`, { decision: 'approve', note: 'fine' })
    const { state, log_index } = await read(follower, `/v1/skills/@waits/${name}/versions/1.0.0`)
    return [state, typeof log_index]
  })
  expect(await Promise.all(states)).toEqual([
    ['yanked', 'number'],
    ['published', 'number'],
  ])
  await change('yanked-while-held', 'unyank')
  expect(await mirror.sync()).toMatchObject({ changed: 1, failed: [] })
})

test('what is followed from another hub is not official, whatever scope it comes into', async () => {
  await using mirror = await follow('hub', 'marked')
  await administer(follower, '/v1/scopes/@marked/official', { official: true }, 'PUT')
  await mirror.sync()
  expect(await read(follower, '/v1/skills/@marked/text-shout')).toMatchObject({ tier: 'community' })
  await publishTo(follower, { owner: 'marked', name: 'our-own' })
  expect(await read(follower, '/v1/skills/@marked/our-own')).toMatchObject({ tier: 'official' })
})

test('what was unavailable there when it was logged is taken over once it is available', async () => {
  await using other = await startTestHub()
  for (const name of ['hidden-early', 'taken-back-early']) await publishTo(other, { name })
  await publishTo(other, { name: 'hidden-early', version: '1.1.0' })
  const access = (value: string) => administer(other, '/v1/skills/@acme/hidden-early/access', { access: value }, 'PUT')
  const change = (reference: string, what: string) =>
    administer(other, `/v1/skills/@acme/${reference}/${what}`, { reason: 'so' })
  await access('private')
  await change('taken-back-early/versions/1.0.0', 'quarantine')
  await using mirror = await follow('hub', 'late', other.url)
  expect(await mirror.sync()).toMatchObject({ published: 0, done: true })
  await change('hidden-early/versions/1.1.0', 'yank')
  await access('public')
  await change('taken-back-early/versions/1.0.0', 'release')
  expect(await mirror.sync()).toMatchObject({ published: 3, failed: [] })
  expect(await read(follower, '/v1/skills/@late/hidden-early')).toMatchObject({ latest: '1.0.0' })
  expect(await read(follower, '/v1/skills/@late/hidden-early/versions/1.1.0')).toMatchObject({ state: 'yanked' })
  expect(await read(follower, '/v1/skills/@late/taken-back-early')).toMatchObject({ latest: '1.0.0' })
})

test('what was restricted there is taken over once it is public, and what was said of a skill that was not here yet holds then', async () => {
  await using other = await startTestHub()
  for (const name of ['restricted-early', 'replaced-early']) await publishTo(other, { name })
  const put = (path: string, body: object) => administer(other, `/v1/skills/@acme/${path}`, body, 'PUT')
  const change = (what: string) =>
    administer(other, `/v1/skills/@acme/replaced-early/versions/1.0.0/${what}`, { reason: 'so' })
  await put('restricted-early/access', { access: 'restricted' })
  await change('quarantine')
  for (const message of ['use another', 'use that one']) await put('replaced-early/deprecation', { message })
  await using mirror = await follow('hub', 'opened', other.url)
  expect(await mirror.sync()).toMatchObject({ published: 0, done: true })
  await put('restricted-early/access', { access: 'public' })
  await change('release')
  expect(await mirror.sync()).toMatchObject({ published: 2, failed: [] })
  expect(await read(follower, '/v1/skills/@opened/restricted-early')).toMatchObject({ latest: '1.0.0' })
  expect(await read(follower, '/v1/skills/@opened/replaced-early')).toMatchObject({
    latest: '1.0.0',
    deprecated: 'use that one',
  })
})

test('what a user of this hub decided about a mirrored version is not undone by the other hub', async () => {
  await using mirror = await follow('hub', 'own-mind')
  await mirror.sync()
  await administer(follower, '/v1/skills/@own-mind/text-shout/versions/1.2.0/yank', { reason: 'not for us' })
  await administer(source, '/v1/skills/@acme/text-shout/versions/1.2.0/yank', { reason: 'oh' })
  await administer(source, '/v1/skills/@acme/text-shout/versions/1.2.0/unyank', { reason: 'no' })
  expect(await mirror.sync()).toMatchObject({ changed: 0, failed: [] })
  expect(await read(follower, '/v1/skills/@own-mind/text-shout')).toMatchObject({ latest: '1.1.0' })
})

test('what a user of this hub takes back too stays so when the other hub changes its mind', async () => {
  await using other = await startTestHub()
  const taken = [
    ['rejected-too', 'quarantine', 'release', '/v1/review/@both/rejected-too/1.0.0'],
    ['quarantined-too', 'quarantine', 'release', '/v1/skills/@both/quarantined-too/versions/1.0.0/quarantine'],
    ['yanked-too', 'yank', 'unyank', '/v1/skills/@both/yanked-too/versions/1.0.0/yank'],
  ] as const
  for (const [name] of taken) await publishTo(other, { name })
  await using mirror = await follow('hub', 'both', other.url)
  await mirror.sync()
  const change = (name: string, what: string) =>
    administer(other, `/v1/skills/@acme/${name}/versions/1.0.0/${what}`, { reason: 'so' })
  for (const [name, takeBack] of taken) await change(name, takeBack)
  expect(await mirror.sync()).toMatchObject({ changed: 3, failed: [] })
  const [note, decision] = ['not for us', 'reject']
  for (const [, , , path] of taken)
    await administer(follower, path, path.includes('/review/') ? { decision, note } : { reason: note })
  for (const [name, , giveBack] of taken) await change(name, giveBack)
  expect(await mirror.sync()).toMatchObject({ changed: 0, failed: [] })
  const rows = await follower.hub.db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.state', 'versions.state_reason'])
    .where('skills.scope', '=', 'both')
    .orderBy('skills.name')
    .execute()
  expect(rows.map(({ state, state_reason: why }) => [state, why])).toEqual([
    ['quarantined', note],
    ['quarantined', note],
    ['yanked', note],
  ])
})

test('the signature of its author comes with a version', async () => {
  await using other = await startTestHub()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { archive, digest } = await makePackage({ name: 'signed-words' })
  const envelope = signStatement(packageStatement({ id: 'signed-words', version: '1.0.0' }, digest), privateKey)
  const { signed_by } = await publishSkill(other.hub, await principalOf(other, 'acme'), {
    ...{ scope: 'acme', name: 'signed-words', version: '1.0.0', archive },
    signature: { envelope, public_key: publicKey.export({ type: 'spki', format: 'pem' }) },
  })
  await using mirror = await follow('hub', 'signed', other.url)
  expect(await mirror.sync()).toMatchObject({ published: 1, failed: [] })
  const mirrored = await read(follower, '/v1/skills/@signed/signed-words/versions/1.0.0')
  expect([signed_by, mirrored.signed_by]).toEqual([expect.any(String), signed_by])
})

test('a hub follows well-known discovery, and yanks what is gone until it is back', async () => {
  await publishTo(source, { owner: 'beta', name: 'comes-and-goes' })
  await using mirror = await follow('well-known', 'by-index')
  expect(await mirror.sync()).toMatchObject({ published: 3, failed: [], done: true })
  expect(await mirror.sync()).toMatchObject({ published: 0, changed: 0, failed: [] })

  await publishTo(source, { owner: 'beta', name: 'text-whisper', version: '1.1.0' })
  expect(await mirror.sync()).toMatchObject({ published: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@by-index/text-whisper')).toMatchObject({ latest: '1.1.0' })
  await administer(source, '/v1/skills/@beta/comes-and-goes/versions/1.0.0/yank', { reason: 'gone' })
  expect(await mirror.sync()).toMatchObject({ changed: 1 })
  expect(await read(follower, '/v1/skills/@by-index/comes-and-goes')).toMatchObject({ latest: null })
  await administer(source, '/v1/skills/@beta/comes-and-goes/versions/1.0.0/unyank', { reason: 'back' })
  await mirror.sync()
  expect(await read(follower, '/v1/skills/@by-index/comes-and-goes')).toMatchObject({ latest: '1.0.0' })
})

test('a hub follows a registry that speaks the ClawHub API, with all versions', async () => {
  await using mirror = await follow('clawhub', 'by-list')
  const { failed, done } = await mirror.sync()
  expect({ failed, done }).toEqual({ failed: [], done: true })
  expect(await mirror.sync()).toMatchObject({ published: 0, changed: 0, failed: [] })
  const { items } = await read(follower, '/v1/skills/@by-list/text-shout/versions')
  expect((items as { version: string }[]).map(({ version }) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
  await publishTo(source, { owner: 'beta', name: 'text-whisper', version: '2.0.0' })
  expect(await mirror.sync()).toMatchObject({ published: 1, failed: [] })
})

test('a run does as much as it may, and the next goes on where it stopped', async () => {
  for (const kind of ['hub', 'well-known', 'clawhub'] as const) {
    await using mirror = await follow(kind, `steps-${kind}`)
    expect((await syncMirror(follower.hub, mirror.id, { limit: 2 })).done, kind).toBe(false)
    expect(await mirror.info()).toMatchObject({ behind: true, last_error: null })
    await using worker = startMirrorWorker(follower.hub, { everyMs: 3_600_000 })
    for (let run = 0; run < 20 && (await mirror.info()).behind; run++) await worker.drain()
    expect(await mirror.info()).toMatchObject({ behind: false, problems: [] })
    expect(await read(follower, `/v1/skills/@steps-${kind}/text-whisper`)).toMatchObject({ latest: '2.0.0' })
  }
})

test('two nodes at once do the work of one', async () => {
  await using mirror = await follow('hub', 'two-nodes')
  const runs = await Promise.allSettled([1, 2].map(() => syncMirror(follower.hub, mirror.id)))
  expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { items } = await read(follower, '/v1/skills/@two-nodes/text-shout/versions')
  expect(items).toHaveLength(3)
  await syncMirror(follower.hub, mirror.id)
})

test('what is broken, held or taken is reported, and stops nothing else', async () => {
  await using other = await startTestHub()
  await publishTo(other, { name: 'first-one' })
  await publishTo(other, { name: 'broken-one' })
  await publishTo(other, { name: 'held-one', files: HELD_FILES })
  await administer(other, '/v1/skills/@acme/held-one/versions/1.0.0/release', { reason: 'looked at' })
  await publishTo(other, { owner: 'beta', name: 'first-one' })
  await publishTo(other, { name: 'ours-too' })
  await publishTo(other, { name: 'last-one' })
  const hashOf = async (name: string) => (await read(other, `/v1/skills/@acme/${name}/versions/1.0.0`)).archive_sha256
  const [right, wrong] = [await hashOf('broken-one'), await hashOf('first-one')]
  const serve = (hash: unknown) =>
    other.hub.db
      .updateTable('versions')
      .set({ archive_sha256: String(hash) })
      .where('skill_id', 'in', other.hub.db.selectFrom('skills').select('id').where('name', '=', 'broken-one'))
      .execute()
  await serve(wrong)
  await publishTo(follower, { owner: 'guarded', name: 'ours-too', version: '0.1.0' })

  await using mirror = await follow('hub', 'guarded', other.url)
  const { published, held, failed } = await mirror.sync()
  expect({ published, held }).toEqual({ published: 2, held: 1 })
  expect(failed.map(({ subject, code }) => [subject, code])).toEqual([
    ['@acme/broken-one@1.0.0', 'INTEGRITY_FAILED'],
    ['@beta/first-one@1.0.0', 'CONFLICT'],
    ['@acme/ours-too@1.0.0', 'CONFLICT'],
  ])
  expect(await read(follower, '/v1/skills/@guarded/last-one')).toMatchObject({ latest: '1.0.0' })
  expect(await read(follower, '/v1/skills/@guarded/ours-too')).toMatchObject({ latest: '0.1.0' })
  expect(await read(follower, '/v1/skills/@guarded/held-one')).toMatchObject({ code: 'DATA_NOT_FOUND' })
  expect((await mirror.info()).problems).toHaveLength(3)
  // What follows about it waits with it, so that it does not come back after it was yanked.
  await administer(other, '/v1/skills/@acme/broken-one/versions/1.0.0/yank', { reason: 'broken' })
  expect(await mirror.sync()).toMatchObject({ published: 0, changed: 0, done: true })
  await serve(right)
  expect(await mirror.sync()).toMatchObject({ published: 1, changed: 1, failed: [] })
  expect(await read(follower, '/v1/skills/@guarded/broken-one')).toMatchObject({ latest: null })
})

test('what was taken back does not wait for another version that cannot be fetched', async () => {
  await using other = await startTestHub()
  await publishTo(other, { name: 'bad-one' })
  await using mirror = await follow('hub', 'at-once', other.url)
  await mirror.sync()
  await publishTo(other, { name: 'bad-one', version: '1.1.0' })
  const { archive_sha256 } = await read(other, '/v1/skills/@acme/bad-one/versions/1.0.0')
  const wrong = { archive_sha256: String(archive_sha256) }
  await other.hub.db.updateTable('versions').set(wrong).where('version', '=', '1.1.0').execute()
  await administer(other, '/v1/skills/@acme/bad-one/versions/1.0.0/quarantine', { reason: 'malware' })
  expect(await mirror.sync()).toMatchObject({ published: 0, changed: 1, failed: [{ code: 'INTEGRITY_FAILED' }] })
  const taken = await fetch(`${follower.url}/v1/skills/@at-once/bad-one/versions/1.0.0/package`)
  expect(taken.status).toBe(410)
})

test('a log that is not the one seen before is not followed any more', async () => {
  await using other = await startTestHub()
  await publishTo(other, { name: 'first-one' })
  await using mirror = await follow('hub', 'rewritten', other.url)
  expect(await mirror.sync()).toMatchObject({ published: 1 })
  const { db } = other.hub
  for (const table of ['log_entries', 'log_nodes', 'checkpoints'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('registry_head').set({ log_size: 0 }).execute()
  expect(await mirror.sync()).toMatchObject({ code: 'INTEGRITY_FAILED' })
  await publishTo(other, { name: 'second-one' })
  await publishTo(other, { name: 'third-one' })
  expect(await mirror.sync()).toMatchObject({ code: 'INTEGRITY_FAILED' })
  expect((await mirror.info()).last_error).toContain('not the one seen before')
  expect(await read(follower, '/v1/skills/@rewritten/second-one')).toMatchObject({ code: 'DATA_NOT_FOUND' })
})

test('an address inside the own network, an unknown scope and the same registry twice are refused', async () => {
  await using mirror = await follow('hub', 'refusals')
  const add = async (url: string, scope = 'refusals') => {
    const answer = await call(follower, 'POST', '/v1/mirrors', { kind: 'hub', url, scope })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  expect(await add('http://10.0.0.7/')).toEqual([403, 'PERMISSION_DENIED'])
  expect(await add('file:///etc/passwd')).toEqual([403, 'PERMISSION_DENIED'])
  expect(await add('https://hub.example.com', 'nobodys')).toEqual([404, 'DATA_NOT_FOUND'])
  expect(await add(`${source.url}/`)).toEqual([409, 'CONFLICT'])
  expect((await call(follower, 'POST', '/v1/mirrors/nothing/sync')).status).toBe(404)
  expect((await mirror.info()).last_at).toBeNull()
})

async function follow(kind: MirrorInfo['kind'], scope: string, url = source.url) {
  await follower.tokenFor(scope, ['read'])
  const answer = await call(follower, 'POST', '/v1/mirrors', { kind, url, scope })
  const { id } = (await answer.json()) as MirrorInfo
  return {
    id,
    sync: async () => (await (await call(follower, 'POST', `/v1/mirrors/${id}/sync`)).json()) as SyncReport,
    info: async () => {
      const { items } = (await (await call(follower, 'GET', '/v1/mirrors')).json()) as { items: MirrorInfo[] }
      return items.find((one) => one.id === id) as MirrorInfo
    },
    [Symbol.asyncDispose]: async () => {
      expect((await call(follower, 'DELETE', `/v1/mirrors/${id}`)).status).toBe(204)
    },
  }
}

async function principalOf(hub: TestHub, handle: string) {
  return authenticate(hub.hub, { authorization: `Bearer ${await hub.tokenFor(handle, ['read', 'publish'])}` })
}

function call(hub: TestHub, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${hub.adminToken}` }
  if (body === undefined) return fetch(`${hub.url}${path}`, { method, headers })
  const type = { ...headers, 'content-type': 'application/json' }
  return fetch(`${hub.url}${path}`, { method, headers: type, body: JSON.stringify(body) })
}

async function read(hub: TestHub, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${hub.url}${path}`)).json()) as Record<string, unknown>
}
