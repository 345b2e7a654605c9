import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programOf } from '../../../../scripts/program-of.ts'
import { startTestS3 } from '../blobs/fixtures/test-s3.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { startTestHub } from './fixtures/test-hub.ts'

const postgres = await testPostgres()
const run = promisify(execFile)

test.skipIf(!postgres.available)('a database that dies gives 503, and all is well again when it is back', async () => {
  const database = new URL(await postgres.freshDatabase())
  await using relay = await startRelay(Number(database.port))
  database.port = String(relay.port)
  await using hub = await startTestHub({ databaseUrl: database.href, clock: hurriedClock() })
  const addPerson = (handle: string) =>
    fetch(`${hub.url}/v1/people`, {
      method: 'POST',
      headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ handle }),
    })
  expect((await addPerson('before')).status).toBe(201)

  await relay.cut()
  const read = await fetch(`${hub.url}/v1/skills/@some/thing`)
  expect(read.status).toBe(503)
  expect(read.headers.get('retry-after')).toBe('5')
  expect(await read.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect((await addPerson('during')).status).toBe(503)
  const ready = await fetch(`${hub.url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', checks: { packages: 'ok' } })
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)

  await relay.restore()
  expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${hub.url}/v1/skills/@some/thing`)).status).toBe(404)
  expect((await addPerson('after')).status).toBe(201)
  const people = await hub.hub.db.selectFrom('people').select('handle').orderBy('handle').execute()
  expect(people.map(({ handle }) => handle)).toEqual(['admin', 'after', 'before'])
})

test('an object store that dies makes the hub not ready, until it is back', async () => {
  await using s3 = await startTestS3()
  await using hub = await startTestHub({ s3: s3.config, clock: hurriedClock() })
  expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
  await s3.stop()
  const state = async () => (await fetch(`${hub.url}/readyz`)).status
  expect(await state()).toBe(503)
  await s3.start()
  expect(await state()).toBe(200)
})

const mayMount = await run('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).then(
  () => true,
  () => false,
)
if (!mayMount) process.stderr.write('\nNO FILE SYSTEM CAN BE MOUNTED HERE: THE TEST OF A FULL DISK IS SKIPPED\n\n')

test.skipIf(!mayMount)(
  'a full disk gives 503, keeps what was acknowledged, and all is well again when there is room',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'hub-full-'))
    const door = await programOf(join(import.meta.dirname, '../index.ts'))
    const script = `
    import { rmSync, writeFileSync } from 'node:fs'
    import { startHub } from ${JSON.stringify(door.file)}
    const dir = ${JSON.stringify(dir)}
    await using hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
    const add = async (handle) => {
      const answer = await fetch(hub.url + '/v1/people', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + hub.adminToken, 'content-type': 'application/json' },
        body: JSON.stringify({ handle, display_name: 'x'.repeat(200) }),
      })
      return { status: answer.status, code: (await answer.json()).code }
    }
    const put = async () => {
      const { createHash } = await import('node:crypto')
      const bytes = Buffer.alloc(300_000, 1)
      const name = createHash('sha256').update(bytes).digest('hex')
      return hub.context.blobs.put(name, bytes).then(() => 'stored', (error) => error.code)
    }
    const filler = dir + '/filler'
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
      try { writeFileSync(filler, Buffer.alloc(size), { flag: 'a' }) } catch {}
    const kept = []
    let full
    for (let i = 0; i < 500 && full === undefined; i++) {
      const answer = await add('person-' + i)
      if (answer.status === 201) kept.push('person-' + i)
      else full = answer
    }
    const result = { full, blob: await put(), health: (await fetch(hub.url + '/healthz')).status }
    result.ready = (await fetch(hub.url + '/readyz')).status
    rmSync(filler)
    result.after = await add('after')
    result.blobAfter = await put()
    const people = new Set((await hub.context.db.selectFrom('people').select('handle').execute()).map((row) => row.handle))
    result.lost = kept.filter((handle) => !people.has(handle))
    result.extra = people.size - kept.length - 2
    process.stdout.write(JSON.stringify(result))`
    const mount = `mount -t tmpfs -o size=4m none '${dir}' && exec "$0" --input-type=module --eval "$1"`
    const { stdout } = await run('unshare', ['-rm', 'sh', '-c', mount, process.execPath, script], {
      timeout: 600_000,
      env: { ...process.env, ...door.env },
    })
    await rm(dir, { recursive: true, force: true })
    expect(JSON.parse(stdout)).toEqual({
      full: { status: 503, code: 'SERVICE_UNAVAILABLE' },
      blob: 'SERVICE_UNAVAILABLE',
      health: 200,
      ready: 503,
      after: { status: 201 },
      blobAfter: 'stored',
      lost: [],
      extra: 0,
    })
  },
)

/** A clock by which every look is seconds after the one before, so that no answer is kept for the next. */
function hurriedClock(): () => number {
  let now = Date.now()
  return () => {
    now += 2_000
    return now
  }
}

/** A stretch of the way to the database that can be cut. */
async function startRelay(
  target: number,
): Promise<{ port: number; cut(): Promise<void>; restore(): Promise<void> } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const serve = async (port: number): Promise<Server> => {
    const server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1')
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
      }
      client.pipe(upstream).pipe(client)
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    server.listen(port, '127.0.0.1', resolve)
    await promise
    return server
  }
  let server = await serve(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cut = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
    await promise
  }
  return {
    port,
    cut,
    async restore() {
      server = await serve(port)
    },
    [Symbol.asyncDispose]: cut,
  }
}
