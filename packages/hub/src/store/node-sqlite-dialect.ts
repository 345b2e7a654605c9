import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'

/** SQLite as it comes with Node, for kysely. Every transaction locks at its beginning, so none fails half-way because another began to write. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) })
    this.#database = database
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: adapt(this.#database) })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** A migration that is cut off leaves nothing behind: SQLite can undo changes of tables, which kysely does not count on. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** Opens the file so that what was acknowledged survives a crash, and two processes can share it. */
export function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 10000', 'foreign_keys = on'])
    database.exec(`pragma ${pragma}`)
  return database
}

const KEPT_STATEMENTS = 200

function adapt(database: DatabaseSync) {
  const kept = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const statement = kept.get(sql) ?? database.prepare(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_STATEMENTS && oldest !== undefined) kept.delete(oldest)
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }
  return { prepare, close: () => database.close() }
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[]
}
