import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from './blob-store.ts'

/** Keeps blobs in a folder. */
export async function openFolderBlobs(dir: string): Promise<BlobStore> {
  await mkdir(dir, { recursive: true })
  const path = (sha256: string) => join(dir, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  return {
    async put(sha256, bytes) {
      const file = path(sha256)
      await mkdir(dirname(file), { recursive: true })
      const temporary = `${file}.${randomUUID()}`
      await writeFile(temporary, bytes)
      await rename(temporary, file)
    },
    async open(sha256) {
      const found = await stat(path(sha256)).catch(() => undefined)
      return found && { stream: createReadStream(path(sha256)), size: found.size }
    },
    async read(sha256) {
      return readFile(path(sha256)).catch(() => undefined)
    },
    async check() {},
  }
}
