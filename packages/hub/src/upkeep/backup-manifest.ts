import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { PRIVATE_FILE } from '../store/private-files.ts'

/** What a backup says of itself. It is written last, so that a folder with one holds a whole backup. */
export interface BackupManifest {
  /** The copy of the database, a SQLite file in the folder. */
  readonly database: string
  readonly made_at: string
  readonly versions: number
  readonly packages: number
  readonly log_size: number
}

const FILE = 'backup.json'
const DATABASE = /^hub-[\w-]{1,60}\.sqlite$/

/** The manifest of a backup; undefined when the folder holds none. Throws INVALID_INPUT for one that is not right. */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const manifest: unknown = JSON.parse(text)
  if (isObject(manifest) && DATABASE.test(String(manifest.database))) return manifest as unknown as BackupManifest
  throw new SkillError('INVALID_INPUT', `${join(folder, FILE)} is not what a backup says of itself`)
}

/** A name for the copy of a database. */
export function databaseName(now: number): string {
  return `hub-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.sqlite`
}

/** Makes the backup count: from now on the folder holds this one. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const temporary = join(folder, `${FILE}.new`)
  {
    await using handle = await open(temporary, 'w', PRIVATE_FILE)
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  }
  await rename(temporary, join(folder, FILE))
  await using directory = await open(folder, 'r')
  await directory.sync()
}
