import { type CompileOptions, compileSchema, type SchemaValidator } from './engine/compile-schema.ts'
import { atPointer, fromPointer, type PathStep, toPointer } from './pointer.ts'
import { eachSubschema, isSchemaObject, type Schema, type SchemaObject } from './schema.ts'
import { SkillError } from './skill-error.ts'

/** A subschema and where it stands in its document. */
export interface Place {
  readonly schema: SchemaObject
  /** JSON pointer from the root of the document. */
  readonly pointer: string
}

/** A schema document that can be walked place by place. */
export interface SchemaMap {
  readonly root: Place | undefined
  /** The place some steps below another; undefined for a boolean schema, no schema, or a resource of its own (`$id`). */
  below(place: Place, ...steps: readonly PathStep[]): Place | undefined
  /** The place itself, what it refers to and all of its `allOf`, flattened, each once: what a value there must fit together. */
  conjuncts(place: Place): readonly Place[]
  /** True when the value fits the subschema alone. Compiled on first use; nothing fits a place that cannot be referred to. */
  isValid(place: Place, value: unknown): boolean
  /**
   * A validator of another schema whose `$ref`s may name places of this document, as `refTo` writes them. Undefined when
   * the two together are more than the engine takes; then its caller does less, since the document itself is fine.
   */
  compile(schema: Schema): SchemaValidator | undefined
  /** A reference to the place; undefined when its name has half a character in it, which no URI can say. */
  refTo(place: Place): string | undefined
}

/** What the document is called where something else refers to it. */
const DOCUMENT = 'skillwright:///schema'

/** Opens a schema document for walking. Nothing is compiled yet. */
export function mapSchema(schema: Schema, options: CompileOptions = {}): SchemaMap {
  const root = isSchemaObject(schema) ? { schema, pointer: '' } : undefined
  const ownUri = typeof root?.schema.$id === 'string' ? root.schema.$id.replace(/#$/, '') : undefined
  const conjunctsOf = new Map<SchemaObject, readonly Place[]>()
  const validators = new Map<SchemaObject, SchemaValidator | undefined>()
  let anchors: ReadonlyMap<string, string> | undefined

  function placeAt(value: unknown, pointer: string): Place | undefined {
    if (!isSchemaObject(value)) return undefined
    // Inside a resource with an `$id` of its own, references mean something else.
    return value.$id === undefined || pointer === '' ? { schema: value, pointer } : undefined
  }

  function resolve(ref: unknown): Place | undefined {
    if (typeof ref !== 'string' || !root) return undefined
    const fragment = ownUri !== undefined && ref.startsWith(`${ownUri}#`) ? ref.slice(ownUri.length) : ref
    if (fragment === '#') return root
    if (fragment.startsWith('#/')) {
      const pointer = toPointer(fromPointer(fragment))
      return placeAt(atPointer(schema, pointer), pointer)
    }
    if (!fragment.startsWith('#')) return undefined
    anchors ??= anchorsOf(root.schema)
    const pointer = anchors.get(fragment.slice(1))
    return pointer === undefined ? undefined : placeAt(atPointer(schema, pointer), pointer)
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
      if (!validators.has(place.schema)) validators.set(place.schema, compilePlace(place))
      return validators.get(place.schema)?.isValid(value) ?? false
    },
    compile(other) {
      try {
        return compileSchema(other, { ...options, schemas: { ...options.schemas, [DOCUMENT]: schema } })
      } catch (error) {
        if (error instanceof SkillError) return undefined
        throw error
      }
    },
    refTo,
  }

  function compilePlace(place: Place): SchemaValidator | undefined {
    const $ref = refTo(place)
    return $ref === undefined ? undefined : map.compile({ $ref })
  }
  return map
}

function refTo({ pointer }: Place): string | undefined {
  if (!pointer.isWellFormed()) return undefined
  return `${DOCUMENT}#${pointer.split('/').map(encodeURIComponent).join('/')}`
}

function anchorsOf(root: SchemaObject): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>()
  const pending: Place[] = [{ schema: root, pointer: '' }]
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { schema, pointer } = place
    if (typeof schema.$anchor === 'string') anchors.set(schema.$anchor, pointer)
    eachSubschema(schema, (sub, steps) => {
      if (isSchemaObject(sub) && sub.$id === undefined) {
        pending.push({ schema: sub, pointer: `${pointer}${toPointer(steps)}` })
      }
    })
  }
  return anchors
}
