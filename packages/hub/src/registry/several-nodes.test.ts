import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { fileReport } from '../review/reports.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { changeState } from './change-state.ts'
import { findSkill } from './find-skill.ts'
import { findVersion } from './find-version.ts'
import { openTestRegistry, type TestRegistry } from './fixtures/test-registry.ts'
import { grantAccess } from './grant-access.ts'
import { listSkills } from './list-skills.ts'
import { openPackage } from './open-package.ts'
import { listVersions } from './read-version.ts'
import { registryOf } from './registry-of.ts'
import { resolveName } from './resolve-name.ts'
import { setAccess } from './set-access.ts'

const postgres = await testPostgres()

test('two hubs on one SQLite file are one registry', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hub-nodes-'))
  await behaveAsOne({ dir })
  await rm(dir, { recursive: true, force: true })
})

test.skipIf(!postgres.available)('two hubs on one PostgreSQL are one registry', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hub-nodes-'))
  await behaveAsOne({ dir, databaseUrl: await postgres.freshDatabase() })
  await rm(dir, { recursive: true, force: true })
})

async function behaveAsOne(config: { dir: string; databaseUrl?: string }): Promise<void> {
  await using one = await openTestRegistry(config)
  await using two = await openTestRegistry(config)
  const ann = await one.person('ann')
  const bob = await one.person('bob')
  const reviewer = await one.person('rae', 'reviewer')
  await haveOneWinner([one, two], ann)

  await one.publish(ann, { name: 'many-versions' })
  for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1', '1.2.0'])
    await two.publish(ann, { name: 'many-versions', version })
  const place = { scope: 'ann', name: 'many-versions' }
  const { items } = await listVersions(one.hub, bob, place)
  expect(items.map(({ version }) => version)).toEqual(['2.0.0-rc.1', '1.10.0', '1.9.0', '1.2.0', '1.0.0'])
  expect(await findVersion(one.hub, bob, { ...place, version: 'latest' })).toMatchObject({ version: '1.10.0' })

  await changeState(two.hub, ann, { ...place, version: '1.10.0' }, 'yank', 'a fault')
  expect(await findVersion(one.hub, bob, { ...place, version: '^1' })).toMatchObject({ version: '1.9.0' })
  expect(await openPackage(one.hub, bob, { ...place, version: '1.10.0' })).toMatchObject({
    version: { state: 'yanked' },
  })
  await changeState(one.hub, reviewer, { ...place, version: '1.9.0' }, 'quarantine', 'malice')
  await expect(openPackage(two.hub, bob, { ...place, version: '1.9.0' })).rejects.toMatchObject({ code: 'WITHDRAWN' })

  const report = { place, kind: 'report', reason: 'It shouts.' } as const
  const filed = await Promise.all([one, two, one, two].map(({ hub }) => fileReport(hub, bob, report)))
  expect(new Set(filed.map(({ id }) => id)).size).toBe(1)

  await setAccess(one.hub, ann, place, 'private')
  await expect(findSkill(two.hub, ANONYMOUS, place)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  await grantAccess(two.hub, ann, place, 'bob')
  expect(await findSkill(one.hub, bob, place)).toMatchObject({ isInsider: false })
  const listed = await listSkills(two.hub, ANONYMOUS, { tag: 'text', sort: 'name' })
  expect(listed.items).toMatchObject([{ name: '@ann/one-winner' }])
  expect(await resolveName(two.hub, bob, 'many-versions')).toMatchObject({ scope: 'ann' })

  for (const { hub } of [one, two, two])
    await openPackage(hub, bob, { scope: 'ann', name: 'one-winner', version: '1.0.0' })
  await Promise.all([one, two].map(({ hub }) => registryOf(hub).downloads.flush()))
  expect(await findSkill(one.hub, bob, { scope: 'ann', name: 'one-winner' })).toMatchObject({ downloads: 3 })
}

async function haveOneWinner(nodes: readonly [TestRegistry, TestRegistry], ann: Principal): Promise<void> {
  const tries = Array.from({ length: 50 }, (_, i) =>
    nodes[i % 2 === 0 ? 0 : 1]
      .publish(ann, { name: 'one-winner', description: `Shouts in way ${i}. Use when way ${i} is wanted.` })
      .then(
        ({ digest }) => digest,
        ({ code }) => code,
      ),
  )
  const outcomes = await Promise.all(tries)
  const won = outcomes.filter((outcome) => outcome !== 'CONFLICT')
  const { items } = await listVersions(nodes[0].hub, ANONYMOUS, { scope: 'ann', name: 'one-winner' })
  expect(items.map(({ digest }) => digest)).toEqual(won)
  expect(won).toHaveLength(1)
}
