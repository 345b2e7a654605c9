import { join } from 'node:path'
import { NodeSqliteDialect, openSqlite } from '@skillwright/store'
import { type CompiledQuery, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { HubContext } from '../hub-context.ts'
import type { Tables } from '../store/tables.ts'
import { findSkill } from './find-skill.ts'
import { findVersion } from './find-version.ts'
import { makePackage } from './fixtures/make-package.ts'
import { openTestRegistry } from './fixtures/test-registry.ts'
import { publishSkill } from './publish-skill.ts'
import { resolveName } from './resolve-name.ts'

test('publishing and reading look rows up and never go through a table, so that they cost the same however many skills there are', async () => {
  await using registry = await openTestRegistry()
  const ann = await registry.person('ann')
  await registry.publish(ann, { name: 'before-words' })
  const queries: CompiledQuery[] = []
  const database = await openSqlite(join(registry.hub.config.dir, 'hub.sqlite'))
  await using db = new Kysely<Tables>({
    dialect: new NodeSqliteDialect(database, { writes: 0, quiet: new Set() }),
    log: ({ query }) => void queries.push(query),
  })
  const hub: HubContext = { ...registry.hub, db, config: { ...registry.hub.config, verify: 'auto' } }
  for (const version of ['1.0.0', '1.0.1']) {
    const { archive } = await makePackage({ name: 'counted-words', version })
    await publishSkill(hub, ann, { scope: 'ann', name: 'counted-words', version, archive })
  }
  const place = { scope: 'ann', name: 'counted-words', version: '1.0.1' }
  await findSkill(hub, ann, place)
  await findVersion(hub, ann, place)
  await resolveName(hub, ann, 'counted-words')
  const statements = new Map(
    queries.filter(({ sql }) => /^(?:select|update|delete)/.test(sql)).map((query) => [query.sql, query]),
  )
  expect(statements.size).toBeGreaterThan(15)
  for (const query of statements.values()) {
    const plan = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
    // Nearly all versions are in one state: to go through those of a state is to go through the table.
    const scanned = plan.rows
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!registry_head|CONSTANT)|\((?:state|access)=\?\)$/.test(detail))
    expect(scanned, query.sql).toEqual([])
  }
})
