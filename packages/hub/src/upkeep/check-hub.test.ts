import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishCollection } from '../collections/publish-collection.ts'
import type { HubContext } from '../hub-context.ts'
import { latestCheckpoint } from '../log/latest-checkpoint.ts'
import type { Principal } from '../principal.ts'
import { changeState } from '../registry/change-state.ts'
import { deprecate } from '../registry/deprecate.ts'
import { HELD_FILES, makePackage } from '../registry/fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { publishSkill } from '../registry/publish-skill.ts'
import { closeRegistry } from '../registry/registry-of.ts'
import { setAccess } from '../registry/set-access.ts'
import { checkHub } from './check-hub.ts'

const HOUR = 3_600_000

let registry: TestRegistry
let hub: HubContext
let ann: Principal
beforeAll(async () => {
  registry = await openTestRegistry()
  hub = registry.hub
  ann = await registry.person('ann', 'admin')
  await registry.publish(ann, { name: 'shout', version: '1.0.0' })
  await registry.publish(ann, { name: 'whisper', version: '1.0.0' })
  await latestCheckpoint(hub)
  await registry.publish(ann, { name: 'shout', version: '1.0.1' })
  await registry.publish(ann, { name: 'hidden', access: 'private' })
  await registry.publish(ann, { name: 'held', files: HELD_FILES })
  await deprecate(hub, ann, { scope: 'ann', name: 'whisper', version: '1.0.0' }, 'shout')
  await changeState(hub, ann, { scope: 'ann', name: 'shout', version: '1.0.0' }, 'yank', 'old')
  // What happens to a skill while it is private is not in the log.
  await registry.publish(ann, { name: 'closed', version: '1.0.0' })
  await setAccess(hub, ann, { scope: 'ann', name: 'closed' }, 'private')
  await changeState(hub, ann, { scope: 'ann', name: 'closed', version: '1.0.0' }, 'yank', 'old')
  const manifest = { description: 'All of it.', skills: [{ name: '@ann/shout', range: '^1' }] }
  await publishCollection(hub, ann, { scope: 'ann', name: 'shout', version: '1.0.0', manifest })
  await latestCheckpoint(hub)
})
afterAll(() => registry[Symbol.asyncDispose]())

test('a healthy hub passes, and is reported in numbers', async () => {
  const { log_size } = await hub.db.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
  expect(log_size).toBeGreaterThan(4)
  expect(await checkHub(hub.config)).toEqual({
    ok: true,
    versions: 6,
    exports: 0,
    log_entries: log_size,
    problems: [],
    orphans: [],
    removed: 0,
  })
})

const of = (name: string, version = '1.0.0') =>
  sql`skill_id = (select id from skills where name = ${name}) and version = ${version}`

