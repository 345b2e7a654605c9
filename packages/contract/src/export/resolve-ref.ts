import { isObject } from '../json.ts'
import { atPath, fromPointer, type PathStep, toPointer } from '../pointer.ts'
import { eachSubschema, isSchema, isSchemaObject, type Schema } from '../schema.ts'

/** What a `$ref` of a standalone schema leads to, and where that stands; undefined when it leads nowhere. */
export function resolveRef(root: Schema, ref: string): { schema: Schema; pointer: string } | undefined {
  if (!isSchemaObject(root) || !ref.startsWith('#')) return undefined
  const isPath = ref === '#' || ref.startsWith('#/')
  const pointer = isPath ? toPointer(fromPointer(ref)) : anchorsOf(root).get(ref.slice(1))
  if (pointer === undefined) return undefined
  const schema = atPath(root, fromPointer(pointer))
  return isSchema(schema) ? { schema, pointer } : undefined
}

const anchorsByRoot = new WeakMap<object, ReadonlyMap<string, string>>()

function anchorsOf(root: Schema): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>()
  if (!isObject(root)) return anchors
  const known = anchorsByRoot.get(root)
  if (known) return known
  const pending: [Schema, readonly PathStep[]][] = [[root, []]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [schema, path] = next
    if (!isSchemaObject(schema)) continue
    if (typeof schema.$anchor === 'string') anchors.set(schema.$anchor, toPointer(path))
    eachSubschema(schema, (sub, steps) => pending.push([sub, [...path, ...steps]]))
  }
  anchorsByRoot.set(root, anchors)
  return anchors
}
