import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { migrate } from './migrate.ts'
import { NodeSqliteDialect, openSqlite } from './node-sqlite-dialect.ts'
import type { Tables } from './tables.ts'

/** The hub's database, whichever engine it is. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Kysely<Tables>
  [Symbol.asyncDispose](): Promise<void>
}

const INT8 = 20

/** Opens the database and brings its tables up to date: `postgres://…`, or the path of a SQLite file. */
export async function openDatabase(where: string): Promise<Database> {
  const kind = /^postgres(?:ql)?:\/\//.test(where) ? 'postgres' : 'sqlite'
  const db = new Kysely<Tables>({ dialect: kind === 'postgres' ? postgres(where) : sqlite(where) })
  try {
    await migrate(db)
  } catch (cause) {
    await db.destroy()
    throw new SkillError('SERVICE_UNAVAILABLE', `The ${kind} database cannot be used: ${message(cause)}`, {
      hint: kind === 'postgres' ? 'Check DATABASE_URL and that the server runs' : `Check that ${where} can be written`,
      cause,
    })
  }
  return { kind, db, [Symbol.asyncDispose]: () => db.destroy() }
}

function sqlite(file: string): NodeSqliteDialect {
  mkdirSync(dirname(file), { recursive: true })
  return new NodeSqliteDialect(openSqlite(file))
}

function postgres(connectionString: string): PostgresDialect {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Times and counters are below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)) },
  })
  // A connection that dies while nobody uses it is replaced by the next query.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