test.each([
  ['another digest', '@ann/whisper@1.0.0', () => sql`update versions set digest = 'sha256:00' where ${of('whisper')}`],
  ['another size', '@ann/whisper@1.0.0', () => sql`update versions set archive_bytes = 1 where ${of('whisper')}`],
  ['no place in the log', 'entry 1', () => sql`update versions set log_index = null where ${of('whisper')}`],
  ['another place in the log', 'entry 1', () => sql`update versions set log_index = 2 where ${of('whisper')}`],
  [
    'a released version that is missing in the log',
    '@ann/hidden@1.0.0',
    () => sql`update skills set access = 'public' where name = 'hidden'`,
  ],
  ['a version that is gone', 'entry 1', () => sql`delete from versions where ${of('whisper')}`],
  [
    'a changed entry',
    'entry 0',
    () => sql`update log_entries set entry = replace(entry, 'shout', 'shoot') where log_index = 0`,
  ],
  [
    'a changed entry with its hash',
    'entry 0',
    () => sql`update log_entries set entry = '{}', leaf_hash = ${sha256('\0{}')} where log_index = 0`,
  ],
  ['a missing entry', 'entry 2', () => sql`delete from log_entries where log_index = 2`],
  [
    'a changed tree',
    'entry 1',
    () => sql`update log_nodes set hash = ${'0'.repeat(64)} where level = 1 and position = 0`,
  ],
  ['a missing node', 'entry 3', () => sql`delete from log_nodes where level = 2 and position = 0`],
  ['a shorter log', 'the log', () => sql`update registry_head set log_size = 2`],
  [
    'a checkpoint of another tree',
    'checkpoint of 2',
    () => sql`update checkpoints set root = ${'0'.repeat(64)} where size = 2`,
  ],
  [
    'an unsigned checkpoint',
    'checkpoint of 2',
    () => sql`update checkpoints set note = replace(note, 'skillwright', 'skillwrong') where size = 2`,
  ],
  ['another key', 'checkpoint of 2', () => sql`update keys set private_pem = ${OTHER_KEY}`],
  [
    'a version in another state than the log says',
    '@ann/whisper@1.0.0: the log says that it is published, and it is quarantined',
    () => sql`update versions set state = 'quarantined' where ${of('whisper')}`,
  ],
  [
    'one that the log says is yanked',
    '@ann/shout@1.0.0: the log says that it is yanked, and it is published',
    () => sql`update versions set state = 'published' where ${of('shout')}`,
  ],
  [
    'another access than the log says',
    '@ann/whisper: the log says that it is public, and it is private',
    () => sql`update skills set access = 'private' where name = 'whisper'`,
  ],
  [
    'a version that is given out and was never released',
    '@ann/held@1.0.0: the log does not tell of it',
    () => sql`update versions set state = 'published' where ${of('held')}`,
  ],
  ['another signer', 'entry 1', () => sql`update versions set signed_by = 'someone' where ${of('whisper')}`],
  [
    'a version that is no longer deprecated',
    '@ann/whisper@1.0.0: the log says something else',
    () => sql`update versions set deprecated = null where ${of('whisper')}`,
  ],
  [
    'a skill that is deprecated in silence',
    '@ann/shout: the log says something else',
    () => sql`update skills set deprecated = 'use another' where name = 'shout'`,
  ],
  [
    'a tier that nothing speaks for',
    '@ann/whisper: what speaks for it makes it community, and it is verified',
    () => sql`update skills set tier = 'verified' where name = 'whisper'`,
  ],
  [
    'a tier that is only told',
    '@ann/whisper: its document is not what its versions say (tier)',
    () =>
      sql`update skills set document = replace(document, '"tier":"community"', '"tier":"official"') where name = 'whisper'`,
  ],
  [
    'a latest version that is not the latest',
    '@ann/shout: its latest version is 1.0.1, and it names 1.0.0',
    () => sql`update skills set latest = '1.0.0' where name = 'shout'`,
  ],
  [
    'a collection that names other skills',
    'collection @ann/shout@1.0.0: what it holds has the digest sha256:',
    () => sql`update collection_versions set manifest = replace(manifest, '@ann/shout', '@ann/whisper')`,
  ],
  [
    'a collection that cannot be read',
    'collection @ann/shout@1.0.0: what it holds has the digest sha256:',
    () => sql`update collection_versions set manifest = 'no'`,
  ],
  [
    'a state that was not logged as it was noted',
    '@ann/whisper@1.0.0: the log says something else than was noted',
    () => sql`update versions set logged_state = 'yanked' where ${of('whisper')}`,
  ],
  [
    'an access that was not logged as it was noted',
    '@ann/whisper: the log says something else than was noted',
    () => sql`update skills set logged_access = 'private' where name = 'whisper'`,
  ],
  [
    'a version in the place of another',
    '@ann/shout@1.0.0: it takes the place of another version',
    () => sql`update versions set version_order = '0101' where ${of('shout')}`,
  ],
  [
    'another list of files',
    '@ann/whisper@1.0.0: its package holds other files',
    () => sql`update versions set files = replace(files, 'SKILL.md', 'skill.md') where ${of('whisper')}`,
  ],
  [
    'a version that cannot be read',
    '@ann/whisper: what speaks for it cannot be read',
    () => sql`update versions set document = 'no' where ${of('whisper')}`,
  ],
  [
    'a proof that cannot be read',
    '@ann/whisper: what speaks for it cannot be read',
    () => sql`update scopes set proof = 'no' where name = 'ann'`,
  ],
  ['a key that cannot be read', 'the log: its key', () => sql`update keys set private_pem = 'no'`],
  ['a collection with another digest', 'of the log', () => sql`update collection_versions set digest = 'sha256:00'`],
] as const)('%s is found', async (_what, subject, damage) => {
  const { config, db } = hub
  await db.executeQuery(sql`pragma foreign_keys = off`.compile(db))
  const file = join(config.dir, 'hub.sqlite.kept')
  await rm(file, { force: true })
  await sql`vacuum into ${file}`.execute(db)
  await damage().execute(db)
  const { ok, problems } = await checkHub(config)
  await restoreTables(file)
  expect(ok).toBe(false)
  expect(problems.map((problem) => `${problem.subject}: ${problem.message}`).join('\n')).toContain(subject)
  expect(await checkHub(config)).toMatchObject({ ok: true })
})

