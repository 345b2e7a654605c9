import { expect, test } from 'vitest'
import { logEveryChange } from '../store/migrations/0002-log-every-change.ts'
import { catchUpLog } from './catch-up-log.ts'
import { changeState } from './change-state.ts'
import { openTestRegistry } from './fixtures/test-registry.ts'

test('a hub of an older release tells its log what it left out', async () => {
  await using registry = await openTestRegistry()
  const { db } = registry.hub
  const ann = await registry.person('ann')
  for (const name of ['left-alone', 'taken-back', 'gone-private']) await registry.publish(ann, { name })
  await changeState(registry.hub, ann, { scope: 'ann', name: 'left-alone', version: '1.0.0' }, 'yank', 'a fault')
  // What such a hub left behind: the tables without the columns, and changes that it did not log.
  for (const [table, columns] of [
    ['skills', ['logged_access', 'logged_deprecated']],
    ['versions', ['logged_state', 'logged_deprecated']],
  ] as const)
    for (const column of columns) await db.schema.alterTable(table).dropColumn(column).execute()
  const quarantined = db.selectFrom('skills').select('id').where('name', '=', 'taken-back')
  await db.updateTable('versions').set({ state: 'quarantined' }).where('skill_id', 'in', quarantined).execute()
  await db.updateTable('skills').set({ access: 'private' }).where('name', '=', 'gone-private').execute()

  await logEveryChange.up(db)
  const size = async () => (await db.selectFrom('log_entries').select('entry').orderBy('log_index').execute()).length
  const before = await size()
  await catchUpLog(registry.hub)
  const added = (await db.selectFrom('log_entries').select('entry').orderBy('log_index').execute()).slice(before)
  const said = added.map(({ entry }) => JSON.parse(entry)).map(({ type, skill }) => `${type} ${skill}`)
  expect(said.sort()).toEqual(['access @ann/gone-private', 'quarantine @ann/taken-back'])
  await catchUpLog(registry.hub)
  expect(await size()).toBe(before + 2)
})
