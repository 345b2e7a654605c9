import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkReceipt, type LogReceipt, leafHash, readLogKey } from '@skillwright/hub-api'
import { readArchive } from '@skillwright/skill'
import { afterAll, expect, test } from 'vitest'
import type { HubConfig } from '../hub-config.ts'
import { startTestHub } from '../server/fixtures/test-hub.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { makePackage } from './fixtures/make-package.ts'
import { type SpawnedHub, spawnHub } from './fixtures/spawn-hub.ts'

/** Each kill costs the start of a process: a few here, all 200 with SKILLWRIGHT_SLOW=1. */
const KILLS = process.env.SKILLWRIGHT_SLOW === '1' ? 200 : 2
const MOST_PUBLISHED = 9

const postgres = await testPostgres()
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

test(`slow: ${KILLS} kills while publishing on SQLite lose nothing that was acknowledged and leave nothing half done`, async () =>
  survive({ dir: await folder() }))

test.skipIf(!postgres.available)(
  `slow: ${KILLS} kills while publishing on PostgreSQL lose nothing that was acknowledged and leave nothing half done`,
  async () => survive({ dir: await folder(), databaseUrl: await postgres.freshDatabase() }),
)

/** A hub that @ann may publish to. */
type Publishing = Pick<SpawnedHub, 'url' | 'token'>

/** The answer a publisher got. */
interface Acknowledged {
  readonly name: string
  readonly version: string
  readonly digest: string
}

async function survive(config: Partial<HubConfig>): Promise<void> {
  const acknowledged: Acknowledged[] = []
  const told = new EventEmitter<{ acknowledged: [] }>()
  const acknowledge = (one: Acknowledged) => {
    acknowledged.push(one)
    told.emit('acknowledged')
  }
  const publishers = ['first-words', 'other-words', 'third-words'].map((name) => ({ name, next: 0 }))
  let hub = await spawnWarm(config)
  let next = spawnWarm(config)
  try {
    for (let kills = 1; kills <= KILLS; kills++) {
      const before = acknowledged.length
      const working = publishers.map((publisher) => publishUntilKilled(hub, publisher, acknowledge))
      const all = Promise.all(working)
      // When one is acknowledged, the others are anywhere in theirs.
      for (let left = Math.ceil(Math.random() * MOST_PUBLISHED); left > 0; left--)
        await Promise.race([once(told, 'acknowledged'), all])
      await hub.kill()
      await all
      hub = await next
      if (kills < KILLS) next = spawnWarm(config)
      await check(hub, acknowledged.slice(before))
    }
    await check(hub, acknowledged)
    await checkEverything(hub)
  } finally {
    await hub.kill()
    await (await next).kill()
  }
}

/** A hub whose threads have started: from then on every moment of publishing is one of writing. */
async function spawnWarm(config: Partial<HubConfig>): Promise<SpawnedHub> {
  const hub = await spawnHub(config)
  const { archive } = await makePackage({ name: 'warm-words' })
  await publish(hub, { name: 'warm-words', version: '1.0.0', archive, query: '?dry_run=true' })
  return hub
}

async function publishUntilKilled(
  hub: SpawnedHub,
  publisher: { readonly name: string; next: number },
  acknowledge: (one: Acknowledged) => void,
): Promise<void> {
  const { name } = publisher
  for (;;) {
    const version = `1.0.${publisher.next++}`
    const { archive, digest } = await makePackage({ name, version, files: { 'notes.md': `# ${Math.random()}\n` } })
    const answer = await publish(hub, { name, version, archive }).catch(() => undefined)
    if (answer === undefined) return
    expect(answer.status, answer.body).toBe(201)
    acknowledge({ name, version, digest })
  }
}

/** What was acknowledged is there, with the content it was acknowledged for. */
async function check(hub: SpawnedHub, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const { name, version, digest } of acknowledged) {
    const answer = await fetch(`${hub.url}/v1/skills/@ann/${name}/versions/${version}/package`)
    expect(answer.status, `${name} ${version}`).toBe(200)
    await readArchive(new Uint8Array(await answer.arrayBuffer()), { digest })
  }
}

