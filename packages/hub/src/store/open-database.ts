import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { HubConfig } from '../hub-config.ts'
import { type ChangeStamp, postgresStamp, sqliteStamp } from './change-stamp.ts'
import { isMigrated, migrate } from './migrate.ts'
import { NodeSqliteDialect } from './node-sqlite-dialect.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Tables } from './tables.ts'

/** The hub's database, whichever engine it is. */
export interface Database extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Kysely<Tables>
  readonly stamp: ChangeStamp
}

/**
 * Opens the database: `postgres://…`, or the path of a SQLite file. Its tables are made or brought up to date; those of one that has
 * to exist are not touched, since another release may be running on it.
 */
export async function openDatabase(
  where: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<Database> {
  const kind = /^postgres(?:ql)?:\/\//.test(where) ? 'postgres' : 'sqlite'
  if (mustExist && kind === 'sqlite' && !existsSync(where))
    throw new SkillError('DATA_NOT_FOUND', `There is no hub here: ${where} does not exist`, {
      hint: 'Name the folder of the hub with --dir, or its settings with --config',
    })
  try {
    const { dialect, stamp } = kind === 'postgres' ? postgres(where) : await sqlite(where)
    const db = new Kysely<Tables>({ dialect })
    try {
      await (mustExist ? requireMigrated(db) : migrate(db))
    } catch (error) {
      await db.destroy()
      throw error
    }
    return { kind, db, stamp, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (cause) {
    if (cause instanceof SkillError) throw cause
    throw new SkillError('SERVICE_UNAVAILABLE', `The ${kind} database cannot be used: ${message(cause)}`, {
      hint: kind === 'postgres' ? 'Check DATABASE_URL and that the server runs' : `Check that ${where} can be written`,
      cause,
    })
  }
}

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

interface Engine {
  readonly dialect: Dialect
  readonly stamp: ChangeStamp
}

async function sqlite(file: string): Promise<Engine> {
  const database = await openSqlite(file)
  const count = { writes: 0 }
  return { dialect: new NodeSqliteDialect(database, count), stamp: sqliteStamp(database, count) }
}

/** PostgreSQL's bigint and numeric; ours are times, counters and their sums, all below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

function postgres(connectionString: string): Engine {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that went silent must not hold a request without limit, nor keep a dead connection in the pool.
    statement_timeout: 30_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    maxLifetimeSeconds: 600,
    types: { getTypeParser: (oid, format) => (NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)) },
  })
  // A connection that dies emits an error besides failing the query that runs on it, and an error without a listener ends the
  // process: one that is idle through the pool, one that is in use directly. The pool replaces both for the next query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { dialect: new PostgresDialect({ pool }), stamp: postgresStamp(pool) }
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
