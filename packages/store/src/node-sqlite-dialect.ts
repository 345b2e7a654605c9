import type { DatabaseSync } from 'node:sqlite'
import { type Dialect, type Driver, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { NodeSqliteDriver, type WriteCount } from './node-sqlite-driver.ts'

/** SQLite as it comes with Node, for kysely. */
export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync
  readonly #count: WriteCount

  constructor(database: DatabaseSync, count: WriteCount) {
    this.#database = database
    this.#count = count
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#database, this.#count)
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db)
  }
}

/** A migration that is cut off leaves nothing behind: SQLite can undo changes of tables, which kysely does not count on. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
