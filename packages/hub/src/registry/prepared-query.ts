import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'

/**
 * A query that is built and compiled once for each database and then only given its values: building it anew costs several
 * times what running it does. `build` gets a stand-in for each value and may use it in several places.
 */
export function prepareQuery<Name extends string, Result>(
  names: readonly Name[],
  build: (db: Kysely<Tables>, values: Readonly<Record<Name, string>>) => { compile(): CompiledQuery<Result> },
): (db: Kysely<Tables>, values: Readonly<Record<Name, string>>) => Promise<Result[]> {
  const prepared = new WeakMap<Kysely<Tables>, CompiledQuery<Result>>()
  const standIns = new Map<unknown, Name>(names.map((name) => [`\0${name}`, name]))
  const places = Object.fromEntries(names.map((name) => [name, `\0${name}`])) as Record<Name, string>
  return async (db, values) => {
    const query = prepared.get(db) ?? build(db, places).compile()
    prepared.set(db, query)
    const parameters = query.parameters.map((parameter) => {
      const name = standIns.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    return (await db.executeQuery<Result>({ ...query, parameters })).rows
  }
}
