import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'

/**
 * A query that is built and compiled once for each database and then only given its values: building it each time costs several
 * times what running it does. `build` gets a stand-in for each value and may use it in several places.
 */
export function prepareQuery<Name extends string, Result>(
  names: readonly Name[],
  build: (db: Kysely<Tables>, values: Readonly<Record<Name, string>>) => { compile(): CompiledQuery<Result> },
): (db: Kysely<Tables>, values: Readonly<Record<Name, string>>) => Promise<Result[]> {
  const prepared = new WeakMap<Kysely<Tables>, { query: CompiledQuery<Result>; order: readonly (Name | undefined)[] }>()
  const standIns = Object.fromEntries(names.map((name) => [name, `\0${name}`])) as Record<Name, string>
  const prepare = (db: Kysely<Tables>) => {
    const query = build(db, standIns).compile()
    const order = query.parameters.map((parameter) => names.find((name) => standIns[name] === parameter))
    prepared.set(db, { query, order })
    return { query, order }
  }
  return async (db, values) => {
    const { query, order } = prepared.get(db) ?? prepare(db)
    const parameters = order.map((name, i) => (name === undefined ? query.parameters[i] : values[name]))
    return (await db.executeQuery<Result>({ ...query, parameters })).rows
  }
}
