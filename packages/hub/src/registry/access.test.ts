import { readArchive } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeCall } from '../calls/describe-call.ts'
import type { HubContext } from '../hub-context.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { decide } from '../review/sign-off.ts'
import { changeState, type StateChange } from './change-state.ts'
import { deprecate } from './deprecate.ts'
import { findSkill } from './find-skill.ts'
import { findVersion } from './find-version.ts'
import { makePackage } from './fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { grantAccess, listGrants, revokeAccess } from './grant-access.ts'
import { listSkills } from './list-skills.ts'
import { openPackage } from './open-package.ts'
import { listFiles, readPackageFile } from './read-package-files.ts'
import { readSkillDocument } from './read-skill.ts'
import { listVersions, readVersion } from './read-version.ts'
import { resolveName } from './resolve-name.ts'
import { setAccess } from './set-access.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal
let reviewer: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  reviewer = await registry.person('rae', 'reviewer')
  for (const access of ['public', 'restricted', 'private'] as const)
    await registry.publish(ann, { name: `${access}-words`, access })
})
afterAll(() => registry[Symbol.asyncDispose]())

const place = (name: string, version = '1.0.0') => ({ scope: 'ann', name, version })

/** Everything that can be read, for a name. */
const READS: readonly [string, (hub: HubContext, who: Principal, name: string) => Promise<unknown>][] = [
  ['the skill', (hub, who, name) => readSkillDocument(hub, who, place(name))],
  ['its row', (hub, who, name) => findSkill(hub, who, place(name))],
  ['its versions', (hub, who, name) => listVersions(hub, who, place(name))],
  ['a version', (hub, who, name) => readVersion(hub, who, place(name))],
  ['the latest version', (hub, who, name) => readVersion(hub, who, place(name, 'latest'))],
  ['a range', (hub, who, name) => findVersion(hub, who, place(name, '^1'))],
  ['a version that is not there', (hub, who, name) => readVersion(hub, who, place(name, '9.9.9'))],
  ['the package', (hub, who, name) => openPackage(hub, who, place(name))],
  ['the files', (hub, who, name) => listFiles(hub, who, place(name))],
  ['a file', (hub, who, name) => readPackageFile(hub, who, place(name), 'SKILL.md')],
  ['the descriptor', (hub, who, name) => describeCall(hub, who, place(name), { url: 'http://hub.test' })],
  ['the bare name', (hub, who, name) => resolveName(hub, who, name)],
  ['the name in its tier', (hub, who, name) => resolveName(hub, who, `community/${name}`)],
  ['the list', (hub, who, name) => listSkills(hub, who, { tag: name })],
]

test.each(READS)(
  'to an anonymous caller %s of a private skill is what an absent one is, for the same work',
  async (_what, read) => {
    const noRead: Principal = { ...ann, scopes: new Set(['publish']) }
    for (const who of [ANONYMOUS, bob, noRead]) {
      const [hidden, absent] = [await observe(read, who, 'private-words'), await observe(read, who, 'missing-words')]
      expect(hidden).toEqual(absent)
      expect(absent.queries).toBeGreaterThan(0)
    }
  },
)

test('members, users with access, and reviewers see a private skill', async () => {
  const names = async (who: Principal) => (await listSkills(registry.hub, who)).items.length
  expect([await names(ann), await names(reviewer), await names(bob), await names(ANONYMOUS)]).toEqual([3, 3, 2, 2])
  await grantAccess(registry.hub, ann, place('private-words'), 'bob')
  expect(await names(bob)).toBe(3)
  expect(await listGrants(registry.hub, ann, place('private-words'))).toEqual({ items: [{ handle: 'bob' }] })
  expect(await openPackage(registry.hub, bob, place('private-words'))).toMatchObject({ size: expect.any(Number) })
  await expect(grantAccess(registry.hub, bob, place('private-words'), 'rae')).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  await revokeAccess(registry.hub, ann, place('private-words'), 'bob')
  expect(await names(bob)).toBe(2)
})

