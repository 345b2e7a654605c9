import { generateKeyPairSync } from 'node:crypto'
import { packageStatement, packFiles, readArchive, signStatement } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { changeState } from './change-state.ts'
import { BLOCKED_FILES, makePackage } from './fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { readSkillDocument } from './read-skill.ts'
import { listVersions, readVersion } from './read-version.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal
let reviewer: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  reviewer = await registry.person('rae', 'reviewer')
})
afterAll(() => registry[Symbol.asyncDispose]())

describe('publishing', () => {
  test('stores a version once, with what was found out about it', async () => {
    const { archive, digest } = await makePackage({ name: 'first-words' })
    const outcome = await registry.publish(ann, { name: 'first-words', archive, digest })
    expect(outcome).toMatchObject({
      name: '@ann/first-words',
      version: '1.0.0',
      state: 'published',
      reasons: [],
      scan: { verdict: 'pass' },
      comparison: null,
      digest,
      log_index: expect.any(Number),
      dry_run: false,
    })
    const version = await readVersion(registry.hub, bob, { scope: 'ann', name: 'first-words', version: 'latest' })
    expect(version).toMatchObject({
      name: '@ann/first-words',
      version: '1.0.0',
      tier: 'community',
      digest,
      published_by: 'ann',
      log_index: outcome.log_index,
      tags: ['text', 'letters'],
      actions: [{ name: 'run', idempotent: true }],
      contract: { version: '1.0.0' },
      scan: { verdict: 'pass' },
    })
    const stored = await registry.hub.blobs.read(outcome.archive_sha256)
    expect((await readArchive(stored ?? new Uint8Array())).digest).toBe(digest)
    const document = JSON.parse(await readSkillDocument(registry.hub, bob, { scope: 'ann', name: 'first-words' }))
    expect(document).toMatchObject({ latest: '1.0.0', title: 'Text shout', license: 'MIT', downloads: 0 })
  })

  test('what is stored is packed again: nothing the upload carried beside the files is handed out', async () => {
    const { archive, digest } = await makePackage({ name: 'packed-anew' })
    const padded = Buffer.concat([archive, Buffer.alloc(2048)])
    const outcome = await registry.publish(ann, { name: 'packed-anew', archive: padded })
    const stored = await registry.hub.blobs.read(outcome.archive_sha256)
    expect(outcome.digest).toBe(digest)
    expect(Buffer.compare(stored ?? Buffer.alloc(0), archive)).toBe(0)
  })

  test('a version never changes, and a retry is answered with what is there', async () => {
    const { digest } = await registry.publish(ann, { name: 'never-changes' })
    await expect(
      registry.publish(ann, { name: 'never-changes', description: 'Other words, and when to use them.' }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { digest, state: 'published' },
    })
  })

  test('a caller cannot publish into the scope of another, nor learn what is there', async () => {
    await registry.publish(ann, { name: 'only-mine', access: 'private' })
    const tries = ['only-mine', 'not-there'].map((name) => registry.publish(bob, { scope: 'ann', name }).catch(String))
    const [there, absent] = await Promise.all(tries)
    expect(there).toBe(absent)
    await expect(registry.publish(bob, { scope: 'ann', name: 'only-mine' })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    await expect(registry.publish(bob, { scope: 'no-such-scope' })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })

  test('a reserved name is for administrators', async () => {
    const admin = await registry.person('root-user', 'admin')
    await expect(registry.publish(ann, { name: 'official' })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(await registry.publish(admin, { name: 'official' })).toMatchObject({ state: 'published' })
  })

  test('name and version in SKILL.md are those it is published under', async () => {
    const { archive } = await makePackage({ name: 'other-name', version: '1.0.0' })
    const refused = registry.publish(ann, { name: 'this-name', version: '2.0.0', archive })
    await expect(refused).rejects.toMatchObject({
      code: 'PUBLISH_REFUSED',
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'hub/name' }),
        expect.objectContaining({ rule: 'hub/version' }),
      ]),
    })
  })

  test('lint errors are refused with where they are', async () => {
    await expect(registry.publish(ann, { name: 'bad-lint', description: '""' })).rejects.toMatchObject({
      code: 'PUBLISH_REFUSED',
      findings: expect.arrayContaining([expect.objectContaining({ severity: 'error', file: 'SKILL.md' })]),
    })
  })

  test('a package of another dialect is held to its own rules and has the version it is published under', async () => {
    const files = new Map([
      [
        'SKILL.md',
        Buffer.from(
          '---\nname: open-standard\ndescription: Counts words. Use when words are to be counted.\n---\n# Count\n',
        ),
      ],
    ])
    const { archive } = await packFiles(files)
    const outcome = await registry.publish(ann, { name: 'open-standard', version: '0.3.0', archive })
    expect(outcome).toMatchObject({ state: 'published', version: '0.3.0' })
  })

  test.each(['no archive at all', ''])('an archive that is none is refused: %j', async (text) => {
    await expect(registry.publish(ann, { name: 'no-archive', archive: Buffer.from(text) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('what the scan blocks is visible only to its owner and reviewers', async () => {
    const outcome = await registry.publish(ann, { name: 'evil-words', files: BLOCKED_FILES })
    expect(outcome).toMatchObject({ state: 'quarantined', scan: { verdict: 'block' } })
    expect(outcome.log_index).toBeUndefined()
    const place = { scope: 'ann', name: 'evil-words', version: '1.0.0' }
    await expect(readVersion(registry.hub, bob, place)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
    expect(await readVersion(registry.hub, ann, place)).toMatchObject({ state: 'quarantined' })
    expect(await readVersion(registry.hub, reviewer, place)).toMatchObject({ state: 'quarantined' })
  })
})

describe('digest and signature', () => {
  const key = generateKeyPairSync('ed25519')
  const other = generateKeyPairSync('ed25519')
  const pem = (pair: typeof key) => String(pair.publicKey.export({ type: 'spki', format: 'pem' }))
  const sign = (id: string, version: string, digest: string, pair = key) => ({
    envelope: signStatement(packageStatement({ id, version }, digest), pair.privateKey),
    public_key: pem(pair),
  })

  test('other content than its author announced is refused', async () => {
    const digest = `sha256:${'0'.repeat(64)}`
    await expect(registry.publish(ann, { name: 'other-content', digest })).rejects.toMatchObject({
      code: 'INTEGRITY_FAILED',
    })
  })

  test('a signature must be for this content, name and version, and by the key that comes with it', async () => {
    const { archive, digest } = await makePackage({ name: 'signed-words' })
    const publish = (signature: unknown) => registry.publish(ann, { name: 'signed-words', archive, signature })
    const right = sign('signed-words', '1.0.0', digest)
    for (const wrong of [
      sign('signed-words', '1.0.0', `sha256:${'0'.repeat(64)}`),
      sign('other-words', '1.0.0', digest),
      sign('signed-words', '1.0.1', digest),
      { ...right, public_key: pem(other) },
      { ...right, public_key: 'no key' },
      { envelope: right.envelope },
      'nonsense',
      null,
      [],
    ])
      await expect(publish(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
    expect(await publish(right)).toMatchObject({ state: 'published', signed_by: expect.stringMatching(/^ed25519:/) })
    const { signature } = await readVersion(registry.hub, bob, { scope: 'ann', name: 'signed-words', version: '1.0.0' })
    expect(signature).toEqual(right)
  })

  test('after a signed version one by another key, or by none, is held until a reviewer releases it', async () => {
    const name = 'same-hand'
    const publish = async (version: string, pair?: typeof key) => {
      const { archive, digest } = await makePackage({ name, version })
      const signature = pair && sign(name, version, digest, pair)
      return registry.publish(ann, { name, version, archive, ...(signature ? { signature } : {}) })
    }
    expect(await publish('1.0.0', key)).toMatchObject({ state: 'published' })
    expect(await publish('1.0.1', key)).toMatchObject({ state: 'published' })
    expect(await publish('1.0.2')).toMatchObject({ state: 'pending', reasons: [expect.stringContaining('not signed')] })
    expect(await publish('1.0.3', other)).toMatchObject({
      state: 'pending',
      reasons: [expect.stringContaining('ed25519:')],
    })
    const place = { scope: 'ann', name }
    expect(await readVersion(registry.hub, bob, { ...place, version: 'latest' })).toMatchObject({ version: '1.0.1' })
    await changeState(registry.hub, reviewer, { ...place, version: '1.0.3' }, 'release', 'the new key is hers')
    expect(await publish('1.0.4', other)).toMatchObject({ state: 'published' })
  })
})

test('a dry run says exactly what publishing says, and stores nothing', async () => {
  const count = async () => {
    const tables = ['skills', 'versions', 'audit', 'changes', 'log_entries', 'name_neighbours'] as const
    const rows = tables.map((table) => registry.hub.db.selectFrom(table).selectAll().execute())
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  const before = await count()
  const dry = await registry.publish(ann, { name: 'dry-run', dryRun: true })
  const refused = await registry.publish(ann, { name: 'dry-run', description: '""', dryRun: true }).catch(problem)
  expect(await count()).toEqual(before)
  await expect(registry.publish(ann, { name: 'dry-run', description: '""' }).catch(problem)).resolves.toEqual(refused)
  const { log_index: _index, ...real } = await registry.publish(ann, { name: 'dry-run' })
  expect({ ...real, dry_run: true }).toEqual(dry)
})

function problem(thrown: { code: string; message: string; findings: unknown }) {
  const { code, message, findings } = thrown
  return { code, message, findings }
}

test('of 50 at once that publish one version with different content, one wins and 49 get a conflict', async () => {
  const tries = Array.from({ length: 50 }, (_, i) =>
    registry.publish(ann, { name: 'one-winner', description: `Shouts in way ${i}. Use when way ${i} is wanted.` }).then(
      ({ digest }) => digest,
      ({ code }) => code,
    ),
  )
  const outcomes = await Promise.all(tries)
  const won = outcomes.filter((outcome) => outcome !== 'CONFLICT')
  expect(won).toHaveLength(1)
  const { items } = await listVersions(registry.hub, bob, { scope: 'ann', name: 'one-winner' })
  expect(items.map(({ digest }) => digest)).toEqual(won)
})
