import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SkillError, unwritablePath } from '@skillwright/contract'
import { databaseFailure, PRIVATE_FILE, PRIVATE_FOLDER } from '@skillwright/store'
import { sql } from 'kysely'
import { openFolderBlobs } from '../blobs/folder-blobs.ts'
import type { HubConfig } from '../hub-config.ts'
import { openDatabase } from '../store/open-database.ts'
import {
  type BackupManifest,
  databaseName,
  readManifest,
  UNFINISHED_MANIFEST,
  writeManifest,
} from './backup-manifest.ts'
import type { StoreProblem } from './check-hub.ts'
import { copyPackages } from './copy-packages.ts'
import { copyFromPostgres } from './copy-tables.ts'
import { HOLD_FILE, holdFolder } from './hold-folder.ts'
import { openStored, type StoredHub } from './open-stored.ts'

/** What a backup or a restore did. */
export interface BackupReport extends BackupManifest {
  readonly folder: string
  /** Packages that were copied; the others were there already. */
  readonly copied: number
  /** Packages that could not be copied. */
  readonly problems: readonly StoreProblem[]
}

const LEFT_BY_A_BACKUP: ReadonlySet<string> = new Set(['packages', HOLD_FILE, UNFINISHED_MANIFEST])

/**
 * Copies a hub, running or not, into a folder: first the database as it is at one moment, then the packages it refers to, which
 * never change and were stored before it referred to them. A folder with an earlier backup becomes this one, and holds the earlier one until then.
 */
export async function backUpHub(
  config: HubConfig,
  folder: string,
  { clock = Date.now }: { readonly clock?: () => number } = {},
): Promise<BackupReport> {
  const target = resolve(folder)
  await using stored = await openStored(config)
  await requireBackupFolder(target)
  await mkdir(target, { recursive: true, mode: PRIVATE_FOLDER })
  // Each one removes what others left, and would take what another is about to finish for that.
  using _hold = holdFolder(target, 'making a backup in')
  const blobs = await openFolderBlobs(join(target, 'packages'))
  const database = databaseName(clock())
  try {
    await copyDatabase(stored, join(target, database))
    const { copied, problems, ...manifest } = await copyContent(stored, target, database, blobs)
    await writeManifest(target, { database, made_at: new Date(clock()).toISOString(), ...manifest })
    await removeOthers(target, database)
    return { folder: target, database, made_at: new Date(clock()).toISOString(), ...manifest, copied, problems }
  } catch (error) {
    await rm(join(target, database), { force: true })
    throw error
  }
}

async function requireBackupFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0 || (await readManifest(folder)) !== undefined) return
  // What an interrupted first backup leaves is no reason to refuse the next one.
  if (names.every((name) => LEFT_BY_A_BACKUP.has(name) || isCopy(name))) return
  throw new SkillError('INVALID_INPUT', `${folder} holds something else than a backup`, {
    hint: 'Name a new folder, an empty one, or that of an earlier backup',
  })
}

async function copyDatabase({ db, database }: StoredHub, file: string): Promise<void> {
  await (await open(file, 'wx', PRIVATE_FILE)).close()
  if (database === 'sqlite') {
    try {
      await sql`vacuum into ${file}`.execute(db)
    } catch (error) {
      throw databaseFailure(error) === undefined ? error : unwritablePath(file, error)
    }
    return
  }
  await using copy = await openDatabase(file)
  await copyFromPostgres(db, copy.db)
}

async function copyContent({ blobs: from }: StoredHub, folder: string, database: string, to: StoredHub['blobs']) {
  await using copy = await openDatabase(join(folder, database), { mustExist: true })
  const { packages, copied, problems } = await copyPackages(copy.db, from, to)
  return { ...(await countsOf(copy.db)), packages, copied, problems }
}

/** How much a database tells of. */
export async function countsOf(db: StoredHub['db']): Promise<{ versions: number; log_size: number }> {
  const { versions } = await db
    .selectFrom('versions')
    .select(({ fn }) => fn.countAll<number>().as('versions'))
    .executeTakeFirstOrThrow()
  const { log_size } = await db.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
  return { versions, log_size }
}

async function removeOthers(folder: string, database: string): Promise<void> {
  for (const name of await readdir(folder))
    if (isCopy(name) && !name.startsWith(database)) await rm(join(folder, name), { force: true })
}

function isCopy(name: string): boolean {
  return /^hub-[\w-]+\.sqlite(?:-wal|-shm|-journal)?$/.test(name)
}
