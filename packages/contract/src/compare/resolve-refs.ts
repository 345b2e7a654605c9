import { atPointer } from '../pointer.ts'
import { eachSubschema, isSchema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'

/** Finds what a schema's reference names, or undefined when that is not inside the document. */
export type RefResolver = (schema: SchemaObject) => Schema | undefined

const NOWHERE = 'schema://document/'

/** Makes a resolver for the `$ref` and `$dynamicRef` of one document. Nothing is ever fetched. */
export function resolveRefs(root: Schema): RefResolver {
  const bases = new Map<SchemaObject, string>()
  const resources = new Map<string, Schema>([[NOWHERE, root]])
  const anchors = new Map<string, Schema>()
  const dynamicAnchors = new Map<string, number>()
  const pending: [Schema, string][] = [[root, NOWHERE]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [schema, outer] = next
    if (!isSchemaObject(schema) || bases.has(schema)) continue
    const base = typeof schema.$id === 'string' ? withoutFragment(absolute(schema.$id, outer)) : outer
    if (base !== outer) resources.set(base, schema)
    bases.set(schema, base)
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof anchor === 'string') anchors.set(`${base}#${anchor}`, schema)
    }
    if (typeof schema.$dynamicAnchor === 'string') {
      dynamicAnchors.set(schema.$dynamicAnchor, (dynamicAnchors.get(schema.$dynamicAnchor) ?? 0) + 1)
    }
    eachSubschema(schema, (sub) => pending.push([sub, base]))
  }

  return (schema) => {
    const isDynamic = typeof schema.$dynamicRef === 'string'
    const ref = isDynamic ? schema.$dynamicRef : schema.$ref
    if (typeof ref !== 'string') return undefined
    const uri = absolute(ref, bases.get(schema) ?? NOWHERE)
    const [base = '', fragment = ''] = splitFragment(uri)
    // With one such anchor in the whole document the dynamic scope cannot change what it means.
    if (isDynamic && (dynamicAnchors.get(fragment) ?? 0) > 1) return undefined
    if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(uri)
    const target = atPointer(resources.get(base), `#${fragment}`)
    return isSchema(target) ? target : undefined
  }
}

function absolute(ref: string, base: string): string {
  if (ref.startsWith('#')) return `${base}${ref}`
  try {
    const [path = '', fragment] = splitFragment(ref)
    const url = new URL(path, base).href
    return fragment === undefined ? url : `${url}#${fragment}`
  } catch {
    return ref
  }
}

function withoutFragment(uri: string): string {
  return splitFragment(uri)[0] ?? uri
}

function splitFragment(uri: string): [string, string?] {
  const at = uri.indexOf('#')
  return at < 0 ? [uri] : [uri.slice(0, at), uri.slice(at + 1)]
}
