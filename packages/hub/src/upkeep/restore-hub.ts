import { createReadStream, existsSync } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@skillwright/store'
import { type Kysely, sql } from 'kysely'
import { openFolderBlobs } from '../blobs/folder-blobs.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { HubConfig } from '../hub-config.ts'
import { databaseOf, openDatabase } from '../store/open-database.ts'
import type { Tables } from '../store/tables.ts'
import { type BackupReport, countsOf } from './back-up-hub.ts'
import { type BackupManifest, readManifest } from './backup-manifest.ts'
import { copyPackages } from './copy-packages.ts'
import { copyToPostgres } from './copy-tables.ts'
import { holdFolder } from './hold-folder.ts'
import { requireWhole } from './require-whole.ts'

const POSTGRES = 'the PostgreSQL database'

/**
 * Makes a hub of a backup, where the configuration says it is to be: on SQLite or PostgreSQL, in a folder or an object store, whatever
 * it was before. Throws CONFLICT when there is a hub already. The database comes last: a restore that is cut off leaves no hub, and can be repeated.
 */
export async function restoreHub(config: HubConfig, folder: string): Promise<BackupReport> {
  const source = resolve(folder)
  const manifest = await requireManifest(source)
  await mkdir(config.dir, { recursive: true, mode: PRIVATE_FOLDER })
  using _hold = holdFolder(config.dir, 'restoring a hub to')
  const copy = join(config.dir, 'hub.sqlite.restored')
  try {
    await removeDatabase(copy)
    await copyPrivately(join(source, manifest.database), copy)
    requireWhole(copy, {
      what: 'The database of the backup',
      hint: 'Take another backup; its packages are as good as before',
    })
    const report = await (config.databaseUrl === undefined ? toSqlite : toPostgres)(config, copy, { source, manifest })
    return { ...manifest, ...report, folder: source }
  } finally {
    await removeDatabase(copy)
  }
}

async function requireManifest(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  if (manifest !== undefined) return manifest
  throw new SkillError('DATA_NOT_FOUND', `${folder} holds no finished backup: backup.json is not there`, {
    hint: 'Name the folder that skillwright hub backup wrote to',
  })
}

/** Copies the database for its owner alone, however open what it is made of is. */
async function copyPrivately(from: string, to: string): Promise<void> {
  await using handle = await open(to, 'wx', PRIVATE_FILE)
  try {
    await handle.writeFile(createReadStream(from))
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause
    throw new SkillError('INTEGRITY_FAILED', `The backup has no database: ${from} is not there`, {
      hint: 'Try again if a backup to this folder has just ended; else take another backup',
      cause,
    })
  }
  await handle.sync()
}

interface Backup {
  readonly source: string
  readonly manifest: BackupManifest
}

async function toSqlite(config: HubConfig, copy: string, backup: Backup) {
  const file = databaseOf(config)
  requireNone(file)
  const report = await fill(config, copy, backup)
  // That took a while, in which a hub may have been started.
  requireNone(file)
  // The last one to close it has brought everything into the one file. A second name is given only where there is none.
  await link(copy, file).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EEXIST' ? taken(file) : cause
  })
  await using directory = await open(dirname(file), 'r')
  await directory.sync()
  return report
}

async function toPostgres(config: HubConfig, copy: string, backup: Backup) {
  await using target = await openDatabase(databaseOf(config))
  if (await hasPeople(target.db)) throw taken(POSTGRES)
  const report = await fill(config, copy, backup)
  await using restored = await openDatabase(copy)
  await copyToPostgres(restored.db, target.db, async (transaction) => {
    // That took a while, in which a hub may have been started, or another restore.
    await sql`lock table people in exclusive mode`.execute(transaction)
    if (await hasPeople(transaction)) throw taken(POSTGRES)
  })
  return report
}

async function hasPeople(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Brings the tables of the copy up to date, and what they refer to into the store. */
async function fill(config: HubConfig, copy: string, { source, manifest }: Backup) {
  await using database = await openDatabase(copy)
  const counts = await countsOf(database.db)
  // An empty file is a whole database, too.
  if (counts.versions !== manifest.versions || counts.log_size !== manifest.log_size)
    throw new SkillError(
      'INTEGRITY_FAILED',
      `The backup says that it holds ${manifest.versions} versions and ${manifest.log_size} entries of the log; its database has ${counts.versions} and ${counts.log_size}`,
    )
  const packages = await openFolderBlobs(join(source, 'packages'))
  return { ...(await copyPackages(database.db, packages, await openBlobs(config))), ...counts }
}

/** Throws CONFLICT also for what a killed hub left beside its database: SQLite would take it for the end of the restored one. */
function requireNone(file: string): void {
  for (const ending of ['', '-wal', '-journal']) if (existsSync(`${file}${ending}`)) throw taken(`${file}${ending}`)
}

function taken(where: string): SkillError {
  return new SkillError('CONFLICT', `There is a hub already: ${where}`, {
    hint: 'Restore into another folder or an empty database; nothing is ever overwritten',
  })
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(`${file}${ending}`, { force: true })
}
