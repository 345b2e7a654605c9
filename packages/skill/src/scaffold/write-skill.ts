import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SkillError, unwritablePath } from '@skillwright/contract'
import { checkPaths } from '../pack/safe-path.ts'
import type { SkillFiles } from '../skill-files.ts'

/** Writes the files of a skill or an agent into a new folder: all of them or none. Throws when something is already there. */
export async function writeSkill(path: string, files: SkillFiles): Promise<void> {
  checkPaths([...files.keys()])
  const dir = resolve(path)
  await checkFree(dir)
  // Beside its place, so that one rename puts the whole folder there.
  const staging = join(dirname(dir), `.${basename(dir)}.${randomUUID()}`)
  try {
    await mkdir(dirname(dir), { recursive: true })
    for (const [file, bytes] of files) {
      const target = join(staging, file)
      await mkdir(dirname(target), { recursive: true })
      const isScript = bytes[0] === 0x23 && bytes[1] === 0x21
      await writeFile(target, bytes, { flag: 'wx', mode: isScript ? 0o777 : 0o666 })
    }
    await rmdir(dir).catch(() => undefined)
    await rename(staging, dir)
  } catch (cause) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined)
    throw unwritablePath(dir, cause)
  }
}

async function checkFree(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []
    throw unwritablePath(dir, cause)
  })
  if (entries.length === 0) return
  throw new SkillError('INVALID_INPUT', `Expected a new or empty folder, but ${dir} already holds ${entries[0]}`, {
    hint: 'Name another folder, or empty this one',
  })
}
