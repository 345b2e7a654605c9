import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

const dir = mkdtempSync(join(tmpdir(), 'hub-db-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a database is made once and opened again', async () => {
  const file = join(dir, 'hub.sqlite')
  for (const round of [1, 2]) {
    await using database = await openDatabase(file)
    expect(database.kind).toBe('sqlite')
    const head = await database.db.selectFrom('registry_head').selectAll().execute()
    expect(head, `round ${round}`).toEqual([{ id: 1, log_size: 0 }])
  }
})
