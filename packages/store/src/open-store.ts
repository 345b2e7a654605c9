import { Kysely } from 'kysely'
import { type ChangeStamp, sqliteStamp } from './change-stamp.ts'
import { NodeSqliteDialect } from './node-sqlite-dialect.ts'
import type { WriteCount } from './node-sqlite-driver.ts'
import { type ExecuteSql, openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'

/** Which engine a database has. */
export type DatabaseKind = 'sqlite' | 'postgres'

/** A database, whichever engine it is; its tables are the business of the rooms that use it. */
export interface Store<Tables> extends AsyncDisposable {
  readonly kind: DatabaseKind
  readonly db: Kysely<Tables>
  readonly stamp: ChangeStamp
  /** Changes of these tables move the stamp no longer: nothing that is kept depends on them. Once all tables are made. */
  setQuiet(tables: readonly string[]): Promise<void>
  /** Past kysely, which knows one statement at a time; only for PostgreSQL. */
  readonly executeSql?: ExecuteSql
}

/** Which engine is meant: `postgres://…`, else the path of a SQLite file. */
export function kindOf(where: string): DatabaseKind {
  return /^postgres(?:ql)?:\/\//.test(where) ? 'postgres' : 'sqlite'
}

/** Opens a database as it is: `postgres://…`, or the path of a SQLite file, which is made when absent. */
export async function openStore<Tables>(where: string): Promise<Store<Tables>> {
  const kind = kindOf(where)
  const { dialect, ...rest } = kind === 'postgres' ? openPostgres(where) : await sqlite(where)
  const db = new Kysely<Tables>({ dialect })
  return { kind, db, ...rest, [Symbol.asyncDispose]: () => db.destroy() }
}

async function sqlite(file: string) {
  const database = await openSqlite(file)
  const count: WriteCount = { writes: 0, quiet: new Set() }
  return {
    dialect: new NodeSqliteDialect(database, count),
    stamp: sqliteStamp(database, count),
    async setQuiet(tables: readonly string[]) {
      count.quiet = new Set(tables)
    },
  }
}
