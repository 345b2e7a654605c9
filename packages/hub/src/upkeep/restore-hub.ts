import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { sql } from 'kysely'
import { openFolderBlobs } from '../blobs/folder-blobs.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { HubConfig } from '../hub-config.ts'
import { databaseOf, openDatabase } from '../store/open-database.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../store/private-files.ts'
import { type BackupReport, countsOf } from './back-up-hub.ts'
import { type BackupManifest, readManifest } from './backup-manifest.ts'
import { copyPackages } from './copy-packages.ts'
import { copyToPostgres } from './copy-tables.ts'

/**
 * Makes a hub of a backup, where the configuration says it is to be: on SQLite or PostgreSQL, in a folder or an object store, whatever
 * it was before. Throws CONFLICT when there is a hub already. The database comes last: a restore that is cut off leaves no hub, and can be repeated.
 */
export async function restoreHub(config: HubConfig, folder: string): Promise<BackupReport> {
  const source = resolve(folder)
  const manifest = await requireManifest(source)
  await mkdir(config.dir, { recursive: true, mode: PRIVATE_FOLDER })
  const copy = join(config.dir, 'hub.sqlite.restored')
  try {
    await removeDatabase(copy)
    await copyFile(join(source, manifest.database), copy)
    // A copy is as open as what it was made of.
    await chmod(copy, PRIVATE_FILE)
    const report = await (config.databaseUrl === undefined ? toSqlite : toPostgres)(config, copy, source)
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

async function toSqlite(config: HubConfig, copy: string, source: string) {
  const file = databaseOf(config)
  requireNone(file)
  const report = await fill(config, copy, source)
  // That took a while, in which a hub may have been started.
  requireNone(file)
  // The last one to close it has brought everything into the one file.
  await rename(copy, file)
  await using directory = await open(dirname(file), 'r')
  await directory.sync()
  return report
}

async function toPostgres(config: HubConfig, copy: string, source: string) {
  await using target = await openDatabase(databaseOf(config))
  const people = await target.db.selectFrom('people').select('id').limit(1).executeTakeFirst()
  if (people !== undefined) throw taken('the PostgreSQL database')
  const report = await fill(config, copy, source)
  await using restored = await openDatabase(copy)
  await copyToPostgres(restored.db, target.db)
  return report
}

/** Brings the tables of the copy up to date, and what they refer to into the store. */
async function fill(config: HubConfig, copy: string, source: string) {
  await using database = await openDatabase(copy)
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.db)
  if (rows[0]?.integrity_check !== 'ok')
    throw new SkillError('INTEGRITY_FAILED', `The copy of the database is damaged: ${rows[0]?.integrity_check}`)
  const packages = await openFolderBlobs(join(source, 'packages'))
  return { ...(await copyPackages(database.db, packages, await openBlobs(config))), ...(await countsOf(database.db)) }
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
