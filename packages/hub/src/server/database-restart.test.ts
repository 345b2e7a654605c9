import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFailure } from '@skillwright/store'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { type SpawnedHub, spawnHub } from '../registry/fixtures/spawn-hub.ts'
import { ownPostgres } from '../store/fixtures/test-postgres.ts'
import { openDatabase } from '../store/open-database.ts'

const postgres = await ownPostgres()
const NODES = 2
const WRITES = 2

test.skipIf(!postgres.restart)('nodes whose connections are all in use outlive a restart of PostgreSQL', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hub-restart-'))
  const databaseUrl = await postgres.freshDatabase()
  await using nodes = new AsyncDisposableStack()
  nodes.defer(() => rm(dir, { recursive: true, force: true }))
  const hubs: SpawnedHub[] = []
  for (let i = 0; i < NODES; i++) hubs.push(nodes.use(await spawnHub({ dir, databaseUrl })))
  const packages = await Promise.all(hubs.flatMap((hub, i) => names(i).map((name) => packed(hub, name))))

  // While another holds the lock of the registry, every publish of every node stands inside its transaction.
  await using holder = await holdRegistry(databaseUrl)
  const writes = packages.map(publish)
  await holder.untilWaiting(NODES * WRITES)
  await postgres.restart?.stop()
  const answers = await Promise.all(writes)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '5'))
  for (const hub of hubs) {
    const read = await fetch(`${hub.url}/v1/skills/@ann/shout-0-0`)
    expect([read.status, await read.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }])
    expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
  }

  await postgres.restart?.start()
  for (const hub of hubs) expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
  for (const waiting of packages) expect((await publish(waiting)).status).toBe(201)
})

test.skipIf(!postgres.restart)(
  'a transaction that is between two queries fails as unavailable, and nothing else does',
  async () => {
    await using database = await openDatabase(await postgres.freshDatabase())
    const { db } = database
    const failed = await db
      .transaction()
      .execute(async (transaction) => {
        await sql`select 1`.execute(transaction)
        await postgres.restart?.stop()
        await postgres.restart?.start()
        await sql`select 1`.execute(transaction)
      })
      .catch((error: unknown) => error)
    expect(databaseFailure(failed)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  },
)

function names(node: number): string[] {
  return Array.from({ length: WRITES }, (_, i) => `shout-${node}-${i}`)
}

async function packed(hub: SpawnedHub, name: string) {
  return { hub, name, archive: new Uint8Array((await makePackage({ name })).archive) }
}

function publish({ hub: { url, token }, name, archive }: Awaited<ReturnType<typeof packed>>): Promise<Response> {
  return fetch(`${url}/v1/skills/@ann/${name}/versions/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: archive,
  })
}

/** Holds what every change of the registry takes first, until the server stops. */
async function holdRegistry(databaseUrl: string) {
  const [holder, watcher] = [await connect(databaseUrl), await connect(databaseUrl)]
  await holder.query('begin')
  await holder.query('update registry_head set log_size = log_size')
  const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`
  return {
    async untilWaiting(count: number): Promise<void> {
      for (let seen = 0; seen < count; ) seen = (await watcher.query<{ count: number }>(waiting)).rows[0]?.count ?? 0
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
