import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { changeState } from '../registry/change-state.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { listSkills } from '../registry/list-skills.ts'
import { setAccess } from '../registry/set-access.ts'
import { searchSkills } from './search-skills.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  const skills = {
    'news-digest': 'Summarises the news of a day from several feeds.',
    'unit-converter': 'Converts lengths and weights between units.',
    'log-triage': 'Finds the errors in a log file and groups them.',
  }
  for (const [name, description] of Object.entries(skills)) await registry.publish(ann, { name, description })
})
afterAll(() => registry[Symbol.asyncDispose]())

const names = async (query: string, who: Principal = ANONYMOUS, options = {}) =>
  (await searchSkills(registry.hub, who, { query, ...options })).items.map(({ skill }) => skill)

test('the right skill comes first, in English and Chinese, and says why', async () => {
  expect((await names('what happened in the news'))[0]).toBe('news-digest')
  expect((await names('总结今天的新闻'))[0]).toBe('news-digest')
  const { items } = await searchSkills(registry.hub, ANONYMOUS, { query: 'errors in my log' })
  expect(items[0]).toMatchObject({
    name: '@ann/log-triage',
    why: expect.arrayContaining([expect.objectContaining({ word: 'log' })]),
  })
})

test('an exact name comes first, and words that fit nothing find nothing', async () => {
  expect((await names('unit-converter'))[0]).toBe('unit-converter')
  expect(await names('zebra')).toEqual([])
})

test('filters hold, and pages follow each other', async () => {
  expect(await names('news log units', ANONYMOUS, { tag: 'nothing' })).toEqual([])
  expect(await names('news log units', ANONYMOUS, { license: 'mit', tier: 'community' })).toHaveLength(3)
  await registry.publish(ann, { name: 'net-reader', manifest: { permissions: { network: ['feeds.example.com'] } } })
  expect(await names('net reader')).toEqual(['net-reader'])
  expect(await names('net reader', ANONYMOUS, { without: 'network' })).toEqual([])
  expect(await names('net reader', ANONYMOUS, { without: 'write' })).toEqual(['net-reader'])
  const listed = await listSkills(registry.hub, ANONYMOUS, { without: 'network' })
  expect(listed.items.map(({ skill }) => skill)).not.toContain('net-reader')
  expect(listed.items).toHaveLength(3)
  await registry.publish(ann, { name: 'net-digest', manifest: { dependencies: { 'ann/net-reader': '^1' } } })
  const dependents = await listSkills(registry.hub, ANONYMOUS, { needs: '@ann/net-reader' })
  expect(dependents.items.map(({ skill, dependencies }) => [skill, dependencies])).toEqual([
    ['net-digest', { 'ann/net-reader': '^1' }],
  ])
  const first = await searchSkills(registry.hub, ANONYMOUS, { query: 'news log units', limit: 2 })
  const second = await searchSkills(registry.hub, ANONYMOUS, {
    query: 'news log units',
    limit: 2,
    cursor: first.next_cursor ?? '',
  })
  expect([...first.items, ...second.items].map(({ skill }) => skill).toSorted()).toEqual(
    ['log-triage', 'news-digest', 'unit-converter'].toSorted(),
  )
  expect(second.next_cursor).toBeUndefined()
})

test('what is yanked is no longer found, and what comes back is', async () => {
  const place = { scope: 'ann', name: 'log-triage', version: '1.0.0' }
  await changeState(registry.hub, ann, place, 'yank', 'wrong')
  expect(await names('log-triage')).not.toContain('log-triage')
  await changeState(registry.hub, ann, place, 'unyank', 'right again')
  expect(await names('log-triage')).toContain('log-triage')
})

test('a private skill changes nothing for a caller who may not see it: not what is found, not its order, not a score', async () => {
  const ask = async (who: Principal) =>
    JSON.stringify(
      (await searchSkills(registry.hub, who, { query: 'secret news' })).items.map(({ score, name }) => [name, score]),
    )
  const before = [await ask(ANONYMOUS), await ask(bob)]
  await registry.publish(ann, { name: 'secret-news', description: 'Summarises secret news.', access: 'private' })
  expect([await ask(ANONYMOUS), await ask(bob)]).toEqual(before)
  expect(await names('secret news', ann)).toContain('secret-news')
  await setAccess(registry.hub, ann, { scope: 'ann', name: 'secret-news' }, 'public')
  expect(await names('secret news', bob)).toContain('secret-news')
})
