import { SkillError } from '@skillwright/contract'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { migrate } from './migrate.ts'
import { NodeSqliteDialect } from './node-sqlite-dialect.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Tables } from './tables.ts'

/** The hub's database, whichever engine it is. */
export interface Database extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Kysely<Tables>
}

/** Opens the database and brings its tables up to date: `postgres://…`, or the path of a SQLite file. */
export async function openDatabase(where: string): Promise<Database> {
  const kind = /^postgres(?:ql)?:\/\//.test(where) ? 'postgres' : 'sqlite'
  try {
    const db = new Kysely<Tables>({ dialect: kind === 'postgres' ? postgres(where) : await sqlite(where) })
    try {
      await migrate(db)
    } catch (error) {
      await db.destroy()
      throw error
    }
    return { kind, db, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (cause) {
    throw new SkillError('SERVICE_UNAVAILABLE', `The ${kind} database cannot be used: ${message(cause)}`, {
      hint: kind === 'postgres' ? 'Check DATABASE_URL and that the server runs' : `Check that ${where} can be written`,
      cause,
    })
  }
}

async function sqlite(file: string): Promise<Dialect> {
  return new NodeSqliteDialect(await openSqlite(file))
}

/** PostgreSQL's bigint and numeric; ours are times, counters and their sums, all below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

function postgres(connectionString: string): Dialect {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that went silent must not hold a request for ever, nor keep a dead connection in the pool.
    statement_timeout: 30_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    maxLifetimeSeconds: 600,
    types: { getTypeParser: (oid, format) => (NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)) },
  })
  // A connection that dies says so by itself, besides failing the query that runs on it, and an error nobody listens to ends the
  // process: one that is idle through the pool, one that is in use directly. The pool replaces both for the next query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
