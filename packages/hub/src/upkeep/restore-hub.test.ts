import { watch, writeFileSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_CONFIG, type HubConfig } from '../hub-config.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { spawnHub } from '../registry/fixtures/spawn-hub.ts'
import { backUpHub } from './back-up-hub.ts'
import { checkHub } from './check-hub.ts'
import { restoreHub } from './restore-hub.ts'

let dir: string
let backup: string
/** Of a hub that was killed after its backup was made. */
let killed: HubConfig
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hub-restore-'))
  backup = join(dir, 'backup')
  killed = await folder()
  await using hub = await spawnHub({ dir: killed.dir })
  const publish = async (name: string) => {
    const { archive } = await makePackage({ name })
    const headers = { authorization: `Bearer ${hub.token}`, 'content-type': 'application/gzip' }
    const body = new Uint8Array(archive)
    const answer = await fetch(`${hub.url}/v1/skills/@ann/${name}/versions/1.0.0`, { method: 'PUT', headers, body })
    expect(answer.status).toBe(201)
  }
  await publish('shout')
  await backUpHub(killed, backup)
  await publish('whisper')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function folder(): Promise<HubConfig> {
  return { ...DEFAULT_CONFIG, dir: await mkdtemp(join(dir, 'hub-')) }
}

test('what a killed hub left beside its database is not mixed into the restored one', async () => {
  expect(await readdir(killed.dir)).toContain('hub.sqlite-wal')
  await rm(join(killed.dir, 'hub.sqlite'))
  await expect(restoreHub(killed, backup)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('hub.sqlite-wal'),
  })
  for (const ending of ['-wal', '-shm']) await rm(join(killed.dir, `hub.sqlite${ending}`), { force: true })
  expect(await restoreHub(killed, backup)).toMatchObject({ versions: 1, problems: [] })
  expect(await checkHub(killed)).toMatchObject({ ok: true, versions: 1 })
})

test('a hub that is made while a backup is restored stays as it is', async () => {
  const config = await folder()
  const file = join(config.dir, 'hub.sqlite')
  const watcher = watch(config.dir, (_event, name) => {
    if (name !== 'packages') return
    writeFileSync(file, 'made meanwhile')
    watcher.close()
  })
  await expect(restoreHub(config, backup)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await readFile(file, 'utf8')).toBe('made meanwhile')
})

test('what is restored is readable by its owner alone, whatever the mode of the backup', async () => {
  const config = await folder()
  for (const name of await readdir(backup)) if (name.endsWith('.sqlite')) await chmod(join(backup, name), 0o644)
  await restoreHub(config, backup)
  expect((await stat(join(config.dir, 'hub.sqlite'))).mode & 0o777).toBe(0o600)
})

test('two restores to one folder at once make one hub, and the other fails', async () => {
  const config = await folder()
  const [one, two] = await Promise.allSettled([restoreHub(config, backup), restoreHub(config, backup)])
  const refused = one.status === 'rejected' ? one : two
  expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect(refused).toMatchObject({ reason: { code: 'CONFLICT', message: expect.stringContaining('another') } })
  expect(await checkHub(config)).toMatchObject({ ok: true, versions: 1 })
})

test.each([
  ['whose database is lost', (name: string) => rm(name)],
  ['whose database is damaged', (name: string) => writeFile(name, 'nonsense '.repeat(1_000))],
  ['whose database is empty', (name: string) => writeFile(name, '')],
  ['with an unreadable manifest', (name: string) => writeFile(join(name, '../backup.json'), '{"data')],
])('a backup %s is reported, and leaves no hub', async (_what, damage) => {
  const config = await folder()
  const copy = await mkdtemp(join(dir, 'damaged-'))
  await cp(backup, copy, { recursive: true })
  const [database = ''] = (await readdir(copy)).filter((name) => name.endsWith('.sqlite'))
  await damage(join(copy, database))
  await expect(restoreHub(config, copy)).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
  expect(await readdir(config.dir)).not.toContain('hub.sqlite')
})
