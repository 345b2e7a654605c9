import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HubContext } from '../hub-context.ts'
import { ANONYMOUS } from '../principal.ts'
import { openTestRegistry } from '../registry/fixtures/test-registry.ts'
import { openTestHub, startTestHub } from '../server/fixtures/test-hub.ts'
import { openSearchIndex } from './search-index.ts'
import { searchSkills } from './search-skills.ts'

test('a hub prepares its search when it starts, and says when it is ready', async () => {
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const logTo = { write: (line: string) => line.includes('search is ready') && resolve(line) }
  await using _hub = await startTestHub({ logLevel: 'info', logTo })
  expect(await ready).toContain('0 skills')
})

test('what was there, and what changes while it is taken in, is found; others have their turn meanwhile', async () => {
  await using registry = await openTestRegistry()
  const ann = await registry.person('ann')
  await registry.publish(ann, { name: 'news-digest', description: 'Summarises the news of a day. Use for news.' })
  await copySkill(registry.hub, 'news-digest', 400)
  let turns = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      turns++
      await nextTurn()
    }
  })()
  const preparing = openSearchIndex(registry.hub)
  const late = registry.publish(ann, { name: 'zebra-facts', description: 'Tells of zebras. Use for zebras.' })
  const { open } = await preparing
  isDone = true
  await counting
  expect(turns).toBeGreaterThan(400 / 50)
  expect(open.skills.size).toBeGreaterThanOrEqual(401)
  await late
  const found = await searchSkills(registry.hub, ANONYMOUS, { query: 'zebras' })
  expect(found.items.map(({ name }) => name)).toEqual(['@ann/zebra-facts'])
  expect((await searchSkills(registry.hub, ANONYMOUS, { query: 'news', limit: 45 })).items).toHaveLength(45)
})

test('how often a skill changed before makes no difference', async () => {
  await using opened = await openTestHub()
  const { hub } = opened
  const rows = Array.from({ length: 2_000 }, () => ({ skill_id: 'gone' }))
  await hub.db.insertInto('changes').values(rows).execute()
  const asked: string[] = []
  const db = hub.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await openSearchIndex({ ...hub, db })
  expect(asked).toHaveLength(3)
})

/** Puts the same skill there again under other names, as a large hub has many. */
async function copySkill({ db }: HubContext, name: string, count: number): Promise<void> {
  const skill = await db.selectFrom('skills').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_, i) => ({ ...skill, id: `copy-${i}`, name: `${name}-${i}` }))
  for (let from = 0; from < count; from += 100)
    await db
      .insertInto('skills')
      .values(copies.slice(from, from + 100))
      .execute()
}
