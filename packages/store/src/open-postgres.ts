import { PostgresDialect } from 'kysely'
import { Pool, type QueryResult, types } from 'pg'
import { type ChangeStamp, postgresStamp } from './change-stamp.ts'

/** PostgreSQL's bigint and numeric; ours are times, counters and their sums, all below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])

/** Runs a text of one or several statements on some connection, and answers with the rows of all of them. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

interface Postgres {
  readonly dialect: PostgresDialect
  readonly stamp: ChangeStamp
  readonly setQuiet: (tables: readonly string[]) => Promise<void>
  readonly executeSql: ExecuteSql
}

/** A pool of connections to a PostgreSQL server, for kysely. */
export function openPostgres(connectionString: string): Postgres {
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
  const executeSql: ExecuteSql = async (text, values) => {
    // pg's types leave out that several statements have several results.
    const results: QueryResult | QueryResult[] = await pool.query(text, values)
    return { rows: [results].flat().flatMap(({ rows }) => rows as unknown[]) }
  }
  return { dialect: new PostgresDialect({ pool }), ...postgresStamp(pool), executeSql }
}
