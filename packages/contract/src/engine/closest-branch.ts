import { isObject } from '../json.ts'
import { isSchemaObject, type SchemaObject } from '../schema.ts'
import { ASSERTIONS } from './assertions.ts'
import type { SchemaNode } from './schema-node.ts'

const WRONG_KIND = 1_000
const MAX_ITEMS = 10

/**
 * The branch of an `anyOf` or `oneOf` that the value was probably meant for; undefined when the value is not even of
 * the right kind for any. Looks one level deep, so that nested alternatives do not multiply.
 */
export function chooseClosest(
  branches: readonly SchemaNode[],
  value: unknown,
  holds: (node: SchemaNode, part: unknown) => boolean,
): SchemaNode | undefined {
  const near = branches
    .map((branch) => ({ branch, distance: distanceTo(branch, value, holds) }))
    .filter(({ distance }) => distance < WRONG_KIND)
  // Of a plain value nothing but the kind can be known, so several branches are equally near.
  if (near.length > 1 && (typeof value !== 'object' || value === null)) return undefined
  return near.sort((a, b) => a.distance - b.distance)[0]?.branch
}

function distanceTo(branch: SchemaNode, value: unknown, holds: (node: SchemaNode, part: unknown) => boolean): number {
  let distance = 0
  const seen = new Set<SchemaNode>()
  const pending = [branch]
  for (let node = pending.pop(); node && distance < WRONG_KIND; node = pending.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    distance += ownDistance(node, value, holds)
    if (node.ref) pending.push(node.ref)
    pending.push(...(node.list.get('allOf') ?? []))
  }
  return distance
}

function ownDistance(node: SchemaNode, value: unknown, holds: (node: SchemaNode, part: unknown) => boolean): number {
  const { schema } = node
  if (!isSchemaObject(schema)) return schema ? 0 : WRONG_KIND
  for (const keyword of ['type', 'const', 'enum'] as const) {
    if (Object.hasOwn(schema, keyword) && !ASSERTIONS[keyword]?.(schema)(value)) return WRONG_KIND
  }
  if (isObject(value)) return objectDistance(node, schema, value, holds)
  if (!Array.isArray(value)) return 1
  const items = node.one.get('items')
  return items ? value.slice(0, MAX_ITEMS).filter((item) => !holds(items, item)).length : 1
}

/** A property that tells the kinds apart (`const` or `enum`) weighs more than all others. */
function objectDistance(
  node: SchemaNode,
  schema: SchemaObject,
  value: Record<string, unknown>,
  holds: (node: SchemaNode, part: unknown) => boolean,
): number {
  const properties = node.named.get('properties') ?? new Map<string, SchemaNode>()
  let distance = 0
  for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) distance += 3
  for (const [name, sub] of properties) {
    if (!Object.hasOwn(value, name) || holds(sub, value[name])) continue
    const isTag =
      isSchemaObject(sub.schema) && (Object.hasOwn(sub.schema, 'const') || Object.hasOwn(sub.schema, 'enum'))
    distance += isTag ? 20 : 1
  }
  if (node.one.get('additionalProperties')?.schema === false) {
    for (const key of Object.keys(value)) if (!properties.has(key)) distance += 2
  }
  return Math.min(distance, WRONG_KIND - 1)
}
