import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestS3 } from './fixtures/test-s3.ts'
import { openFolderBlobs } from './folder-blobs.ts'
import { openS3Blobs } from './s3-blobs.ts'

const dir = mkdtempSync(join(tmpdir(), 'hub-blobs-'))
const s3 = await startTestS3()
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true, force: true })
})

const STORES = [
  [
    'a folder',
    () => openFolderBlobs(join(dir, 'blobs')),
    (name: string, bytes: Uint8Array) => writeFile(join(dir, 'blobs', name.slice(0, 2), name.slice(2, 4), name), bytes),
  ],
  [
    'an S3-compatible store',
    async () => openS3Blobs(s3.config),
    (name: string, bytes: Uint8Array) => s3.overwrite(`${name.slice(0, 2)}/${name}`, bytes),
  ],
] as const

describe.each(STORES)('packages in %s', (_name, openStore, overwrite) => {
  test('come back as they were put, whole and as a stream', async () => {
    const store = await openStore()
    for (const bytes of [randomBytes(0), randomBytes(1), randomBytes(3 * 1024 * 1024)]) {
      const name = nameOf(bytes)
      await store.put(name, bytes)
      expect(Buffer.from((await store.read(name)) ?? 'absent').equals(bytes)).toBe(true)
      const opened = await store.open(name, bytes.length)
      expect(opened && (await buffer(opened)).equals(bytes)).toBe(true)
    }
  })

  test('may be put again and by many at once', async () => {
    const store = await openStore()
    const bytes = randomBytes(100_000)
    await Promise.all(Array.from({ length: 5 }, () => store.put(nameOf(bytes), bytes)))
    await store.put(nameOf(bytes), bytes)
    expect(await store.read(nameOf(bytes))).toHaveLength(100_000)
  })

  test('that were never put, or cannot exist, are absent', async () => {
    const store = await openStore()
    for (const name of [
      nameOf(randomBytes(8)),
      '',
      'ready',
      '../../etc/passwd',
      `${'0'.repeat(63)}/`,
      'A'.repeat(64),
    ]) {
      expect(await store.read(name), name).toBeUndefined()
      expect(await store.open(name, 8), name).toBeUndefined()
    }
  })

  test('are refused under a wrong name', async () => {
    const store = await openStore()
    const name = nameOf(randomBytes(8))
    await expect(store.put(name, randomBytes(8))).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
    await expect(store.put('../x', randomBytes(8))).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
    expect(await store.read(name)).toBeUndefined()
  })

  test.each([1, 100, 3 * 1024 * 1024])(
    'of %d bytes that were damaged are never given out whole, and are mended by the same bytes',
    async (size) => {
      const store = await openStore()
      const bytes = randomBytes(size)
      const name = nameOf(bytes)
      const damaged = Buffer.from(bytes)
      damaged[0] = (damaged[0] ?? 0) ^ 1
      for (const instead of [damaged, bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
        await store.put(name, bytes)
        await overwrite(name, instead)
        await expect(store.read(name)).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
        const given: Uint8Array[] = []
        const reading = store.open(name, size).then(async (stream) => {
          for await (const piece of stream ?? []) given.push(piece)
        })
        await expect(reading).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
        expect(Buffer.concat(given).length).toBeLessThan(size)
        await store.put(name, bytes)
        expect(await store.read(name)).toHaveLength(size)
      }
    },
  )

  test('are listed, and removed unless they were put meanwhile', async () => {
    const store = await openStore()
    const [used, unused] = [randomBytes(10), randomBytes(20)]
    await store.put(nameOf(used), used)
    await store.put(nameOf(unused), unused)
    const listed = await Array.fromAsync(store.list())
    expect(listed).toContainEqual({ sha256: nameOf(used), bytes: 10, putAt: expect.any(Number) })
    const putAt = listed.find(({ sha256 }) => sha256 === nameOf(unused))?.putAt ?? 0
    expect(await store.remove(nameOf(unused), putAt)).toBe(false)
    expect(await store.has(nameOf(unused))).toBe(true)
    expect(await store.remove(nameOf(unused), putAt + 1_000)).toBe(true)
    expect([await store.has(nameOf(unused)), await store.has(nameOf(used))]).toEqual([false, true])
    expect(await store.remove(nameOf(unused), putAt + 1_000)).toBe(false)
    expect((await Array.fromAsync(store.list())).map(({ sha256 }) => sha256)).not.toContain(nameOf(unused))
  })

  test('can be checked', async () => {
    await expect((await openStore()).check()).resolves.toBeUndefined()
  })
})

describe('a folder of packages', () => {
  test('loses what was left unfinished long ago, and only that', async () => {
    const at = join(dir, 'unfinished-files')
    const unfinished = join(at, 'unfinished')
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'old'), 'half')
    await utimes(join(unfinished, 'old'), 1, 1)
    await writeFile(join(unfinished, 'young'), 'half')
    await openFolderBlobs(at)
    expect(await readdir(unfinished)).toEqual(['young'])
  })

  test('that cannot be written says so, leaves nothing half, and works again afterwards', async () => {
    const at = join(dir, 'broken')
    const store = await openFolderBlobs(at)
    await rm(join(at, 'unfinished'), { recursive: true })
    const bytes = randomBytes(10)
    await expect(store.put(nameOf(bytes), bytes)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await expect(store.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await store.read(nameOf(bytes))).toBeUndefined()
    await mkdir(join(at, 'unfinished'))
    await store.put(nameOf(bytes), bytes)
    expect(await store.read(nameOf(bytes))).toHaveLength(10)
  })
})

test('an S3-compatible store out of reach says so, and works again afterwards', async () => {
  const store = openS3Blobs(s3.config)
  const bytes = randomBytes(10)
  await s3.stop()
  await expect(store.put(nameOf(bytes), bytes)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(store.read(nameOf(bytes))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(store.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await s3.start()
  await store.put(nameOf(bytes), bytes)
  expect(await store.read(nameOf(bytes))).toHaveLength(10)
})

test('an S3-compatible store without the bucket, or with another key, is not an empty one', async () => {
  const noBucket = openS3Blobs({ ...s3.config, bucket: 'missing' })
  await expect(noBucket.read(nameOf(randomBytes(4)))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(noBucket.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  const noKey = openS3Blobs({ ...s3.config, accessKeyId: 'wrong' })
  const bytes = randomBytes(4)
  await expect(noKey.put(nameOf(bytes), bytes)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(noKey.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
