import { type DatabaseKind, forEachRow } from '@skillwright/store'
import { CompiledQuery, type Kysely } from 'kysely'
import type { JobTables } from './tables.ts'

/** The columns of a list of rows, with their types. */
export type ColumnTypes = Readonly<Record<string, 'text' | 'bigint'>>

type Row<Columns extends ColumnTypes> = { readonly [name in keyof Columns]: string | number | null }

/** A statement in which a list of rows is the table `x`. */
export interface RowsStatement<Columns extends ColumnTypes> {
  readonly columns: Columns
  readonly rows: readonly Row<Columns>[]
  /** Its text: `x` stands for the rows, and `value` for a value that goes with them. */
  readonly text: (x: string, value: (value: string | number | null) => string) => string
}

/**
 * Runs a statement over many rows in a transaction, whose text does not depend on how many they are: over PostgreSQL in one go, with
 * the rows as one JSON text, in SQLite row by row. Both are the fastest there is for the one and slow for the other.
 */
export async function overRows<Result, Columns extends ColumnTypes>(
  { kind, db }: { readonly kind: DatabaseKind; readonly db: Kysely<JobTables> },
  { columns, rows, text }: RowsStatement<Columns>,
): Promise<readonly Result[]> {
  if (rows.length === 0) return []
  const names = Object.keys(columns)
  const values: (string | number | null)[] = []
  if (kind === 'postgres') {
    const types = names.map((name) => `"${name}" ${columns[name]}`)
    const sql = text(`json_to_recordset($1::json) as x(${types.join(', ')})`, (value) => `$${values.push(value) + 1}`)
    return (await db.executeQuery<Result>(CompiledQuery.raw(sql, [JSON.stringify(rows), ...values]))).rows
  }
  const own = names.map((name, i) => `?${i + 1} as "${name}"`)
  const sql = text(`(select ${own.join(', ')}) as x`, (value) => `?${values.push(value) + names.length}`)
  const parameters = rows.map((row) => [...names.map((name) => row[name] ?? null), ...values])
  return (await db.executeQuery<Result>(forEachRow(sql, parameters))).rows
}
