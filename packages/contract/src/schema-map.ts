import { type CompileOptions, compileSchema, type SchemaValidator } from './engine/compile-schema.ts'
import { choiceValidity, DOCUMENT, type PlaceValidity, placeValidity } from './place-validity.ts'
import { atPointer, fromPointer, type PathStep, toPointer } from './pointer.ts'
import { isSchemaObject, type Schema, type SchemaObject } from './schema.ts'
import { type Place, placeAt, placesOf } from './schema-place.ts'
import { SkillError } from './skill-error.ts'

/** A schema document that can be walked place by place. */
export interface SchemaMap {
  readonly root: Place | undefined
  /** The place some steps below another; undefined for a boolean schema, no schema, or a resource of its own (`$id`). */
  below(place: Place, ...steps: readonly PathStep[]): Place | undefined
  /** The place itself, what it refers to and all of its `allOf`, flattened, each once: what a value there must fit together. */
  conjuncts(place: Place): readonly Place[]
  /** True when the value fits a branch of an alternative, or the `if` of a condition, alone. Compiled on first use. */
  isValid(place: Place, value: unknown): boolean
  /** The same question for some places of one's own choice. */
  compilePlaces(places: readonly Place[]): PlaceValidity
  /**
   * A validator of another schema that may refer to this document. Undefined when the two together are more than the
   * engine takes; then its caller does less, since the document itself is fine.
   */
  compile(schema: Schema): SchemaValidator | undefined
}

/** Opens a schema document for walking. Nothing is compiled yet. */
export function mapSchema(schema: Schema, options: CompileOptions = {}): SchemaMap {
  const root = isSchemaObject(schema) ? { schema, pointer: '' } : undefined
  const ownUri = typeof root?.schema.$id === 'string' ? root.schema.$id.replace(/#$/, '') : undefined
  const conjunctsOf = new Map<SchemaObject, readonly Place[]>()
  let choices: PlaceValidity | undefined
  let anchors: ReadonlyMap<string, Place> | undefined

  function resolve(ref: unknown): Place | undefined {
    if (typeof ref !== 'string' || !root) return undefined
    const fragment = ownUri !== undefined && ref.startsWith(`${ownUri}#`) ? ref.slice(ownUri.length) : ref
    if (fragment === '#') return root
    if (fragment.startsWith('#/')) {
      const pointer = toPointer(fromPointer(fragment))
      return placeAt(atPointer(schema, pointer), pointer)
    }
    if (!fragment.startsWith('#')) return undefined
    anchors ??= anchorsOf(root)
    return anchors.get(fragment.slice(1))
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
        const next = [resolve(part.schema.$ref)]
        const list = part.schema.allOf
        if (Array.isArray(list)) for (let i = 0; i < list.length; i++) next.push(map.below(part, 'allOf', i))
        for (const each of next) if (each && !found.has(each.schema)) found.set(each.schema, each)
      }
      const parts = [...found.values()]
      conjunctsOf.set(place.schema, parts)
      return parts
    },
    isValid(place, value) {
      choices ??= choiceValidity(root ? placesOf(root) : [], map.compile)
      return choices(place, value)
    },
    compilePlaces: (places) => placeValidity(places, map.compile),
    compile(other) {
      try {
        return compileSchema(other, { ...options, schemas: { ...options.schemas, [DOCUMENT]: schema } })
      } catch (error) {
        if (error instanceof SkillError) return undefined
        throw error
      }
    },
  }
  return map
}

function anchorsOf(root: Place): ReadonlyMap<string, Place> {
  const anchors = new Map<string, Place>()
  for (const place of placesOf(root)) {
    if (typeof place.schema.$anchor === 'string') anchors.set(place.schema.$anchor, place)
  }
  return anchors
}
