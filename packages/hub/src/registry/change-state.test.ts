import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { changeState, type StateChange } from './change-state.ts'
import { deprecate } from './deprecate.ts'
import { findVersion } from './find-version.ts'
import { HELD_FILES } from './fixtures/make-package.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { listSkills } from './list-skills.ts'
import { openPackage } from './open-package.ts'
import { readSkillDocument } from './read-skill.ts'
import { listVersions } from './read-version.ts'

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

const at = (name: string, version = '1.0.0') => ({ scope: 'ann', name, version })
const change = (who: Principal, name: string, version: string, what: StateChange) =>
  changeState(registry.hub, who, at(name, version), what, 'because')
const found = (name: string, version: string) => findVersion(registry.hub, bob, at(name, version))
const refusal = (code: string) => expect.objectContaining({ code })

test('a yanked version is for users who have it locked: by its exact number, never by a range, never as latest', async () => {
  await registry.publish(ann, { name: 'yanked-words' })
  await registry.publish(ann, { name: 'yanked-words', version: '1.0.1' })
  await change(ann, 'yanked-words', '1.0.1', 'yank')
  expect(await found('yanked-words', 'latest')).toMatchObject({ version: '1.0.0' })
  expect(await found('yanked-words', '^1.0.0')).toMatchObject({ version: '1.0.0' })
  await expect(found('yanked-words', '>1.0.0')).rejects.toThrow(refusal('DATA_NOT_FOUND'))
  const locked = await openPackage(registry.hub, bob, at('yanked-words', '1.0.1'))
  expect(locked).toMatchObject({
    version: { state: 'yanked', version: '1.0.1' },
    digest: expect.stringMatching(/^sha256:/),
  })
  await change(ann, 'yanked-words', '1.0.1', 'unyank')
  expect(await found('yanked-words', 'latest')).toMatchObject({ version: '1.0.1' })
})

test('a skill whose every version is yanked is no longer listed, and still available to users who have it', async () => {
  await registry.publish(ann, { name: 'all-yanked' })
  await change(ann, 'all-yanked', '1.0.0', 'yank')
  const { items } = await listSkills(registry.hub, bob, { scope: 'ann', limit: 100 })
  expect(JSON.stringify(items)).not.toContain('all-yanked')
  expect(JSON.parse(await readSkillDocument(registry.hub, bob, at('all-yanked')))).toMatchObject({ latest: null })
  expect(await found('all-yanked', '1.0.0')).toMatchObject({ state: 'yanked' })
})

test('a quarantined version is unavailable to all callers, with an answer that it was taken back', async () => {
  await registry.publish(ann, { name: 'taken-back' })
  await change(reviewer, 'taken-back', '1.0.0', 'quarantine')
  await expect(found('taken-back', '1.0.0')).rejects.toThrow(refusal('WITHDRAWN'))
  await expect(found('taken-back', 'latest')).rejects.toThrow(refusal('DATA_NOT_FOUND'))
  expect(await findVersion(registry.hub, ann, at('taken-back'))).toMatchObject({
    state: 'quarantined',
    state_reason: 'because',
  })
  const document = JSON.parse(await readSkillDocument(registry.hub, bob, at('taken-back')))
  expect(document).not.toHaveProperty('description')
  await change(reviewer, 'taken-back', '1.0.0', 'release')
  expect(await found('taken-back', 'latest')).toMatchObject({ state: 'published' })
})

test('what waits for review is not there for others, and is logged when it is released', async () => {
  const outcome = await registry.publish(ann, { name: 'held-words', files: HELD_FILES })
  expect(outcome).toMatchObject({ state: 'pending', reasons: [expect.any(String), expect.stringContaining('scan/')] })
  await expect(found('held-words', '1.0.0')).rejects.toThrow('There is no skill @ann/held-words')
  const { items } = await listVersions(registry.hub, ann, at('held-words'))
  expect(items).toMatchObject([{ state: 'pending', log_index: null }])
  await change(reviewer, 'held-words', '1.0.0', 'release')
  expect(await found('held-words', 'latest')).toMatchObject({ state: 'published', log_index: expect.any(Number) })
})

test('only owners yank, only reviewers quarantine and release', async () => {
  await registry.publish(ann, { name: 'who-may' })
  const denied = refusal('PERMISSION_DENIED')
  await expect(change(bob, 'who-may', '1.0.0', 'yank')).rejects.toThrow(denied)
  await expect(change(reviewer, 'who-may', '1.0.0', 'yank')).rejects.toThrow(denied)
  for (const what of ['quarantine', 'release'] as const)
    await expect(change(ann, 'who-may', '1.0.0', what)).rejects.toThrow(denied)
  await expect(deprecate(registry.hub, bob, at('who-may'), 'mine now')).rejects.toThrow(denied)
})

