import { cp, lstat, rename, rm } from 'node:fs/promises'

/** Whether something, a broken link included, is at a path. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Renames a file or folder; onto another file system it is copied first, and appears there whole. */
export async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EXDEV') throw thrown
    const half = `${to}.moving`
    await rm(half, { recursive: true, force: true })
    await cp(from, half, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await rename(half, to)
    await rm(from, { recursive: true, force: true })
  }
}
