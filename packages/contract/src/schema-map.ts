import { type CompileOptions, type SchemaValidator, tryCompileSchema } from './engine/compile-schema.ts'
import { type PathStep, toPointer } from './pointer.ts'
import { indexRefs } from './ref-index.ts'
import { isSchemaObject, type Schema, type SchemaObject } from './schema.ts'

/** A subschema and where it stands in its document. */
export interface Place {
  readonly schema: SchemaObject
  /** JSON pointer from the root of the document. */
  readonly pointer: string
}

/** A schema document that can be walked place by place. */
export interface SchemaMap {
  readonly root: Place | undefined
  /** The place some steps below another; undefined for a boolean schema or no schema. */
  below(place: Place, ...steps: readonly PathStep[]): Place | undefined
  /** The place itself, what it refers to and all of its `allOf`, flattened, each once: what a value there must fit together. */
  conjuncts(place: Place): readonly Place[]
  /** True when the value fits the subschema at the place, alone. */
  isValid(place: Place, value: unknown): boolean
  /** A validator of another schema, made with the same options; undefined when that cannot be used. */
  compile(schema: Schema): SchemaValidator | undefined
}

/** Opens a compiled schema document for walking. */
export function mapSchema(validator: SchemaValidator, options: CompileOptions = {}): SchemaMap {
  const { schema } = validator
  const root = isSchemaObject(schema) ? { schema, pointer: '' } : undefined
  const conjunctsOf = new Map<SchemaObject, readonly Place[]>()

  function referred({ schema: from }: Place): Place | undefined {
    const target = typeof from.$ref === 'string' ? indexRefs(schema).resolve(from.$ref, from) : undefined
    return target && placeAt(target.schema, target.pointer)
  }

  const map: SchemaMap = {
    root,
    below(place, ...steps) {
      let value: unknown = place.schema
      for (const step of steps) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
        value = (value as Record<PathStep, unknown>)[step]
      }
      return placeAt(value, `${place.pointer}${toPointer(steps)}`)
    },
    conjuncts(place) {
      const known = conjunctsOf.get(place.schema)
      if (known) return known
      const found = new Map([[place.schema, place]])
      // A Map keeps visiting what is added while it is walked, so this follows every chain and ends on every cycle.
      for (const part of found.values()) {
        const next = [referred(part)]
        const list = part.schema.allOf
        if (Array.isArray(list)) for (let i = 0; i < list.length; i++) next.push(map.below(part, 'allOf', i))
        for (const each of next) if (each && !found.has(each.schema)) found.set(each.schema, each)
      }
      const parts = [...found.values()]
      conjunctsOf.set(place.schema, parts)
      return parts
    },
    isValid: (place, value) => validator.isValidAt(place.pointer, value),
    compile: (other) => tryCompileSchema(other, options),
  }
  return map
}

/** The place of a schema; undefined for a boolean schema and for no schema. */
function placeAt(schema: unknown, pointer: string): Place | undefined {
  return isSchemaObject(schema) ? { schema, pointer } : undefined
}