test('an organisation that was let in lets its members in, and one that owns the scope too', async () => {
  const { db } = registry.hub
  const carol = await registry.person('carol')
  const club = await registry.person('the-club')
  await db.updateTable('people').set({ kind: 'organisation' }).where('handle', '=', 'the-club').execute()
  await registry.publish(club, { name: 'club-words', access: 'private' })
  await grantAccess(registry.hub, ann, place('private-words'), 'the-club')
  const sees = async (scope: string, name: string) =>
    findSkill(registry.hub, carol, { scope, name }).then(
      ({ isInsider }) => isInsider,
      ({ code }) => code,
    )
  expect([await sees('ann', 'private-words'), await sees('the-club', 'club-words')]).toEqual([
    'DATA_NOT_FOUND',
    'DATA_NOT_FOUND',
  ])
  const [organisation_id = '', person_id = ''] = [club.person?.id, carol.person?.id]
  await db.insertInto('memberships').values({ organisation_id, person_id, role: 'maintainer' }).execute()
  expect([await sees('ann', 'private-words'), await sees('the-club', 'club-words')]).toEqual([false, true])
})

test('a restricted skill is visible to anyone and downloaded by signed-in callers', async () => {
  expect(await readVersion(registry.hub, ANONYMOUS, place('restricted-words'))).toMatchObject({ access: 'restricted' })
  for (const open of [
    openPackage,
    (...[hub, who, at]: Parameters<typeof openPackage>) => readPackageFile(hub, who, at, 'SKILL.md'),
  ]) {
    await expect(open(registry.hub, ANONYMOUS, place('restricted-words'))).rejects.toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
    })
    const publishOnly: Principal = { ...bob, scopes: new Set(['publish']) }
    await expect(open(registry.hub, publishOnly, place('restricted-words'))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    expect(await open(registry.hub, bob, place('restricted-words'))).toBeDefined()
  }
})

test('the publish log does not speak of a private skill before it is opened', async () => {
  const log = async () => JSON.stringify(await registry.hub.db.selectFrom('log_entries').select('entry').execute())
  await registry.publish(ann, { name: 'opened-later', access: 'private' })
  expect(await log()).not.toContain('opened-later')
  await setAccess(registry.hub, ann, place('opened-later'), 'public')
  expect(await log()).toContain('opened-later')
  expect(await findVersion(registry.hub, ANONYMOUS, place('opened-later'))).toMatchObject({
    log_index: expect.any(Number),
  })
  await setAccess(registry.hub, ann, place('opened-later'), 'private')
  await expect(findVersion(registry.hub, ANONYMOUS, place('opened-later'))).rejects.toMatchObject({
    code: 'DATA_NOT_FOUND',
  })
})

describe('the publish log', () => {
  /** What it says of a skill, in order. */
  const logged = async (name: string) => {
    const rows = await registry.hub.db.selectFrom('log_entries').select('entry').orderBy('log_index').execute()
    const entries = rows.map(({ entry }) => JSON.parse(entry)).filter(({ skill }) => skill === `@ann/${name}`)
    return entries.map(({ type, version, access, message }) => [type, version ?? access ?? message].join(' '))
  }
  const change = (who: Principal, name: string, what: StateChange, version = '1.0.0') =>
    changeState(registry.hub, who, place(name, version), what, 'because')

  test('tells what happened to a skill while it was private, once it is not', async () => {
    const name = 'there-and-back'
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) await registry.publish(ann, { name, version })
    await setAccess(registry.hub, ann, place(name), 'private')
    const before = await logged(name)
    expect(before.slice(3)).toEqual(['access private'])
    await registry.publish(ann, { name, version: '1.0.3' })
    await registry.publish(ann, { name, version: '1.0.4' })
    await change(ann, name, 'yank')
    await decide(registry.hub, reviewer, place(name, '1.0.1'), { decision: 'reject', note: 'malware' })
    await change(reviewer, name, 'quarantine', '1.0.4')
    await deprecate(registry.hub, ann, place(name, '1.0.2'), 'use another')
    await deprecate(registry.hub, ann, { scope: 'ann', name }, 'all of it')
    expect(await logged(name)).toEqual(before)
    await setAccess(registry.hub, ann, place(name), 'restricted')
    expect((await logged(name)).slice(before.length)).toEqual([
      'yank 1.0.0',
      'quarantine 1.0.1',
      'deprecate 1.0.2',
      'publish 1.0.3',
      'deprecate all of it',
      'access restricted',
    ])
    await setAccess(registry.hub, ann, place(name), 'public')
    await change(reviewer, name, 'release', '1.0.4')
    await change(reviewer, name, 'release', '1.0.1')
    expect((await logged(name)).slice(before.length + 6)).toEqual(['access public', 'publish 1.0.4', 'release 1.0.1'])
  })

  test('tells that a version was yanked and then rejected, in the end', async () => {
    const name = 'many-turns'
    await registry.publish(ann, { name })
    await change(ann, name, 'yank')
    await setAccess(registry.hub, ann, place(name), 'private')
    await change(reviewer, name, 'quarantine')
    await change(reviewer, name, 'release')
    await change(ann, name, 'yank')
    await setAccess(registry.hub, ann, place(name), 'public')
    await change(reviewer, name, 'quarantine')
    expect(await logged(name)).toEqual([
      'publish 1.0.0',
      'yank 1.0.0',
      'access private',
      'access public',
      'quarantine 1.0.0',
    ])
  })
})

