import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestS3 } from '../blobs/fixtures/test-s3.ts'
import { DEFAULT_CONFIG, type HubConfig } from '../hub-config.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { type SpawnedHub, spawnHub } from '../registry/fixtures/spawn-hub.ts'
import { startTestHub } from '../server/fixtures/test-hub.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { backUpHub } from './back-up-hub.ts'
import { checkHub } from './check-hub.ts'
import { HOLD_FILE, holdFolder } from './hold-folder.ts'
import { restoreHub } from './restore-hub.ts'

const postgres = await testPostgres()
const s3 = await startTestS3()
let dir: string
/** The settings of a hub that has published one skill, which no test changes. */
let shouting: HubConfig
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hub-backup-'))
  shouting = await hubWith(['shout'])
})
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

const PLACES = ['sqlite and a folder', 'postgres and s3'] as const
type Place = (typeof PLACES)[number]
/** So many are published while a backup is made. */
const AHEAD = 3

/** A hub that @ann may publish to. */
type Publishing = Pick<SpawnedHub, 'url' | 'token'>

test.skipIf(!postgres.available).each([
  [PLACES[0], PLACES[0]],
  [PLACES[0], PLACES[1]],
  [PLACES[1], PLACES[0]],
])('a hub on %s that takes publishes is backed up whole, and restored to %s', async (from, to) => {
  const config = await place(from)
  await using hub = await spawnHub(spawned(config))
  const key = await logKey(hub)
  const load = await publishing(hub)
  const folder = join(dir, `backup-${randomUUID()}`)
  const before = await load.published(2)
  const backup = await backUpHub(config, folder)
  expect(backup.problems).toEqual([])
  expect(backup.versions).toBeGreaterThanOrEqual(before.length)
  // A second one takes what it can from the first.
  const later = await load.published(1)
  const again = await backUpHub(config, folder)
  expect(again.copied).toBeLessThan(again.packages)
  expect(await load.stop()).toBe('no publish was refused')
  expect(await checkHub(config)).toMatchObject({ ok: true })

  const other = await place(to)
  expect(await restoreHub(other, folder)).toMatchObject({ versions: again.versions, problems: [] })
  expect(await checkHub(other)).toMatchObject({ ok: true, versions: again.versions, log_entries: again.log_size })
  await using restored = await openHere(other)
  for (const name of later)
    expect((await fetch(`${restored.url}/v1/skills/@ann/${name}/versions/1.0.0/package`)).status, name).toBe(200)
  expect(await logKey(restored)).toBe(key)
  // It goes on where the backup ended: numbers are not given twice.
  const more = await publishing(restored)
  await more.published(1)
  expect(await more.stop()).toBe('no publish was refused')
  expect(await checkHub(other)).toMatchObject({ ok: true })
  await expect(restoreHub(other, folder)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what a backup holds is for its owner alone, and what is no backup is left alone', async () => {
  const folder = join(dir, 'private')
  await backUpHub(shouting, folder)
  for (const name of await readdir(folder, { recursive: true }))
    expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0)
  const foreign = await mkdtemp(join(dir, 'foreign-'))
  await writeFile(join(foreign, 'thesis.txt'), 'years of work')
  await expect(backUpHub(shouting, foreign)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(restoreHub(await place('sqlite and a folder'), foreign)).rejects.toMatchObject({
    code: 'DATA_NOT_FOUND',
  })
  expect(await readdir(foreign)).toEqual(['thesis.txt'])
})

test('two backups to one folder at once leave one that is whole, and the other fails', async () => {
  const folder = join(dir, 'at-once')
  const both = await Promise.allSettled([backUpHub(shouting, folder), backUpHub(shouting, folder)])
  const refused = both.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'CONFLICT' } }])
  expect(await restoreHub(await place('sqlite and a folder'), folder)).toMatchObject({ versions: 1, problems: [] })
})

