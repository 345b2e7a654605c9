import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestS3, type TestS3 } from '../blobs/fixtures/test-s3.ts'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { makePackage } from './fixtures/make-package.ts'

const LARGE = {
  'data/numbers.csv': randomBytes(1_200_000)
    .toString('hex')
    .replaceAll(/(.{60})/g, '$1\n'),
}

describe.each(['folder', 's3'])('a package that is damaged in the %s', (kind) => {
  let s3: TestS3 | undefined
  let hub: TestHub
  let token: string
  const lines: string[] = []

  beforeAll(async () => {
    s3 = kind === 's3' ? await startTestS3() : undefined
    const logTo = { write: (line: string) => lines.push(line) }
    hub = await startTestHub({ ...(s3 ? { s3: s3.config } : {}), logLevel: 'error', logTo })
    token = await hub.tokenFor('ann', ['read', 'publish'])
  })
  afterAll(async () => {
    await hub[Symbol.asyncDispose]()
    await s3?.[Symbol.asyncDispose]()
  })

  test.each([
    ['small', 'changed', {}],
    ['small', 'lost', {}],
    ['large', 'changed', LARGE],
    ['large', 'lost', LARGE],
  ] as const)('(%s, %s) is not handed out, the operator hears of it, and the same bytes mend it', async (...of) => {
    const [size, damage, files] = of
    const { path, publish, sha256 } = await publishNew(`${size}-${damage}`, files)
    const [logged, counted] = [lines.length, await damagedPackages()]
    await overwrite(sha256, damage)
    expect(await tryToRead(`${path}/package`)).toBe(size === 'large' && damage === 'changed' ? 'cut off' : '503')
    expect(await tryToRead(`${path}/files/SKILL.md`)).toBe('503')
    // What prepares exports in the background may have met it too.
    expect(await damagedPackages()).toBeGreaterThanOrEqual(counted + 2)
    expect(lines.slice(logged).join('')).toMatch(damage === 'changed' ? sha256 : 'is not in the store')
    await publish()
    expect(await tryToRead(`${path}/package`)).toBe('200')
    expect(await tryToRead(`${path}/files/SKILL.md`)).toBe('200')
  })

  test.each(['changed', 'lost'] as const)('in the form of the standard (%s) is made once more', async (damage) => {
    await publishNew(`export-${damage}`, {})
    const index = await fetch(`${hub.url}/@ann/export-${damage}/.well-known/agent-skills/index.json`)
    const { skills } = (await index.json()) as { skills: { url: string; digest: string }[] }
    const [{ url, digest } = { url: '', digest: '' }] = skills
    await overwrite(digest.replace('sha256:', ''), damage)
    expect(await tryToRead(`/.well-known/skills/export-${damage}/SKILL.md`)).toBe('200')
    expect(await tryToRead(url)).toBe('200')
  })

  async function publishNew(name: string, files: Readonly<Record<string, string>>) {
    const { archive } = await makePackage({ name, files })
    const path = `/v1/skills/@ann/${name}/versions/1.0.0`
    const publish = () =>
      fetch(`${hub.url}${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
        body: new Uint8Array(archive),
      })
    const answer = await publish()
    expect(answer.status).toBe(201)
    const { archive_sha256: sha256 } = (await answer.json()) as { archive_sha256: string }
    return { path, publish, sha256 }
  }

  async function overwrite(sha256: string, damage: 'changed' | 'lost'): Promise<void> {
    const bytes = Buffer.from((await hub.hub.blobs.read(sha256)) ?? '')
    bytes[9] = (bytes[9] ?? 0) ^ 1
    if (s3) return s3.overwrite(`${sha256.slice(0, 2)}/${sha256}`, damage === 'lost' ? undefined : bytes)
    const file = join(hub.hub.config.dir, 'packages', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    await (damage === 'lost' ? rm(file) : writeFile(file, bytes))
  }

  async function tryToRead(path: string): Promise<string> {
    const answer = await fetch(`${hub.url}${path}`)
    return answer.arrayBuffer().then(
      () => String(answer.status),
      () => 'cut off',
    )
  }

  async function damagedPackages(): Promise<number> {
    const text = await (
      await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${hub.adminToken}` } })
    ).text()
    return Number(/^skillwright_hub_damaged_packages_total (\d+)/m.exec(text)?.[1])
  }
})
