import { atPointer, toPointer } from '../pointer.ts'
import { eachSubschema, isSchema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'

/** Schemas looked at when collecting names, at most. */
const MAX_SCHEMAS = 200_000
/** Where a schema without `$id` lives, so that relative references can be resolved. */
const HOME = 'skillwright://schema/root'

/** Finds what the references of one schema document lead to. */
export interface RefIndex {
  /** The schema that the node's `$ref` or `$dynamicRef` leads to; undefined when it has none, or it leads outside. */
  target(node: SchemaObject): Schema | undefined
  /** The JSON pointer to a schema of the document; empty for one that is not in it. */
  pointerTo(schema: Schema): string
  /** Every schema object of the document, each before those inside it. */
  readonly nodes: readonly SchemaObject[]
}

/** Reads the `$id`s and anchors of a schema document, each place once. */
export function indexRefs(root: Schema): RefIndex {
  const bases = new Map<SchemaObject, string>()
  const named = new Map<string, SchemaObject>()
  const pointers = new Map<Schema, string>()
  const pending: [node: Schema, base: string, pointer: string][] = [[root, HOME, '']]
  for (let next = pending.pop(); next && bases.size < MAX_SCHEMAS; next = pending.pop()) {
    const [node, outer, pointer] = next
    if (!isSchemaObject(node) || bases.has(node)) continue
    const base = typeof node.$id === 'string' ? resolveUri(node.$id, outer) : outer
    bases.set(node, base)
    pointers.set(node, pointer)
    if (base !== outer || node === root) named.set(base, node)
    for (const anchor of [node.$anchor, node.$dynamicAnchor])
      if (typeof anchor === 'string') named.set(`${base}#${anchor}`, node)
    eachSubschema(node, (sub, steps) => pending.push([sub, base, pointer + toPointer(steps)]))
  }
  return {
    nodes: [...bases.keys()],
    pointerTo: (schema) => pointers.get(schema) ?? '',
    target(node) {
      const ref = node.$ref ?? node.$dynamicRef
      // A node made while generating, a copy, has no place of its own: its references are the root's.
      return typeof ref === 'string' ? findTarget(ref, bases.get(node) ?? bases.get(asObject(root)) ?? HOME) : undefined
    },
  }

  function findTarget(ref: string, base: string): Schema | undefined {
    const uri = resolveUri(ref, base)
    const [resource = '', fragment = ''] = uri.split('#', 2)
    if (fragment !== '' && !fragment.startsWith('/')) return named.get(uri)
    const found = atPointer(named.get(resource), `#${fragment}`)
    return isSchema(found) ? found : undefined
  }
}

function asObject(schema: Schema): SchemaObject {
  return isSchemaObject(schema) ? schema : {}
}

function resolveUri(ref: string, base: string): string {
  if (ref.startsWith('#')) return ref === '#' ? base : `${base}${ref}`
  const uri = URL.parse(ref, base)?.href ?? ref
  return uri.endsWith('#') ? uri.slice(0, -1) : uri
}
