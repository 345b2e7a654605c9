import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isUniqueViolation } from '@skillwright/store'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testPostgres } from './fixtures/test-postgres.ts'
import { type Database, openDatabase } from './open-database.ts'
import { registryWrite } from './registry-write.ts'

const dir = mkdtempSync(join(tmpdir(), 'hub-db-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const postgres = await testPostgres()

let files = 0
const ENGINES = [
  { kind: 'sqlite', available: true, fresh: async () => join(dir, `hub-${++files}.sqlite`) },
  { kind: 'postgres', available: postgres.available, fresh: () => postgres.freshDatabase() },
] as const

for (const { kind, available, fresh } of ENGINES)
  describe.skipIf(!available)(`a ${kind} database`, () => {
    test('is made once and opened again', async () => {
      const where = await fresh()
      for (const round of [1, 2]) {
        await using database = await openDatabase(where)
        expect(database.kind).toBe(kind)
        const head = await database.db.selectFrom('registry_head').selectAll().execute()
        expect(head, `round ${round}`).toEqual([{ id: 1, log_size: 0 }])
      }
    })

    test('is made by one of many nodes that start at once', async () => {
      const where = await fresh()
      const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(where)))
      for (const node of nodes) {
        expect(await node.db.selectFrom('registry_head').selectAll().execute()).toHaveLength(1)
        await node[Symbol.asyncDispose]()
      }
    })

    test('is made by one of three processes that start at once', async () => {
      const where = await fresh()
      const processes = await Promise.all(Array.from({ length: 3 }, () => openInProcess(where)))
      expect(processes.map(({ stdout }) => stdout)).toEqual(['1', '1', '1'])
    })

    test('gives numbers for large integers, counts and sums', async () => {
      await using database = await openDatabase(await fresh())
      const { db } = database
      await db.insertInto('keys').values({ name: 'a', private_pem: '', created_at: 1_900_000_000_000 }).execute()
      const row = await db
        .selectFrom('keys')
        .select((eb) => ['created_at', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('created_at').as('sum')])
        .groupBy('created_at')
        .executeTakeFirst()
      expect({ ...row }).toEqual({ created_at: 1_900_000_000_000, count: 1, sum: 1_900_000_000_000 })
    })

    test('says when a row is refused because of its key, and goes on', async () => {
      await using database = await openDatabase(await fresh())
      await insertKey(database, 'a')
      const refused = await insertKey(database, 'a').catch((error: unknown) => error)
      expect(isUniqueViolation(refused)).toBe(true)
      expect(isUniqueViolation(new Error('other'))).toBe(false)
      await insertKey(database, 'b')
    })

    test('keeps nothing of a transaction that fails', async () => {
      await using database = await openDatabase(await fresh())
      const failed = registryWrite(database.db, async (transaction) => {
        await transaction.insertInto('keys').values({ name: 'a', private_pem: '', created_at: 0 }).execute()
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      expect(await database.db.selectFrom('keys').selectAll().execute()).toEqual([])
    })

    test('takes registry writes of several nodes one after the other', async () => {
      const where = await fresh()
      const nodes = await Promise.all([openDatabase(where), openDatabase(where), openDatabase(where)])
      const writes = Array.from({ length: 30 }, (_, i) => nodes[i % 3] ?? nodes[0]).map(({ db }) =>
        registryWrite(db, async (transaction) => {
          const head = await transaction.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
          // Another writer let in now would read the same number.
          await transaction.selectFrom('skills').selectAll().execute()
          await transaction
            .updateTable('registry_head')
            .set({ log_size: head.log_size + 1 })
            .execute()
        }),
      )
      await Promise.all(writes)
      const head = await nodes[0].db.selectFrom('registry_head').selectAll().execute()
      for (const node of nodes) await node[Symbol.asyncDispose]()
      expect(head).toEqual([{ id: 1, log_size: 30 }])
    })

    test('keeps a transaction apart from what runs beside it', async () => {
      await using database = await openDatabase(await fresh())
      const { db } = database
      const { promise: seen, resolve: look } = Promise.withResolvers<void>()
      const writing = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('keys').values({ name: 'a', private_pem: '', created_at: 0 }).execute()
        look()
        throw new Error('undone')
      })
      await seen
      const beside = db.insertInto('keys').values({ name: 'b', private_pem: '', created_at: 0 }).execute()
      await expect(writing).rejects.toThrow('undone')
      await beside
      expect((await db.selectFrom('keys').select('name').execute()).map(({ name }) => name)).toEqual(['b'])
    })

    test('refuses a reference to nothing', async () => {
      await using database = await openDatabase(await fresh())
      const orphan = database.db.insertInto('grants').values({ skill_id: 'no', person_id: 'no' }).execute()
      await expect(orphan).rejects.toThrow(/foreign key/i)
    })
  })

test('a sqlite database keeps what it acknowledged when the machine stops', async () => {
  await using database = await openDatabase(join(dir, 'durable.sqlite'))
  const mode = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.db)
  expect(mode.rows.map(({ synchronous }) => synchronous)).toEqual([2])
})

test('a database that cannot be opened says so', async () => {
  await expect(openDatabase(join(import.meta.filename, 'hub.sqlite'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  const text = join(dir, 'text.sqlite')
  writeFileSync(text, 'This is not a database, and long enough to be seen as something else.'.repeat(20))
  await expect(openDatabase(text)).rejects.toMatchObject({ message: expect.stringContaining('not a database') })
  await expect(openDatabase('postgres://nobody@127.0.0.1:9/none')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

async function insertKey({ db }: Database, name: string): Promise<void> {
  await db.insertInto('keys').values({ name, private_pem: '', created_at: 0 }).execute()
}

function openInProcess(where: string): Promise<{ stdout: string }> {
  const script = `
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('./open-database.ts'))}
    await using database = await openDatabase(${JSON.stringify(where)})
    const head = await database.db.selectFrom('registry_head').selectAll().execute()
    process.stdout.write(String(head.length))`
  const flags = ['--conditions=@skillwright/source', '--input-type=module', '--eval', script]
  return promisify(execFile)(process.execPath, flags, { timeout: 600_000 })
}
