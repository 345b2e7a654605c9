import { atPointer } from '../pointer.ts'
import { indexRefs, type RefTarget } from '../ref-index.ts'
import { isSchema, type Schema, type SchemaObject } from '../schema.ts'

/** Resolves the references of a schema; undefined stands for one that cannot be resolved within the document. */
export type RefResolver = (schema: SchemaObject) => readonly (RefTarget | undefined)[]

/** Makes a resolver for the `$ref` and `$dynamicRef` of one document. Nothing is ever fetched. */
export function resolveRefs(root: Schema): RefResolver {
  const index = indexRefs(root)
  const dynamicAnchors = new Set<string>()
  const ambiguous = new Set<string>()
  for (const { $dynamicAnchor: anchor } of index.schemas) {
    if (typeof anchor !== 'string') continue
    if (dynamicAnchors.has(anchor)) ambiguous.add(anchor)
    dynamicAnchors.add(anchor)
  }

  return (schema) => {
    const { $ref, $dynamicRef } = schema
    const targets: (RefTarget | undefined)[] = []
    if ($ref !== undefined) targets.push(typeof $ref === 'string' ? index.resolve($ref, schema) : undefined)
    if ($dynamicRef !== undefined) {
      // With one such anchor in the whole document the dynamic scope cannot change what it means.
      const isClear = typeof $dynamicRef === 'string' && !ambiguous.has($dynamicRef.slice($dynamicRef.indexOf('#') + 1))
      targets.push(isClear ? index.resolve($dynamicRef, schema) : undefined)
    }
    return targets
  }
}

/** The same for references that are pointers into the document, without reading the whole of it first. */
export function resolvePointers(root: Schema): RefResolver {
  return ({ $ref, $dynamicRef }) => {
    const isPointer = typeof $ref === 'string' && /^#(?:\/|$)/.test($ref)
    const schema = isPointer ? atPointer(root, $ref) : undefined
    const targets = $ref === undefined ? [] : [isSchema(schema) ? { schema, pointer: String($ref) } : undefined]
    return $dynamicRef === undefined ? targets : [...targets, undefined]
  }
}
