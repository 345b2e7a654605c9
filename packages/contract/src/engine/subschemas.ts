import { isSchemaObject, type SchemaObject } from '../schema.ts'
import { type Check, isFull, type Run } from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** Gives the check of another schema. */
export type CheckOf = (node: SchemaNode) => Check

/** Makes the check of one keyword of a schema. */
export type Applicator = (node: SchemaNode, checkOf: CheckOf) => Check

/** True when every part holds. Ends at the first that does not, unless reasons are wanted and there is room for more. */
export function each<T>(parts: readonly T[], run: Run, judge: (part: T, index: number) => boolean): boolean {
  let ok = true
  for (let i = 0; i < parts.length; i++) {
    if (judge(parts[i] as T, i)) continue
    if (!run.failures || isFull(run)) return false
    ok = false
  }
  return ok
}

/** The keywords of a schema. */
export function keywordsOf(node: SchemaNode): SchemaObject {
  return isSchemaObject(node.schema) ? node.schema : {}
}

/** The subschema of a keyword that holds one. */
export function one(node: SchemaNode, keyword: string): SchemaNode {
  return node.one.get(keyword) ?? { ...node, schema: true }
}

/** The subschemas of a keyword that holds a list. */
export function list(node: SchemaNode, keyword: string): readonly SchemaNode[] {
  return node.list.get(keyword) ?? []
}

/** The subschemas of a keyword that holds them by name. */
export function named(node: SchemaNode, keyword: string): ReadonlyMap<string, SchemaNode> {
  return node.named.get(keyword) ?? new Map()
}