test('a package that is damaged, and one that is lost, is found', async () => {
  const { sha, file } = await packageOf('whisper')
  const bytes = Buffer.from((await hub.blobs.read(sha)) ?? '')
  await writeFile(file, Buffer.concat([bytes.subarray(1), Buffer.of(0)]))
  expect(await checkHub(hub.config)).toMatchObject({ ok: false, problems: [{ subject: '@ann/whisper@1.0.0' }] })
  await rm(file)
  const { problems } = await checkHub(hub.config)
  expect(problems).toEqual([{ subject: '@ann/whisper@1.0.0', message: `its package ${sha} is not in the store` }])
  await hub.blobs.put(sha, bytes)
  expect(await checkHub(hub.config)).toMatchObject({ ok: true })
})

test('packages that nothing refers to are named once they are old, and removed when that is asked for', async () => {
  const bytes = randomBytes(100)
  await hub.blobs.put(sha256(bytes), bytes)
  const later = { clock: () => Date.now() + 2 * HOUR }
  expect(await checkHub(hub.config)).toMatchObject({ ok: true, orphans: [] })
  expect(await checkHub(hub.config, later)).toMatchObject({
    ok: true,
    orphans: [{ sha256: sha256(bytes), bytes: 100 }],
    removed: 0,
  })
  expect(await hub.blobs.has(sha256(bytes))).toBe(true)
  expect(await checkHub(hub.config, { ...later, clean: true })).toMatchObject({ ok: true, removed: 1 })
  expect(await hub.blobs.has(sha256(bytes))).toBe(false)
  expect(await checkHub(hub.config, later)).toMatchObject({ ok: true, orphans: [] })
})

test('removing never takes the package of a publish that is under way', async () => {
  // To this clock everything is old, also what was stored a moment ago.
  const clock = () => Date.now() + 2 * HOUR
  let removed = 0
  const put = async (name: string, bytes: Uint8Array) => {
    await hub.blobs.put(name, bytes)
    if (removed === 0) removed = (await checkHub(hub.config, { clean: true, clock })).removed
  }
  const interrupted: HubContext = { ...hub, blobs: { ...hub.blobs, put } }
  const { archive } = await makePackage({ name: 'busy' })
  const request = { scope: 'ann', name: 'busy', version: '1.0.0', archive }
  expect(await publishSkill(interrupted, ann, request)).toMatchObject({ state: 'published' })
  await closeRegistry(interrupted)
  expect(removed).toBe(1)
  expect(await checkHub(hub.config)).toMatchObject({ ok: true, problems: [] })
})

test('a damaged database is found before anything is removed by what it says', async () => {
  const dir = join(hub.config.dir, 'damaged')
  await mkdir(dir)
  const file = join(dir, 'hub.sqlite')
  await sql`vacuum into ${file}`.execute(hub.db)
  const bytes = await readFile(file)
  // The page of a table that the check has no other reason to read.
  using database = new DatabaseSync(file, { readOnly: true })
  const { rootpage } = database.prepare(`select rootpage from sqlite_schema where name = 'stars'`).get() ?? {}
  const { page_size: size } = database.prepare('pragma page_size').get() ?? {}
  const start = (Number(rootpage) - 1) * Number(size)
  await writeFile(file, bytes.fill(7, start, start + Number(size)))
  await expect(checkHub({ ...hub.config, dir }, { clean: true })).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
})

test('where no hub is, none is made', async () => {
  const dir = join(hub.config.dir, 'nothing-here')
  await expect(checkHub({ ...hub.config, dir })).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  await expect(checkHub({ ...hub.config, dir })).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
})

async function packageOf(name: string) {
  const { archive_sha256: sha } = await hub.db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select('versions.archive_sha256')
    .where('skills.name', '=', name)
    .executeTakeFirstOrThrow()
  return { sha, file: join(hub.config.dir, 'packages', sha.slice(0, 2), sha.slice(2, 4), sha) }
}

/** Puts back what a copy of the database holds. */
async function restoreTables(file: string): Promise<void> {
  const { db } = hub
  await sql`attach ${file} as kept`.execute(db)
  for (const { name } of await db.introspection.getTables())
    if (!name.startsWith('kysely')) {
      await sql`delete from ${sql.table(name)}`.execute(db)
      await sql`insert into ${sql.table(name)} select * from kept.${sql.table(name)}`.execute(db)
    }
  await sql`detach kept`.execute(db)
}

const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIGmS6J0CE1Q3xrPlCCFMmAfCq8cYfIcNNTgh5PaQjHxk
-----END PRIVATE KEY-----
`

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
