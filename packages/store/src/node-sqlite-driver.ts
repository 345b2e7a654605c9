import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { isBusy } from './database-failure.ts'
import { type ForEachRow, isAsArrays, isForEachRow } from './for-each-row.ts'

/** How long a write waits for another process that is writing. */
const MAX_WAIT_MS = 15_000
const RETRY_MS = 10

/** How often a connection was asked for something that may have changed the database, but for its quiet tables. */
export interface WriteCount {
  writes: number
  quiet: ReadonlySet<string>
}

/** Runs kysely's queries on one connection. kysely lets one caller at a time use it, so a transaction is never mixed with anything else. */
export class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection

  constructor(database: DatabaseSync, count: WriteCount) {
    this.#database = database
    this.#connection = new SqliteConnection(database, count)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  /** Every transaction locks at its beginning, so none fails half-way because another began to write. */
  async beginTransaction(): Promise<void> {
    await this.#connection.begin()
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('commit'))
    this.#connection.inTransaction = false
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.inTransaction = false
    // SQLite rolls back by itself when the disk is full; doing so again would hide that error behind another.
    if (this.#database.isTransaction) await this.#connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #prepare: (sql: string) => Prepared
  readonly #count: WriteCount
  inTransaction = false
  #hasWritten = false

  constructor(database: DatabaseSync, count: WriteCount) {
    this.#database = database
    this.#count = count
    this.#prepare = keepStatements(database)
  }

  async begin(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
    this.inTransaction = true
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (const deadline = Date.now() + MAX_WAIT_MS; ; await sleep(RETRY_MS)) {
      try {
        if (isForEachRow(query)) return { rows: this.#runEach(query) as R[] }
        return this.#run(query.sql, query.parameters)
      } catch (error) {
        // Waiting here rather than in SQLite lets this process go on with everything else meanwhile.
        if (this.inTransaction || !isBusy(error) || Date.now() > deadline) throw error
      }
    }
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.#requireTransaction()
    const { statement, hasRows, changes: changed } = this.#prepare(sql)
    this.#countWrite(changed)
    // kysely hands over what the query was built with, and types the rows by it.
    const values = parameters as SQLInputValue[]
    if (hasRows) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** A transaction is counted when it writes and when it ends: what was read in between may be undone. */
  #countWrite(changes: Prepared['changes']): void {
    if (changes === 'begin') this.#hasWritten = false
    const isEnd = changes === 'end' && this.#hasWritten
    const isLoud = typeof changes === 'object' && !(changes.table !== undefined && this.#count.quiet.has(changes.table))
    if (isLoud) this.#hasWritten = true
    if (isEnd || isLoud) this.#count.writes++
  }

  /** After SQLite has given up a transaction by itself, each further statement would be committed on its own. */
  #requireTransaction(): void {
    if (this.inTransaction && !this.#database.isTransaction) throw new Error('The transaction was rolled back')
  }

  /** The rows of all, or how many each changed when it has none. */
  #runEach({ sql, rows }: ForEachRow): unknown[] {
    const { statement, hasRows, changes } = this.#prepare(sql)
    this.#requireTransaction()
    this.#countWrite(changes)
    const values = rows as SQLInputValue[][]
    if (hasRows) return values.flatMap((row) => statement.all(...row))
    return values.map((row) => statement.run(...row).changes)
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { statement } = this.#prepare(sql)
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as R] }
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly hasRows: boolean
  /** What it does to the database; what is not known may change any table. */
  readonly changes: 'nothing' | 'begin' | 'end' | { readonly table: string | undefined }
}

const KEPT_STATEMENTS = 200

/** Preparing costs more than most queries, so the statements used last are kept. */
function keepStatements(database: DatabaseSync): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>()
  return (sql) => {
    let prepared = kept.get(sql)
    if (prepared) kept.delete(sql)
    else {
      const statement = database.prepare(sql)
      if (isAsArrays(sql)) statement.setReturnArrays(true)
      prepared = { statement, hasRows: statement.columns().length > 0, changes: changesOf(sql) }
    }
    kept.set(sql, prepared)
    const [oldest] = kept.size > KEPT_STATEMENTS ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return prepared
  }
}

const CHANGED = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/i

const READING_PRAGMA = /^\s*pragma\s+\w+\s*$/i

function changesOf(sql: string): Prepared['changes'] {
  const [word = ''] = /\w+/.exec(sql)?.map((found) => found.toLowerCase()) ?? []
  if (word === 'select' || READING_PRAGMA.test(sql)) return 'nothing'
  if (word === 'begin') return 'begin'
  if (word === 'commit' || word === 'rollback') return 'end'
  return { table: CHANGED.exec(sql)?.[1] }
}
