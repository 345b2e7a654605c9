import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@skillwright/store'
import { type BlobStore, checkedBlob, isBlobName, requireHash, requireSize, type StoredBlob } from './blob-store.ts'
import { checkedStream } from './checked-stream.ts'

/** Files that were being written when a hub stopped are removed once they are this old; another hub may share the folder. */
const ABANDONED_AFTER_MS = 3_600_000

/** Keeps blobs as files: written beside, brought to the disk, and only then moved to their name, so that each is there whole or not at all. */
export async function openFolderBlobs(dir: string): Promise<BlobStore> {
  const unfinished = join(dir, 'unfinished')
  const fileOf = (sha256: string) => join(dir, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  await orUnavailable(() => mkdir(unfinished, { recursive: true, mode: PRIVATE_FOLDER }))
  await sweep(unfinished)
  return {
    async put(sha256, bytes, { durably = true } = {}) {
      requireHash(sha256, bytes)
      const file = fileOf(sha256)
      await orUnavailable(async () => {
        const known = (await sizeOf(file)) === bytes.length ? await ifThere(readFile(file)) : undefined
        const isWhole = known?.equals(bytes) === true && (await isMarkedAsPut(file))
        if (!isWhole) await writeWhole(file, bytes, { unfinished, durably })
      })
    },
    async open(sha256, size) {
      const handle = isBlobName(sha256) ? await orUnavailable(() => openIfThere(fileOf(sha256))) : undefined
      if (handle === undefined) return undefined
      try {
        requireSize(sha256, size, (await handle.stat()).size)
        return checkedStream(sha256, handle.createReadStream())
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    async read(sha256) {
      if (!isBlobName(sha256)) return undefined
      const bytes = await orUnavailable(() => ifThere(readFile(fileOf(sha256))))
      return bytes && checkedBlob(sha256, bytes)
    },
    async has(sha256) {
      return isBlobName(sha256) && (await orUnavailable(() => sizeOf(fileOf(sha256)))) !== undefined
    },
    list: () => listFiles(dir),
    async remove(sha256, unusedSince) {
      if (!isBlobName(sha256)) return false
      return orUnavailable(async () => {
        const found = await ifThere(stat(fileOf(sha256)))
        if (found === undefined || found.mtimeMs >= unusedSince) return false
        await rm(fileOf(sha256), { force: true })
        return true
      })
    },
    async check() {
      await orUnavailable(async () => {
        const file = join(unfinished, randomUUID())
        await writeDurably(file, Buffer.alloc(4096)).finally(() => rm(file, { force: true }))
      })
    },
  }
}

async function* listFiles(dir: string): AsyncGenerator<StoredBlob> {
  for (const outer of await orUnavailable(() => readdir(dir))) {
    if (!/^[0-9a-f]{2}$/.test(outer)) continue
    const names = await orUnavailable(() => readdir(join(dir, outer), { recursive: true }))
    for (const name of names) {
      const sha256 = basename(name)
      const found = isBlobName(sha256) ? await ifThere(stat(join(dir, outer, name))) : undefined
      if (found?.isFile()) yield { sha256, bytes: found.size, putAt: found.mtimeMs }
    }
  }
}

/** Renews the time of a file that is put again, so that it is not removed as unused. False when it was removed just now. */
async function isMarkedAsPut(file: string): Promise<boolean> {
  const now = new Date()
  return (await ifThere(utimes(file, now, now).then(() => true))) === true
}

async function writeWhole(
  file: string,
  bytes: Uint8Array,
  { unfinished, durably }: { readonly unfinished: string; readonly durably: boolean },
): Promise<void> {
  const folder = dirname(file)
  const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const temporary = join(unfinished, randomUUID())
  try {
    await (durably ? writeDurably(temporary, bytes) : writeFile(temporary, bytes, { flag: 'wx', mode: PRIVATE_FILE }))
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (!durably) return
  // A name is only safe once the folder it stands in is on the disk, and the names of folders that were made for it, too.
  await syncFolder(folder)
  if (made === undefined) return
  await syncFolder(dirname(folder))
  if (made !== folder) await syncFolder(dirname(dirname(folder)))
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx', PRIVATE_FILE)
  await handle.writeFile(bytes)
  await handle.sync()
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

async function sweep(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const file = join(unfinished, name)
    const found = await ifThere(stat(file))
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true })
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await ifThere(stat(file)))?.size
}

function openIfThere(file: string): Promise<FileHandle | undefined> {
  return ifThere(open(file, 'r'))
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new SkillError('SERVICE_UNAVAILABLE', 'The folder of packages cannot be used for the moment', { cause })
  }
}
