import { atPointer, fromPointer, toPointer } from './pointer.ts'
import { eachSubschema, isSchema, isSchemaObject, type Schema, type SchemaObject } from './schema.ts'

/** What a reference leads to, and where that stands. */
export interface RefTarget {
  readonly schema: Schema
  /** JSON pointer from the root of the document. */
  readonly pointer: string
}

/** Finds what the references of one schema document lead to. Nothing is ever fetched. */
export interface RefIndex {
  /** Every schema object of the document, each before those inside it. */
  readonly schemas: readonly SchemaObject[]
  /** What a reference leads to that stands in the given schema; undefined when that is not in the document. */
  resolve(ref: string, from?: SchemaObject): RefTarget | undefined
  /** What the `$ref` of a schema, or else its `$dynamicRef`, leads to. */
  target(schema: SchemaObject): RefTarget | undefined
  /** The JSON pointer to a schema of the document; empty for one that is not in it. */
  pointerTo(schema: Schema): string
}

/** Where a document without `$id` lives, so that relative references can be resolved. */
const HOME = 'skillwright://schema/root'

const known = new WeakMap<object, RefIndex>()

/** Reads the `$id`s and anchors of a schema document, once for each document. */
export function indexRefs(root: Schema): RefIndex {
  if (!isSchemaObject(root)) return readRefs(root)
  const index = known.get(root) ?? readRefs(root)
  known.set(root, index)
  return index
}

function readRefs(root: Schema): RefIndex {
  const bases = new Map<SchemaObject, string>()
  const pointers = new Map<Schema, string>()
  const named = new Map<string, SchemaObject>()
  const pending: [schema: Schema, base: string, pointer: string][] = [[root, HOME, '']]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [schema, outer, pointer] = next
    if (!isSchemaObject(schema) || bases.has(schema)) continue
    const base = typeof schema.$id === 'string' ? absolute(schema.$id, outer) : outer
    bases.set(schema, base)
    pointers.set(schema, pointer)
    if (base !== outer || schema === root) named.set(base, schema)
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor])
      if (typeof anchor === 'string') named.set(`${base}#${anchor}`, schema)
    eachSubschema(schema, (sub, steps) => pending.push([sub, base, pointer + toPointer(steps)]))
  }

  const pointerTo = (schema: Schema) => pointers.get(schema) ?? ''
  // A schema that is only a copy of one in the document has no place of its own: its references are the root's.
  const baseOf = (schema: SchemaObject) => bases.get(schema) ?? (isSchemaObject(root) ? bases.get(root) : undefined)

  function resolve(ref: string, from: SchemaObject = {}): RefTarget | undefined {
    const uri = absolute(ref, baseOf(from) ?? HOME)
    const [resource = '', fragment = ''] = uri.split('#', 2)
    const isPath = fragment === '' || fragment.startsWith('/')
    const start = named.get(isPath ? resource : uri)
    if (start === undefined || !isPath) return start && { schema: start, pointer: pointerTo(start) }
    const schema = atPointer(start, `#${fragment}`)
    if (!isSchema(schema)) return undefined
    return { schema, pointer: pointerTo(start) + toPointer(fromPointer(`#${fragment}`)) }
  }

  return {
    schemas: [...bases.keys()],
    resolve,
    target(schema) {
      const ref = schema.$ref ?? schema.$dynamicRef
      return typeof ref === 'string' ? resolve(ref, schema) : undefined
    },
    pointerTo,
  }
}

function absolute(ref: string, base: string): string {
  if (ref.startsWith('#')) return ref === '#' ? base : `${base}${ref}`
  const uri = URL.parse(ref, base)?.href ?? ref
  return uri.endsWith('#') ? uri.slice(0, -1) : uri
}
