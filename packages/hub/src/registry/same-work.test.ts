import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HubContext } from '../hub-context.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { findSkill } from './find-skill.ts'
import { findVersion } from './find-version.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { grantAccess } from './grant-access.ts'
import { readSkillDocument } from './read-skill.ts'
import { resolveName } from './resolve-name.ts'

let registry: TestRegistry
let ann: Principal
let bob: Principal

beforeAll(async () => {
  registry = await openTestRegistry()
  ann = await registry.person('ann')
  bob = await registry.person('bob')
  await registry.publish(ann, { name: 'secret-words', access: 'private' })
  await registry.publish(ann, { name: 'shared-words', access: 'private' })
  await registry.publish(bob, { name: 'bobs-words', access: 'private' })
  // A user who knows other private skills, and was given access to one.
  await grantAccess(registry.hub, ann, { scope: 'ann', name: 'shared-words' }, 'bob')
})
afterAll(() => registry[Symbol.asyncDispose]())

const LOOKUPS: readonly [string, (hub: HubContext, who: Principal, name: string) => Promise<unknown>][] = [
  ['the skill', (hub, who, name) => readSkillDocument(hub, who, { scope: 'ann', name })],
  ['its row', (hub, who, name) => findSkill(hub, who, { scope: 'ann', name })],
  ['a version', (hub, who, name) => findVersion(hub, who, { scope: 'ann', name, version: '1.0.0' })],
  ['the latest version', (hub, who, name) => findVersion(hub, who, { scope: 'ann', name, version: 'latest' })],
  ['a range', (hub, who, name) => findVersion(hub, who, { scope: 'ann', name, version: '^1' })],
  ['the bare name', (hub, who, name) => resolveName(hub, who, name)],
]

test.each(LOOKUPS)('looking for %s of a private skill never reaches it, as if it were absent', async (_what, look) => {
  for (const who of [ANONYMOUS, bob]) {
    const [hidden, absent] = [await observe(look, who, 'secret-words'), await observe(look, who, 'missing-words')]
    expect(hidden).toEqual(absent)
    // A plan that begins with skills finds them by an index without private ones; the others begin with what the caller has to do with.
    const outermost = hidden.plans.flatMap(([first = '']) => (/^\w+ skills\b/.test(first) ? [first] : []))
    expect(outermost.length).toBeGreaterThan(0)
    for (const step of outermost) expect(step).toMatch(/USING INDEX skills_open/)
  }
})

test('who may see it still does', async () => {
  const shared = { scope: 'ann', name: 'shared-words' }
  expect(await findSkill(registry.hub, bob, shared)).toMatchObject({ name: 'shared-words', isInsider: false })
  expect(await findSkill(registry.hub, ann, shared)).toMatchObject({ isInsider: true })
  expect(await resolveName(registry.hub, bob, 'shared-words')).toMatchObject({ scope: 'ann' })
  expect(await resolveName(registry.hub, bob, 'bobs-words')).toMatchObject({ scope: 'bob' })
})

/** The queries that a look takes, with how the database goes about each, and how many rows come of them. */
async function observe(look: (typeof LOOKUPS)[number][1], who: Principal, name: string) {
  const { db } = registry.hub
  const queries: CompiledQuery[] = []
  let rows = 0
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    async transformResult({ result }) {
      rows += result.rows.length
      return result
    },
  })
  await look({ ...registry.hub, db: watched }, who, name).catch(() => undefined)
  const plans: string[][] = []
  for (const query of queries) {
    const { rows: steps } = await db.executeQuery<{ detail: string }>({
      ...query,
      sql: `explain query plan ${query.sql}`,
    })
    plans.push(steps.map(({ detail }) => detail))
  }
  return { texts: queries.map((query) => query.sql), plans, rows }
}
