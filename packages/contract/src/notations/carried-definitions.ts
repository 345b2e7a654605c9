import { fromPointer } from '../pointer.ts'
import { eachSubschema, isSchemaObject, type Schema } from '../schema.ts'

/** What a parameter's schema must carry with it to stand alone. */
export interface CarriedDefinitions {
  /** The definitions it refers to, directly or through others. */
  readonly needed: ReadonlyMap<string, Schema>
  /** References that lead out of the parameter to something else than a definition. */
  readonly foreign: readonly string[]
}

/** Finds the definitions that a schema refers to. Needs no recursion, so that depth and cycles cannot hurt it. */
export function carriedDefinitions(schema: Schema, $defs: ReadonlyMap<string, Schema>): CarriedDefinitions {
  const needed = new Map<string, Schema>()
  const foreign = new Set<string>()
  const pending: Schema[] = [schema]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isSchemaObject(next)) continue
    for (const ref of [next.$ref, next.$dynamicRef]) {
      if (typeof ref !== 'string') continue
      const [keyword, name = ''] = ref.startsWith('#/') ? fromPointer(ref) : []
      const definition = keyword === '$defs' ? $defs.get(name) : undefined
      if (definition === undefined) foreign.add(ref)
      else if (!needed.has(name)) {
        needed.set(name, definition)
        pending.push(definition)
      }
    }
    eachSubschema(next, (sub) => pending.push(sub))
  }
  return { needed, foreign: [...foreign] }
}
