import { type DatabaseKind, forEachRow } from '@skillwright/store'
import { CompiledQuery, type Kysely } from 'kysely'
import type { JobTables } from './tables.ts'

/** The columns of a list of rows, with their types. */
export type ColumnTypes = Readonly<Record<string, 'text' | 'bigint'>>

type Value = string | number | null
type Database = { readonly kind: DatabaseKind; readonly db: Kysely<JobTables> }

/** A statement that is about each row of a list. */
export interface RowsStatement<Columns extends ColumnTypes> {
  readonly columns: Columns
  readonly rows: readonly { readonly [name in keyof Columns]: Value }[]
  readonly text: (parts: StatementParts<Columns>) => string
}

/** What such a statement is written with. */
interface StatementParts<Columns extends ColumnTypes> {
  /** A column of the row. */
  readonly x: { readonly [name in keyof Columns]: string }
  /** The table of the rows, after a keyword or a comma; nothing where the rows come one by one. */
  readonly rowsAfter: (word: string) => string
  /** A value that is the same for all rows. */
  readonly value: (value: Value) => string
}

/**
 * Runs a statement over many rows: in PostgreSQL in one go, with the rows as one JSON text, in SQLite row by row. Each is the
 * fastest way there, and several times slower the other way round. The text does not depend on how many rows there are.
 */
export async function overRows<Result, Columns extends ColumnTypes>(
  { kind, db }: Database,
  statement: RowsStatement<Columns>,
): Promise<readonly Result[]> {
  if (statement.rows.length === 0) return []
  const query = kind === 'postgres' ? together(statement) : oneByOne(statement)
  return (await db.executeQuery<Result>(query)).rows
}

/** Runs a statement that changes at most one row for each of the list, and tells for which it did. */
export async function changeRows<Columns extends ColumnTypes & { readonly id: 'text' }>(
  database: Database,
  statement: RowsStatement<Columns>,
): Promise<ReadonlySet<string>> {
  if (database.kind === 'postgres') {
    const text: typeof statement.text = (parts) => `${statement.text(parts)} returning runs.id`
    return new Set((await overRows<{ id: string }, Columns>(database, { ...statement, text })).map(({ id }) => id))
  }
  const changes = await overRows<number, Columns>(database, statement)
  return new Set(statement.rows.flatMap(({ id }, i) => (changes[i] === 1 ? [String(id)] : [])))
}

function together<Columns extends ColumnTypes>({ columns, rows, text }: RowsStatement<Columns>): CompiledQuery {
  const names = Object.keys(columns)
  const types = names.map((name) => `"${name}" ${columns[name]}`)
  const values: Value[] = [JSON.stringify(rows)]
  const sql = text({
    x: columnsAs(columns, (name) => `x."${name}"`),
    rowsAfter: (word) => `${word} json_to_recordset($1::json) as x(${types.join(', ')})`,
    value: (value) => `$${values.push(value)}`,
  })
  return CompiledQuery.raw(sql, values)
}

function oneByOne<Columns extends ColumnTypes>({ columns, rows, text }: RowsStatement<Columns>): CompiledQuery {
  const names: (keyof Columns)[] = Object.keys(columns)
  const values: Value[] = []
  const sql = text({
    x: columnsAs(columns, (_name, i) => `?${i + 1}`),
    rowsAfter: () => '',
    value: (value) => `?${names.length + values.push(value)}`,
  })
  return forEachRow(
    sql,
    rows.map((row) => [...names.map((name) => row[name]), ...values]),
  )
}

function columnsAs<Columns extends ColumnTypes>(
  columns: Columns,
  text: (name: string, i: number) => string,
): StatementParts<Columns>['x'] {
  return Object.fromEntries(
    Object.keys(columns).map((name, i) => [name, text(name, i)]),
  ) as StatementParts<Columns>['x']
}