test('what was yanked before it was quarantined is yanked again when it is released', async () => {
  await registry.publish(ann, { name: 'stays-yanked' })
  const yanked = { state: 'yanked', state_reason: 'leaks' }
  const release = () => change(reviewer, 'stays-yanked', '1.0.0', 'release')
  await changeState(registry.hub, ann, at('stays-yanked'), 'yank', 'leaks')
  await change(reviewer, 'stays-yanked', '1.0.0', 'quarantine')
  expect(await release()).toMatchObject({ state: 'yanked' })
  expect(await release()).toMatchObject({ state: 'yanked' })
  expect(await found('stays-yanked', '1.0.0')).toMatchObject(yanked)
  await expect(found('stays-yanked', 'latest')).rejects.toThrow(refusal('DATA_NOT_FOUND'))
  await change(ann, 'stays-yanked', '1.0.0', 'unyank')
  await change(reviewer, 'stays-yanked', '1.0.0', 'quarantine')
  expect(await release()).toMatchObject({ state: 'published' })
  expect(await logged('@ann/stays-yanked')).toEqual([
    'publish',
    'yank',
    'quarantine',
    'release',
    'yank',
    'unyank',
    'quarantine',
    'release',
  ])
})

test('a version that is in another state is left as it is', async () => {
  await registry.publish(ann, { name: 'wrong-state' })
  await change(reviewer, 'wrong-state', '1.0.0', 'quarantine')
  await expect(change(ann, 'wrong-state', '1.0.0', 'unyank')).rejects.toThrow(refusal('CONFLICT'))
  await expect(change(ann, 'wrong-state', '1.0.0', 'yank')).rejects.toThrow(refusal('CONFLICT'))
  await expect(change(ann, 'wrong-state', '9.9.9', 'yank')).rejects.toThrow(refusal('DATA_NOT_FOUND'))
  await expect(change(ann, 'not-there', '1.0.0', 'yank')).rejects.toThrow(refusal('DATA_NOT_FOUND'))
})

test('a change that is asked for again is answered as the first time, and written once', async () => {
  await registry.publish(ann, { name: 'asked-twice' })
  const written = async () => (await registry.hub.db.selectFrom('audit').select('id').execute()).length
  for (const [who, what] of [
    [ann, 'yank'],
    [ann, 'unyank'],
    [reviewer, 'quarantine'],
    [reviewer, 'release'],
  ] as const) {
    const first = await change(who, 'asked-twice', '1.0.0', what)
    const before = await written()
    expect(await change(who, 'asked-twice', '1.0.0', what)).toEqual(first)
    expect(await written()).toBe(before)
  }
})

test('a deprecated skill says what to use instead, and can still be installed', async () => {
  await registry.publish(ann, { name: 'old-words' })
  await deprecate(registry.hub, ann, { scope: 'ann', name: 'old-words' }, 'Use new-words.')
  await deprecate(registry.hub, ann, at('old-words'), 'Has a fault; use 1.0.1.')
  const document = JSON.parse(await readSkillDocument(registry.hub, bob, at('old-words')))
  expect(document).toMatchObject({
    deprecated: 'Use new-words.',
    latest_version: { deprecated: 'Has a fault; use 1.0.1.' },
  })
  expect(await found('old-words', '^1')).toMatchObject({ deprecated: 'Has a fault; use 1.0.1.' })
  await deprecate(registry.hub, ann, { scope: 'ann', name: 'old-words' }, null)
  expect(JSON.parse(await readSkillDocument(registry.hub, bob, at('old-words')))).toMatchObject({ deprecated: null })
})

test('every decision is in the audit log, and every change of what is served in the publish log', async () => {
  await registry.publish(ann, { name: 'on-record' })
  await change(ann, 'on-record', '1.0.0', 'yank')
  await change(ann, 'on-record', '1.0.0', 'unyank')
  const audit = await registry.hub.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', '@ann/on-record@1.0.0')
    .execute()
  expect(audit.map(({ actor, action }) => [actor, action])).toEqual([
    ['ann', 'version.publish'],
    ['ann', 'version.yank'],
    ['ann', 'version.unyank'],
  ])
  expect(await logged('@ann/on-record')).toEqual(['publish', 'yank', 'unyank'])
})

/** What the publish log says of a skill. */
async function logged(name: string): Promise<string[]> {
  const log = await registry.hub.db.selectFrom('log_entries').select('entry').orderBy('log_index').execute()
  const entries = log.map(({ entry }) => JSON.parse(entry) as { skill: string; type: string })
  return entries.filter(({ skill }) => skill === name).map(({ type }) => type)
}
