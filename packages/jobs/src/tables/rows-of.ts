import type { DatabaseKind } from '@skillwright/store'
import { type RawBuilder, sql } from 'kysely'

/** The columns of a list of rows, with their types. */
export type ColumnTypes = Readonly<Record<string, 'text' | 'bigint'>>

/**
 * A list of rows as a table `x` of a statement. It travels as one JSON text, so the statement is the same however many rows there
 * are, and both engines prepare it once.
 */
export function rowsOf(
  kind: DatabaseKind,
  columns: ColumnTypes,
  rows: readonly Readonly<Record<string, unknown>>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  const names = Object.keys(columns)
  if (kind === 'postgres') {
    const types = names.map((name) => `"${name}" ${columns[name]}`)
    return sql`json_to_recordset(${json}::json) as x(${sql.raw(types.join(', '))})`
  }
  const values = names.map((name) => `value ->> '$.${name}' as "${name}"`)
  return sql`(select ${sql.raw(values.join(', '))} from json_each(${json})) as x`
}
