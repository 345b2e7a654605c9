import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownPostgres } from './fixtures/test-postgres.ts'
import { openStore } from './index.ts'

const postgres = await ownPostgres()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stamp-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const ENGINES = [
  ['sqlite', true, async () => join(await mkdtemp(join(dir, 'db-')), 'stamp.sqlite')],
  ['postgres', postgres.available, () => postgres.freshDatabase()],
] as const

const WAYS = ['own', 'other'] as const

describe.each(ENGINES)('over %s', (_kind, available, fresh) => {
  test.skipIf(!available).each(WAYS)(
    'a change of its %s connection is seen, its own at once and that of another by the next turn',
    async (whose) => {
      const where = await fresh()
      await using own = await openStore(where)
      await using other = await openStore(where)
      const changing = whose === 'own' ? own : other
      await sql`create table t (a integer)`.execute(own.db)
      for (const change of [sql`insert into t values (1), (2)`, sql`update t set a = 3`, sql`delete from t`]) {
        const before = await own.stamp()
        expect(await own.stamp()).toBe(before)
        await change.execute(changing.db)
        if (whose === 'other') await nextTurn()
        expect(await own.stamp()).not.toBe(before)
      }
    },
  )

  test.skipIf(!available)('what is asked for while another question is under way is asked after it', async () => {
    const where = await fresh()
    await using own = await openStore(where)
    await using other = await openStore(where)
    await sql`create table t (a integer)`.execute(own.db)
    const before = own.stamp()
    await sql`insert into t values (1)`.execute(other.db)
    const [first, ...after] = await Promise.all([before, own.stamp(), own.stamp()])
    expect(after[0]).toBe(after[1])
    expect(typeof first).toBe('string')
    // The rows were there before the later two were asked.
    expect(await own.stamp()).toBe(after[0])
  })

  test.skipIf(!available)('what follows a change that was undone is seen, too', async () => {
    const where = await fresh()
    await using own = await openStore(where)
    await sql`create table t (a integer)`.execute(own.db)
    const undone = own.db.transaction().execute(async (transaction) => {
      await sql`insert into t values (1)`.execute(transaction)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const after = await own.stamp()
    await sql`insert into t values (1)`.execute(own.db)
    expect(await own.stamp()).not.toBe(after)
  })

  test.skipIf(!available).each(WAYS)(
    'a change of a quiet table by its %s connection leaves the stamp as it is, and one of another table beside it does not',
    async (whose) => {
      const where = await fresh()
      await using own = await openStore(where)
      await sql`create table loud (a integer)`.execute(own.db)
      await sql`create table still (a integer)`.execute(own.db)
      await using other = await openStore(where)
      for (const store of [own, other]) await store.setQuiet(['still'])
      const changing = whose === 'own' ? own : other
      const before = await own.stamp()
      await changing.db.transaction().execute(async (transaction) => {
        await sql`insert into still values (1), (2)`.execute(transaction)
        await sql`update still set a = 3`.execute(transaction)
      })
      await sql`delete from still`.execute(changing.db)
      await nextTurn()
      // What another process does to a SQLite file is seen, but not to which table.
      if (whose === 'own' || own.kind === 'postgres') expect(await own.stamp()).toBe(before)
      const last = await own.stamp()
      await changing.db.transaction().execute(async (transaction) => {
        await sql`insert into still values (4)`.execute(transaction)
        await sql`insert into loud values (4)`.execute(transaction)
      })
      await nextTurn()
      expect(await own.stamp()).not.toBe(last)
    },
  )

  test.skipIf(!available)('a stamp that was taken before a change is committed is another afterwards', async () => {
    await using own = await openStore(await fresh())
    await sql`create table loud (a integer)`.execute(own.db)
    await own.setQuiet(['still'])
    let during = ''
    await own.db.transaction().execute(async (transaction) => {
      await sql`insert into loud values (1)`.execute(transaction)
      during = await own.stamp()
    })
    expect(await own.stamp()).not.toBe(during)
  })
})