test('a first backup that was cut off while it said what it is can be repeated', async () => {
  const folder = join(dir, 'cut-off')
  await backUpHub(shouting, folder)
  await rename(join(folder, 'backup.json'), join(folder, 'backup.json.new'))
  expect(await backUpHub(shouting, folder)).toMatchObject({ versions: 1, copied: 0, problems: [] })
})

test('what holds a folder leaves one file there, also when it dies', async () => {
  const folder = await mkdtemp(join(dir, 'held-'))
  using _hold = holdFolder(folder, 'holding')
  expect(await readdir(folder)).toEqual([HOLD_FILE])
})

test('packages that are lost or damaged are reported, and the others are saved', async () => {
  const config = await hubWith(['shout', 'whisper', 'hum'])
  const [lost = '', damaged = ''] = await packageFiles(config.dir)
  await rm(lost)
  await writeFile(damaged, 'nonsense')
  const folder = join(dir, 'with-gaps')
  const report = await backUpHub(config, folder)
  expect(report.problems.map(({ subject }) => subject).sort()).toEqual(
    [lost, damaged].map((file) => `package ${file.split('/').at(-1)}`).sort(),
  )
  // With those that the hub has made for other clients meanwhile.
  expect(report.packages).toBeGreaterThanOrEqual(3)
  expect(report).toMatchObject({ versions: 3, copied: report.packages - 2 })
})

async function place(kind: Place): Promise<HubConfig> {
  const own = { ...DEFAULT_CONFIG, dir: await mkdtemp(join(dir, 'hub-')) }
  return kind === 'postgres and s3' ? { ...own, databaseUrl: await postgres.freshDatabase(), s3: s3.config } : own
}

/** The settings of a hub that has published these, and stopped. */
async function hubWith(names: readonly string[]): Promise<HubConfig> {
  const config = await place('sqlite and a folder')
  await using hub = await openHere(config)
  for (const name of names) expect(await publish(hub, name)).toBe(201)
  return config
}

/** A hub in this process. */
async function openHere(config: HubConfig): Promise<Publishing & AsyncDisposable> {
  const hub = await startTestHub(spawned(config))
  const token = await hub.tokenFor('ann', ['read', 'publish'])
  return { url: hub.url, token, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() }
}

/** What is different from the settings of a hub under test. */
function spawned({ dir: where, databaseUrl, s3: store }: HubConfig): Partial<HubConfig> {
  return { dir: where, ...(databaseUrl ? { databaseUrl } : {}), ...(store ? { s3: store } : {}) }
}

async function logKey({ url }: Publishing): Promise<string> {
  return (await fetch(`${url}/v1/log/key`)).text()
}

async function publish({ url, token }: Publishing, name: string): Promise<number> {
  const { archive } = await makePackage({ name })
  const answer = await fetch(`${url}/v1/skills/@ann/${name}/versions/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(archive),
  })
  return answer.status
}

/** Publishes one skill after the other until it is stopped, a few more than were waited for. */
async function publishing(hub: Publishing) {
  const done: string[] = []
  const refused: string[] = []
  const events = new EventEmitter<{ change: [] }>()
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await once(events, 'change')
  }
  let wanted = 0
  let isStopped = false
  const running = (async () => {
    for (;;) {
      await until(() => isStopped || done.length < wanted + AHEAD)
      if (isStopped) return
      const name = `skill-${randomUUID()}`
      const status = await publish(hub, name)
      if (status === 201) done.push(name)
      else refused.push(`${name} was answered ${status}`)
      events.emit('change')
    }
  })()
  return {
    /** Waits until so many more were acknowledged; gives the names of all. */
    async published(more: number): Promise<readonly string[]> {
      wanted = done.length + more
      events.emit('change')
      await until(() => done.length >= wanted || refused.length > 0)
      return [...done]
    },
    async stop(): Promise<string> {
      isStopped = true
      events.emit('change')
      await running
      return refused.join(', ') || 'no publish was refused'
    },
  }
}

async function packageFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'packages'), { recursive: true })
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).map((name) => join(folder, 'packages', name))
}