/** Every version has its package and its place in the log, and the log has nothing else and is whole. */
async function checkEverything(hub: Publishing): Promise<void> {
  const get = async (path: string) => JSON.parse(await (await fetch(hub.url + path)).text())
  const logged = new Map<number, string>()
  let previous = '0'.repeat(64)
  for (let from = 0; ; ) {
    const { items, size } = await get(`/v1/log/entries?from=${from}`)
    for (const { index, entry, leaf_hash: hash } of items) {
      const { previous: before, skill, version, digest } = JSON.parse(entry)
      expect([before, await leafHash(entry)]).toEqual([previous, hash])
      previous = hash
      logged.set(index, `${skill} ${version} ${digest}`)
    }
    from += items.length
    if (items.length === 0) {
      expect(from).toBe(size)
      break
    }
  }
  const found: [number, string][] = []
  for (const { name, latest } of (await get('/v1/skills')).items) {
    for (let query = '?limit=100'; query !== ''; ) {
      const { items, next_cursor: next } = await get(`/v1/skills/${name}/versions${query}`)
      for (const { version, digest, archive_sha256: sha256, log_index: index, state } of items) {
        expect(state).toBe('published')
        found.push([index, `${name} ${version} ${digest}`])
        const bytes = await (await fetch(`${hub.url}/v1/skills/${name}/versions/${version}/package`)).arrayBuffer()
        expect(createHash('sha256').update(new Uint8Array(bytes)).digest('hex')).toBe(sha256)
      }
      if (query === '?limit=100') expect(items[0].version).toBe(latest)
      query = next === undefined ? '' : `?limit=100&cursor=${next}`
    }
  }
  expect(found.sort(([one], [other]) => one - other)).toEqual([...logged])
  const key = await readLogKey(await (await fetch(`${hub.url}/v1/log/key`)).text())
  const receipt: LogReceipt = await get(`/v1/log/entries/${logged.size - 1}`)
  expect((await checkReceipt(receipt, key)).checkpoint.size).toBe(logged.size)
}

const canMount = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0

test.skipIf(!canMount)(
  'a full disk answers 503 and leaves the hub whole; when there is room again it publishes',
  async () => {
    const dir = await folder()
    const mount = 'mount -t tmpfs -o size=8m none "$0" && exec "$@"'
    const within = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, dir]
    await using hub = await spawnHub({ dir }, { within })
    expect(await publishNew(hub, '1.0.0')).toBe(201)
    const filler = `/proc/${hub.pid}/root${dir}/filler`
    await writeFile(filler, Buffer.alloc(8_000_000)).catch(() => undefined)
    for (const version of ['1.0.1', '1.0.2']) expect(await publishNew(hub, version)).toBe(503)
    expect(await versionsOf(hub)).toEqual(['1.0.0'])
    expect((await fetch(`${hub.url}/v1/skills/@ann/disk-words/versions/1.0.0/package`)).status).toBe(200)
    await rm(filler)
    expect(await publishNew(hub, '1.0.1')).toBe(201)
    expect(await versionsOf(hub)).toEqual(['1.0.1', '1.0.0'])
  },
)

test.skipIf(!postgres.available)('a database out of reach answers 503; when it is back the hub publishes', async () => {
  const url = new URL(await postgres.freshDatabase())
  await using line = await openLine(Number(url.port))
  url.port = String(line.port)
  await using started = await startTestHub({ databaseUrl: url.href })
  const hub = { url: started.url, token: await started.tokenFor('ann', ['read', 'publish']) }
  expect(await publishNew(hub, '1.0.0')).toBe(201)
  const cut = publishNew(hub, '1.0.1')
  await line.cut()
  expect(await cut).toBe(503)
  expect(await publishNew(hub, '1.0.1')).toBe(503)
  expect((await fetch(`${hub.url}/v1/skills/@ann/disk-words`)).status).toBe(503)
  await line.mend()
  expect(await publishNew(hub, '1.0.2')).toBe(201)
  expect(await versionsOf(hub)).toContain('1.0.2')
  await checkEverything(hub)
})

async function publishNew(hub: Publishing, version: string): Promise<number> {
  const { archive } = await makePackage({ name: 'disk-words', version, files: { 'notes.md': `# ${version}\n` } })
  return (await publish(hub, { name: 'disk-words', version, archive })).status
}

async function versionsOf(hub: Publishing): Promise<string[]> {
  const answer = await fetch(`${hub.url}/v1/skills/@ann/disk-words/versions`)
  const { items } = JSON.parse(await answer.text()) as { items: { version: string }[] }
  return items.map(({ version }) => version)
}

async function publish(
  { url, token }: Publishing,
  { name, version, archive, query = '' }: { name: string; version: string; archive: Uint8Array; query?: string },
): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${url}/v1/skills/@ann/${name}/versions/${version}${query}`, {
    method: 'PUT',
    body: new Uint8Array(archive),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
  })
  return { status: answer.status, body: await answer.text() }
}

/** The line to a server on this machine, which can be cut and mended. */
async function openLine(target: number) {
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    for (const [one, other] of [[from, to] as const, [to, from] as const]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
    }
    from.pipe(to).pipe(from)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    cut,
    mend: () => listen(port),
    [Symbol.asyncDispose]: () => (server.listening ? cut() : Promise.resolve()),
  }
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'hub-faults-'))
  folders.push(made)
  return made
}
