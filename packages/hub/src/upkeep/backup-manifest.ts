import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { PRIVATE_FILE } from '@skillwright/store'

/** The manifest of a backup. It is written last, so that a folder with one holds a whole backup. */
export interface BackupManifest {
  /** The copy of the database, a SQLite file in the folder. */
  readonly database: string
  readonly made_at: string
  readonly versions: number
  readonly packages: number
  readonly log_size: number
}

const FILE = 'backup.json'
/** What the manifest is called until it is whole. */
export const UNFINISHED_MANIFEST = `${FILE}.new`
const DATABASE = /^hub-[\w-]{1,60}\.sqlite$/

/** The manifest of a backup; undefined when the folder holds none. Throws INTEGRITY_FAILED for one that is not right. */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const manifest = parseJson(text)
  if (isObject(manifest) && DATABASE.test(String(manifest.database))) return manifest as unknown as BackupManifest
  throw new SkillError('INTEGRITY_FAILED', `${join(folder, FILE)} is not a valid backup manifest`, {
    hint: 'Take another backup, or back up to another folder',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A name for the copy of a database. */
export function databaseName(now: number): string {
  return `hub-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.sqlite`
}

/** Makes the backup count: from now on the folder holds this one. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const temporary = join(folder, UNFINISHED_MANIFEST)
  {
    await using handle = await open(temporary, 'w', PRIVATE_FILE)
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  }
  await rename(temporary, join(folder, FILE))
  await using directory = await open(folder, 'r')
  await directory.sync()
}
