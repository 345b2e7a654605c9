import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { chmod, lstat, readdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorable } from '@skillwright/contract'

/** No run that is meant well leaves more; looking into each takes time that others wait for. */
const MAX_FOLDERS = 1_000

/** What a run left in its folder. */
export interface WrittenFiles {
  /** Those that can be kept, by path; not more of them than are looked for. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  /** Whether there are more, or too many folders to look into, or some whose path is too long or no text. */
  readonly isMore: boolean
}

/** Finds the files of a folder. Links are none: they could lead anywhere. What a run has shut is opened: it is its owner's. */
export async function writtenFiles(
  dir: string,
  { maxFiles, maxPath }: { readonly maxFiles: number; readonly maxPath: number },
): Promise<WrittenFiles> {
  const files: { path: string; bytes: number }[] = []
  const folders = ['']
  let isMore = false
  for (const folder of folders) {
    await chmod(join(dir, folder), 0o700)
    for (const entry of await entriesOf(join(dir, folder))) {
      if (!entry.isFile() && !entry.isDirectory()) continue
      const path = isUtf8(entry.name) ? join(folder, entry.name.toString()) : undefined
      const isFull = entry.isDirectory() ? folders.length >= MAX_FOLDERS : files.length >= maxFiles
      if (path === undefined || path.length > maxPath || !isStorable(path) || isFull) isMore = true
      else if (entry.isDirectory()) folders.push(path)
      else files.push({ path, bytes: (await lstat(join(dir, path))).size })
    }
  }
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), isMore }
}

/** Removes a folder, also when it is deeper than a path can be long, or parts of it are shut. */
export async function removeFolder(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true }).catch(async () => {
    await flatten(dir)
    await rm(dir, { recursive: true, force: true })
  })
}

/** Brings all folders inside a folder to its top, and removes the files in them. */
async function flatten(dir: string): Promise<void> {
  const folders = [Buffer.from(dir)]
  for (const folder of folders) {
    await chmod(folder, 0o700)
    for (const entry of await entriesOf(folder)) {
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name])
      if (!entry.isDirectory()) await unlink(path)
      else {
        const top = Buffer.from(join(dir, `.${folders.length}`))
        // A folder that is moved is written to.
        await chmod(path, 0o700)
        await rename(path, top)
        folders.push(top)
      }
    }
  }
}

function entriesOf(folder: string | Buffer): Promise<Dirent<Buffer>[]> {
  return readdir(folder, { withFileTypes: true, encoding: 'buffer' })
}