test('publishing does not change the access of a skill by the way', async () => {
  await expect(
    registry.publish(ann, { name: 'public-words', version: '1.0.1', access: 'private' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

const describing = (access: string) => ({ 'descriptor.json': JSON.stringify({ access }) })
const frontMatter = (line: string) => async (name: string) => {
  const { files } = await readArchive((await makePackage({ name })).archive)
  const text = Buffer.from(files.get('SKILL.md') ?? '').toString()
  return { files: { 'SKILL.md': text.replace('---\n', `---\n${line}\n`) } }
}

test.each([
  ['a descriptor', 'private', async () => ({ files: describing('private') })],
  ['a descriptor', 'restricted', async () => ({ files: describing('restricted') })],
  ['a manifest', 'private', async () => ({ manifest: { access: 'private' } })],
  ['front matter', 'private', frontMatter('metadata: { access: private }')],
] as const)('%s that says %s is heard: dry run and publish name it', async (where, access, packageOf) => {
  const name = `stated-by-${where.replace(/\W+/g, '-')}-${access}`
  const made = await packageOf(name)
  const dry = await registry.publish(ann, { name, ...made, dryRun: true })
  const outcome = await registry.publish(ann, { name, ...made })
  expect([dry.access, outcome.access]).toEqual([access, access])
  const found = await findSkill(registry.hub, bob, place(name)).then(
    ({ access: is }) => is,
    ({ code }) => code,
  )
  expect(found).toBe(access === 'private' ? 'DATA_NOT_FOUND' : access)
  expect(outcome.log_index === undefined).toBe(access === 'private')
})

test('two words about the access that differ are refused, with both named', async () => {
  const refusal = (what: object) =>
    registry.publish(ann, { name: 'two-words', ...what }).catch((error) => error.message)
  const both = /private.*public|public.*private/
  expect(await refusal({ files: describing('private'), access: 'public' })).toMatch(both)
  expect(await refusal({ files: describing('private'), access: 'public', dryRun: true })).toMatch(both)
  expect(await refusal({ files: describing('private'), manifest: { access: 'public' } })).toMatch(both)
  expect(await refusal({ files: describing('secret') })).toContain('secret')
  expect(await refusal({ files: { 'descriptor.json': '{' } })).toContain('descriptor.json')
  const name = 'public-words'
  const next = { name, version: '1.0.2', files: describing('private') }
  await expect(registry.publish(ann, next)).rejects.toMatchObject({ code: 'CONFLICT' })
  await setAccess(registry.hub, ann, place(name), 'private')
  expect(await registry.publish(ann, next)).toMatchObject({ access: 'private' })
  await setAccess(registry.hub, ann, place(name), 'public')
})

test('a private skill may bear any name, also when its descriptor alone says that it is private', async () => {
  await registry.hub.db.updateTable('skills').set({ tier: 'verified' }).where('name', '=', 'restricted-words').execute()
  const imitation = { name: 'restricted-w0rds', files: describing('private') }
  expect(await registry.publish(bob, imitation)).toMatchObject({ access: 'private', state: 'published' })
  await expect(registry.publish(bob, { name: 'restrictedwords' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

/** What a caller sees of a read, with the name taken out, and how many queries it took. */
async function observe(read: (typeof READS)[number][1], who: Principal, name: string) {
  let queries = 0
  const db = registry.hub.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries++
      return result
    },
  })
  const answer = await read({ ...registry.hub, db }, who, name).then(
    JSON.stringify,
    ({ code, message, hint, details }) => JSON.stringify({ code, message, hint, details }),
  )
  return { answer: answer.replaceAll(name, '…'), queries }
}
