import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { JOB_TABLE_NAMES } from '@skillwright/jobs'
import { kindOf, openStore, type Store } from '@skillwright/store'
import type { Kysely } from 'kysely'
import type { HubConfig } from '../hub-config.ts'
import { isMigrated, migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** The hub's database, whichever engine it is. */
export type Database = Store<Tables>

/**
 * Opens the database: `postgres://…`, or the path of a SQLite file. Its tables are made or brought up to date; those of one that has
 * to exist are not touched, since another release may be running on it.
 */
export async function openDatabase(
  where: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<Database> {
  const kind = kindOf(where)
  if (mustExist && kind === 'sqlite' && !existsSync(where))
    throw new SkillError('DATA_NOT_FOUND', `There is no hub here: ${where} does not exist`, {
      hint: 'Name the folder of the hub with --dir, or its settings with --config',
    })
  try {
    const store = await openStore<Tables>(where)
    try {
      await (mustExist ? requireMigrated(store.db) : migrate(store.db))
    } catch (error) {
      await store[Symbol.asyncDispose]()
      throw error
    }
    return store
  } catch (cause) {
    if (cause instanceof SkillError) throw cause
    throw new SkillError('SERVICE_UNAVAILABLE', `The ${kind} database cannot be used: ${message(cause)}`, {
      hint: kind === 'postgres' ? 'Check DATABASE_URL and that the server runs' : `Check that ${where} can be written`,
      cause,
    })
  }
}

/** Tables that change with calls or beside them, and that nothing which is kept in memory by a stamp depends on. */
export const QUIET_TABLES: readonly string[] = [
  ...JOB_TABLE_NAMES,
  ...([
    'allowances',
    'artifacts',
    'tasks',
    'task_hooks',
    'call_stats',
    'oauth_records',
    'download_days',
    'standard_exports',
  ] as const satisfies readonly (keyof Tables)[]),
]

/** Where the database of a hub is. */
export function databaseOf({ databaseUrl, dir }: Pick<HubConfig, 'databaseUrl' | 'dir'>): string {
  return databaseUrl ?? join(dir, 'hub.sqlite')
}

async function requireMigrated(db: Kysely<Tables>): Promise<void> {
  if (await isMigrated(db)) return
  throw new SkillError('CONFLICT', 'The tables of the hub are of another release than this program', {
    hint: 'Start the hub once with this release, which brings them up to date, or use the release that it runs on',
  })
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
