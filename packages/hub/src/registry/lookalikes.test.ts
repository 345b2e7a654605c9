import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { changeState } from './change-state.ts'
import { findLookalike } from './check-lookalikes.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { refreshDocument } from './refresh-document.ts'
import { resolveName } from './resolve-name.ts'
import { setAccess } from './set-access.ts'

let registry: TestRegistry
let ann: Principal
let mallory: Principal
let admin: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  mallory = await registry.person('mallory')
  admin = await registry.person('chief', 'admin')
  await registry.publish(admin, { name: 'core-research' })
  await makeOfficial('chief')
  await registry.publish(ann, { name: 'web-scraper' })
  await registry.publish(ann, { name: 'little-known' })
  await registry.hub.db.updateTable('skills').set({ downloads: 500 }).where('name', '=', 'web-scraper').execute()
})
afterAll(() => registry[Symbol.asyncDispose]())

const mistaken = async (name: string) => {
  const { id } = mallory.person ?? { id: '' }
  return (await findLookalike(registry.hub.db, { name, ownerId: id }))?.verdict
}

test.each([
  ['core-research', 'refuse'],
  ['c0re-research', 'refuse'],
  ['coreresearch', 'refuse'],
  ['core-resear-ch', 'refuse'],
  ['core-reseerch', 'hold'],
  ['core-researchs', 'hold'],
  ['web-scraper', 'hold'],
  ['webscraper', 'hold'],
  ['web-scrapers', 'hold'],
  ['vveb-scraper', 'hold'],
  ['web-scarper', 'hold'],
  ['web-scraper-pro', undefined],
  ['little-known', undefined],
  ['llttle-known', 'hold'],
  ['little-knowns', undefined],
  ['something-else', undefined],
])('another publisher of %s gets: %s', async (name, verdict) => {
  expect(await mistaken(name)).toBe(verdict)
})

test('a name that is held is reported, stays held in every version, and is free once a reviewer released it', async () => {
  const first = await registry.publish(mallory, { name: 'web-scrapers' })
  expect(first).toMatchObject({ state: 'pending', reasons: ['The name looks like @ann/web-scraper.'] })
  expect(await registry.publish(mallory, { name: 'web-scrapers', version: '1.0.1' })).toMatchObject({
    state: 'pending',
  })
  await changeState(
    registry.hub,
    admin,
    { scope: 'mallory', name: 'web-scrapers', version: '1.0.0' },
    'release',
    'fine',
  )
  expect(await registry.publish(mallory, { name: 'web-scrapers', version: '1.0.2' })).toMatchObject({
    state: 'published',
  })
})

test('a name that imitates an official one is refused, also in a dry run', async () => {
  for (const dryRun of [true, false])
    await expect(registry.publish(mallory, { name: 'c0re-research', dryRun })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { lookalike: '@chief/core-research' },
    })
})

test('its owner may publish names that look alike', async () => {
  expect(await registry.publish(ann, { name: 'web-scraper2' })).toMatchObject({ state: 'published' })
})

test('a private name is no imitation until it is opened', async () => {
  const place = { scope: 'mallory', name: 'coreresearch' }
  expect(await registry.publish(mallory, { ...place, access: 'private' })).toMatchObject({ state: 'published' })
  await expect(setAccess(registry.hub, mallory, place, 'public')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a private name is not disclosed to a publisher of one like it', async () => {
  await registry.publish(ann, { name: 'secret-project', access: 'private' })
  await registry.hub.db.updateTable('skills').set({ downloads: 500 }).where('name', '=', 'secret-project').execute()
  expect(await registry.publish(mallory, { name: 'secret-project' })).toMatchObject({ state: 'published' })
})

test('short forms mean what they say', async () => {
  const resolve = (text: string, principal = mallory) => resolveName(registry.hub, principal, text)
  expect(await resolve('official/core-research@1.2.0')).toEqual({
    scope: 'chief',
    name: 'core-research',
    range: '1.2.0',
  })
  expect(await resolve('core-research')).toEqual({ scope: 'chief', name: 'core-research', range: 'latest' })
  expect(await resolve('web-scraper@^1')).toEqual({ scope: 'ann', name: 'web-scraper', range: '^1' })
  expect(await resolve('community/web-scraper')).toMatchObject({ scope: 'ann' })
  expect(await resolve('ann/nothing-there')).toMatchObject({ scope: 'ann', name: 'nothing-there' })
  for (const absent of ['verified/web-scraper', 'nothing-there', 'official/web-scraper'])
    await expect(resolve(absent), absent).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
})

test('a name that several scopes have belongs to none, unless one of them is trusted more', async () => {
  await registry.publish(mallory, { name: 'little-known' })
  const resolve = () => resolveName(registry.hub, mallory, 'little-known')
  await expect(resolve()).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { candidates: ['@ann/little-known', '@mallory/little-known'] },
  })
  await makeOfficial('ann')
  expect(await resolve()).toMatchObject({ scope: 'ann' })
})

test('a private skill of others is no candidate, and a scope called official comes before the tier', async () => {
  await registry.publish(ann, { name: 'two-of-them', access: 'private' })
  await registry.publish(mallory, { name: 'two-of-them' })
  expect(await resolveName(registry.hub, mallory, 'two-of-them')).toMatchObject({ scope: 'mallory' })
  await registry.person('official')
  expect(await resolveName(registry.hub, mallory, 'official/core-research')).toMatchObject({ scope: 'official' })
  expect(await resolveName(registry.hub, mallory, '@official/core-research')).toMatchObject({ scope: 'official' })
})

/** As an administrator does. */
async function makeOfficial(scope: string): Promise<void> {
  const { db } = registry.hub
  await db.updateTable('scopes').set({ official: 1 }).where('name', '=', scope).execute()
  const skills = await db.selectFrom('skills').select('id').where('scope', '=', scope).execute()
  for (const { id } of skills) await db.transaction().execute((transaction) => refreshDocument(transaction, id))
}
