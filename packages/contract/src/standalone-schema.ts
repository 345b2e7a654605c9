import { freeName } from './free-name.ts'
import { defineKey, hasOwn, isObject, jsonEquals } from './json.ts'
import { atPointer, fromPointer, toFragment, toPointer } from './pointer.ts'
import { eachSubschema, isSchema, isSchemaObject, mapSubschemas, type Schema, type SchemaObject } from './schema.ts'

/**
 * Makes a schema that stands inside a contract document stand alone: whatever its `$ref`s name in the document is copied
 * into its own `$defs`, and a root that is nothing but a reference becomes what it refers to.
 */
export function standaloneSchema(schema: Schema, document: unknown): Schema {
  const { schema: whole } = importDefinitions(schema, document)
  return typeof whole === 'boolean' ? whole : inlineRoot(whole)
}

/** A schema with what it needs of the document in its own `$defs`. */
export interface ImportedDefinitions {
  readonly schema: Schema
  /** Name in `$defs` to the pointer in the document that it was copied from. */
  readonly origins: ReadonlyMap<string, string>
}

/** Copies what the `$ref`s of a schema name in the document. A reference that resolves inside the schema stays, so does one that resolves nowhere. */
export function importDefinitions(schema: Schema, document: unknown): ImportedDefinitions {
  const origins = new Map<string, string>()
  if (typeof schema === 'boolean') return { schema, origins }
  const nameOfRef = new Map<string, string>()
  const taken = new Map<string, Schema>(isObject(schema.$defs) ? Object.entries(schema.$defs) : [])
  const imported = new Map<string, Schema>()

  // A list, not recursion: definitions may refer to each other in chains of any length.
  const pending: { name: string; target: Schema }[] = []

  function importRef(ref: string): string {
    const name = ref.startsWith('#/') ? (nameOfRef.get(ref) ?? newName(ref)) : undefined
    return name === undefined ? ref : toFragment(toPointer(['$defs', name]))
  }

  function newName(ref: string): string | undefined {
    const target = atPointer(document, ref)
    if (!isSchema(target)) return undefined
    const isOther = (name: string) => taken.has(name) && !jsonEquals(taken.get(name), target)
    const name = freeName(fromPointer(ref).at(-1) ?? 'root', isOther)
    nameOfRef.set(ref, name)
    origins.set(name, toPointer(fromPointer(ref)))
    taken.set(name, target)
    pending.push({ name, target })
    return name
  }

  const own = mapRefs(schema, (ref) => (isSchema(atPointer(schema, ref)) ? ref : importRef(ref)))
  for (let next = pending.pop(); next; next = pending.pop()) {
    // What was copied from the document refers to the document, never to the schema that it was copied into.
    imported.set(next.name, isSchemaObject(next.target) ? mapRefs(next.target, importRef) : next.target)
  }
  const whole = imported.size === 0 ? own : { ...own, $defs: { ...own.$defs, ...Object.fromEntries(imported) } }
  return { schema: whole, origins }
}

/** The schema with every `$ref` replaced by what `change` makes of it; the same object where nothing changes. */
function mapRefs(schema: SchemaObject, change: (ref: string) => string): SchemaObject {
  let copy: SchemaObject | undefined
  for (const [keyword, value] of Object.entries(schema)) {
    const isRef = keyword === '$ref' && typeof value === 'string'
    const inside = (sub: Schema) => (typeof sub === 'boolean' ? sub : mapRefs(sub, change))
    const next = isRef ? change(value) : mapSubschemas(keyword, value, inside)
    if (next === value) continue
    copy ??= { ...schema }
    defineKey(copy, keyword, next)
  }
  return copy ?? schema
}

/** A root that is nothing but a reference becomes what it refers to, so that its properties are in plain sight. */
function inlineRoot(schema: SchemaObject): SchemaObject {
  const { $ref, $defs, ...rest } = schema
  if (!$ref?.startsWith('#/$defs/') || $defs === undefined) return schema
  const name = fromPointer($ref)[1] ?? ''
  const target = hasOwn($defs, name) ? $defs[name] : undefined
  const isPlain = Object.keys(rest).every((key) => key === 'title' || key === 'description' || key.startsWith('x-'))
  if (!isPlain || !isSchemaObject(target) || target.$id !== undefined || target.$defs !== undefined) return schema
  const { [name]: _inlined, ...others } = $defs
  const isStillNamed = mentions(target, $ref) || Object.values(others).some((def) => mentions(def, $ref))
  const kept = isStillNamed ? $defs : others
  return { ...target, ...rest, ...(Object.keys(kept).length > 0 ? { $defs: kept } : {}) }
}

function mentions(schema: Schema, ref: string): boolean {
  if (typeof schema === 'boolean') return false
  let found = schema.$ref === ref
  eachSubschema(schema, (sub) => {
    found ||= mentions(sub, ref)
  })
  return found
}
