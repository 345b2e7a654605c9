import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../principal.ts'
import { changeState } from '../registry/change-state.ts'
import { openTestRegistry, type TestRegistry } from '../registry/fixtures/test-registry.ts'
import { publishCollection } from './publish-collection.ts'
import { listCollections, readCollection } from './read-collection.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  for (const [name, version] of [
    ['web-search', '1.0.0'],
    ['web-search', '1.1.0'],
    ['web-search', '2.0.0'],
    ['pdf-reader', '1.0.0'],
  ] as const)
    await registry.publish(ann, { name, version })
  await registry.publish(ann, { name: 'secret-tool', access: 'private' })
})
afterAll(() => registry[Symbol.asyncDispose]())

const RESEARCH = {
  description: 'Everything for research.',
  skills: [
    { name: '@ann/web-search', range: '^1' },
    { name: 'ann/pdf-reader', range: '>=1.0.0,<2.0.0' },
  ],
}
const publish = (version: string, manifest = RESEARCH, who = ann) =>
  publishCollection(registry.hub, who, { scope: 'ann', name: 'research-suite', version, manifest })

test('a collection is published once, and resolves its ranges to what is there now', async () => {
  const first = await publish('1.0.0')
  const { digest } = first
  expect(first.isNew).toBe(true)
  expect(await publish('1.0.0')).toEqual({ ...first, isNew: false })
  await expect(publish('1.0.0', { ...RESEARCH, description: 'Another.' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const place = { scope: 'ann', name: 'research-suite', version: 'latest' }
  const found = await readCollection(registry.hub, bob, place)
  expect(found).toMatchObject({ version: '1.0.0', digest, log_index: expect.any(Number) })
  expect(found.skills.map(({ name, version }) => [name, version])).toEqual([
    ['@ann/pdf-reader', '1.0.0'],
    ['@ann/web-search', '1.1.0'],
  ])
  await changeState(registry.hub, ann, { scope: 'ann', name: 'web-search', version: '1.1.0' }, 'yank', 'broken')
  const later = await readCollection(registry.hub, bob, place)
  expect(later.skills.find(({ name }) => name === '@ann/web-search')?.version).toBe('1.0.0')
})

test('versions are chosen as those of skills are', async () => {
  await publish('1.1.0')
  await publish('2.0.0')
  const read = (version: string) => readCollection(registry.hub, bob, { scope: 'ann', name: 'research-suite', version })
  expect((await read('^1')).version).toBe('1.1.0')
  expect((await read('latest')).version).toBe('2.0.0')
  await expect(read('^9')).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
})

test.for([
  ['a skill that is not there', [{ name: '@ann/nothing', range: '*' }], 'DATA_NOT_FOUND'],
  ['a private skill, as if it were not there', [{ name: '@ann/secret-tool', range: '*' }], 'DATA_NOT_FOUND'],
  ['a range no version has', [{ name: '@ann/pdf-reader', range: '^7' }], 'DATA_NOT_FOUND'],
  ['a name without a scope', [{ name: 'pdf-reader', range: '*' }], 'INVALID_INPUT'],
  [
    'a skill twice',
    [
      { name: '@ann/pdf-reader', range: '*' },
      { name: 'ann/pdf-reader', range: '^1' },
    ],
    'INVALID_INPUT',
  ],
] as const)('%s is refused', async ([, skills, code]) => {
  await expect(publish('3.0.0', { description: 'x', skills: [...skills] })).rejects.toMatchObject({ code })
})

test('a collection cannot be published in the scope of another owner', async () => {
  await expect(publish('4.0.0', RESEARCH, bob)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('collections are listed a page at a time', async () => {
  await publishCollection(registry.hub, bob, { scope: 'bob', name: 'toolkit', version: '1.0.0', manifest: RESEARCH })
  const first = await listCollections(registry.hub, { limit: 1 })
  const second = await listCollections(registry.hub, { limit: 1, cursor: first.next_cursor ?? '' })
  expect([first, second].map((page) => page.items[0]?.name)).toEqual(['@ann/research-suite', '@bob/toolkit'])
  expect(second.next_cursor).toBeUndefined()
})

test('a list says of each collection what its newest version is for and how many skills it has', async () => {
  await publish('10.0.0', { description: 'Read one thing.', skills: [{ name: '@ann/pdf-reader', range: '*' }] })
  const { items } = await listCollections(registry.hub)
  expect(items).toMatchObject([
    { name: '@ann/research-suite', version: '10.0.0', description: 'Read one thing.', skills: 1 },
    { name: '@bob/toolkit', version: '1.0.0', description: RESEARCH.description, skills: 2 },
  ])
})

test('a pre-release is the latest version only while there is no release', async () => {
  const publishTrial = (version: string) =>
    publishCollection(registry.hub, bob, { scope: 'bob', name: 'trial-kit', version, manifest: RESEARCH })
  const latest = async () => {
    const { version } = await readCollection(registry.hub, bob, { scope: 'bob', name: 'trial-kit', version: 'latest' })
    const { items } = await listCollections(registry.hub, { limit: 100 })
    return [version, items.find(({ collection }) => collection === 'trial-kit')?.version]
  }
  await publishTrial('1.0.0-rc.1')
  expect(await latest()).toEqual(['1.0.0-rc.1', '1.0.0-rc.1'])
  await publishTrial('1.0.0')
  await publishTrial('2.0.0-beta.1')
  expect(await latest()).toEqual(['1.0.0', '1.0.0'])
})
