import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startHub } from '../start-hub.ts'

const root = process.getuid?.() === 0

let parent: string
let umask: number
beforeAll(async () => {
  umask = process.umask(0o022)
  parent = await mkdtemp(join(tmpdir(), 'hub-private-'))
})
afterAll(async () => {
  process.umask(umask)
  await rm(parent, { recursive: true, force: true })
})

test('everything of a new hub is for its own user alone', async () => {
  const dir = join(parent, 'made', 'hub')
  const lines = await startIn(dir, async (url, token) => {
    const { archive } = await makePackage({ name: 'shout' })
    const answer = await fetch(`${url}/v1/skills/@admin/shout/versions/1.0.0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
      body: new Uint8Array(archive),
    })
    expect(answer.status).toBe(201)
    expect(await openToOthers(dir)).toEqual([])
    // The write-ahead log is there only while the hub runs.
    expect(await readdir(dir)).toContain('hub.sqlite-wal')
  })
  expect(lines).toBe('')
})

describe('a hub that an older one left open to others', () => {
  test('is closed to them, and that is said', async () => {
    const dir = join(parent, 'older')
    await startIn(dir)
    for (const path of [dir, join(dir, 'packages')]) await chmod(path, 0o755)
    await chmod(join(dir, 'hub.sqlite'), 0o644)
    const lines = await startIn(dir)
    expect(await openToOthers(dir)).toEqual([])
    for (const path of [dir, join(dir, 'packages'), join(dir, 'hub.sqlite')])
      expect(lines).toContain(`${path} was open to other users`)
    expect(await startIn(dir)).toBe('')
  })

  test('in a folder with other things keeps that folder as it is, and says so', async () => {
    const dir = join(parent, 'shared')
    await startIn(dir)
    await writeFile(join(dir, 'notes.txt'), 'of somebody else')
    await chmod(dir, 0o755)
    expect(await startIn(dir)).toContain(`chmod go= ${dir}`)
    expect((await stat(dir)).mode & 0o777).toBe(0o755)
  })

  test.skipIf(!root)('and that belongs to another user is only reported', async () => {
    const dir = join(parent, 'foreign')
    await startIn(dir)
    await chmod(join(dir, 'hub.sqlite'), 0o644)
    await chown(join(dir, 'hub.sqlite'), 65534, 65534)
    expect(await startIn(dir)).toContain(`chmod go= ${join(dir, 'hub.sqlite')}`)
    expect((await stat(join(dir, 'hub.sqlite'))).mode & 0o777).toBe(0o644)
  })
})

async function startIn(dir: string, use = async (_url: string, _token: string | undefined) => {}): Promise<string> {
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  await using hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'warn', logTo })
  await use(hub.url, hub.adminToken)
  return lines.join('')
}

async function openToOthers(dir: string): Promise<string[]> {
  const paths = [dir, ...(await readdir(dir, { recursive: true })).map((name) => join(dir, name))]
  const modes = await Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o077 ? path : undefined)))
  return modes.filter((path) => path !== undefined)
}
