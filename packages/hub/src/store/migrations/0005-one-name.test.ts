import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestRegistry } from '../../registry/fixtures/test-registry.ts'
import { oneName } from './0005-one-name.ts'

test('what an older hub stored ready to send has the names of today', async () => {
  await using registry = await openTestRegistry()
  const { db } = registry.hub
  const ann = await registry.person('ann')
  await registry.publish(ann, { name: 'old-words' })
  const today = await db.selectFrom('skills').select('document').executeTakeFirstOrThrow()
  const { name, skill, ...rest } = JSON.parse(today.document ?? '{}') as Record<string, unknown>
  const old = JSON.stringify({ ...rest, name: skill, full_name: name })
  await sql`update skills set document = ${old}`.execute(db)
  await sql`update skill_facets set facet = 'licence:mit' where facet = 'license:mit'`.execute(db)
  const problem = { code: 'CONFLICT', message: 'is taken' }
  const cursor = (problems: readonly object[]) => JSON.stringify({ isBehind: false, problems })
  await sql`insert into mirrors (id, kind, url, scope, cursor) values
    ('one', 'hub', 'http://there', 'ann', ${cursor([{ skill: '@b/c', ...problem }])})`.execute(db)
  await oneName.up(db)
  const after = await db.selectFrom('skills').select('document').executeTakeFirstOrThrow()
  expect(JSON.parse(after.document ?? '')).toEqual(JSON.parse(today.document ?? ''))
  const facets = (await db.selectFrom('skill_facets').select('facet').execute()).map(({ facet }) => facet)
  expect(facets).toContain('license:mit')
  expect(facets).not.toContain('licence:mit')
  const mirror = await db.selectFrom('mirrors').select('cursor').executeTakeFirstOrThrow()
  expect(JSON.parse(mirror.cursor)).toEqual({ isBehind: false, problems: [{ subject: '@b/c', ...problem }] })
})
