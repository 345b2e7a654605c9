import { hasOwn } from '../json.ts'
import type { RefIndex } from '../ref-index.ts'
import type { Schema, SchemaObject } from '../schema.ts'

/** Rounds of improving the estimate. */
const MAX_ROUNDS = 200

/** How many levels the smallest value of each schema has, at least; infinite where a recursion has no end. */
export function measureHeights(refs: RefIndex): (schema: Schema) => number {
  const heights = new Map<SchemaObject, number>()
  const heightOf = (schema: Schema): number => {
    if (typeof schema === 'boolean') return schema ? 0 : Infinity
    return heights.get(schema) ?? 0
  }
  for (const node of refs.schemas) heights.set(node, Infinity)
  const inwards = [...refs.schemas].reverse()
  let changed = true
  for (let round = 0; changed && round < MAX_ROUNDS; round++) {
    changed = false
    for (const node of inwards) {
      const height = leastHeight(node, refs, heightOf)
      if (height < heightOf(node)) {
        heights.set(node, height)
        changed = true
      }
    }
  }
  // Not all known after so many rounds: then infinite only means high.
  return changed ? (schema) => Math.min(heightOf(schema), MAX_ROUNDS) : heightOf
}

function leastHeight(node: SchemaObject, refs: RefIndex, heightOf: (schema: Schema) => number): number {
  let height = 0
  const atLeast = (other: number) => {
    height = Math.max(height, other)
  }
  const target = refs.target(node)
  if (target !== undefined) atLeast(heightOf(target.schema))
  for (const part of node.allOf ?? []) atLeast(heightOf(part))
  for (const branches of [node.anyOf, node.oneOf])
    if (branches) atLeast(branches.reduce<number>((least, part) => Math.min(least, heightOf(part)), Infinity))
  // Only what is surely an object or an array has to have something inside.
  if (node.type === 'object')
    for (const key of node.required ?? []) atLeast(1 + heightOf(ownSchema(node.properties, key)))
  if (node.type === 'array') {
    const { minItems = 0, prefixItems = [], items = true } = node
    for (const item of prefixItems.slice(0, minItems)) atLeast(1 + heightOf(item))
    if (minItems > prefixItems.length) atLeast(1 + heightOf(items))
  }
  return height
}

function ownSchema(properties: Readonly<Record<string, Schema>> | undefined, key: string): Schema {
  return properties && hasOwn(properties, key) ? (properties[key] ?? true) : true
}
