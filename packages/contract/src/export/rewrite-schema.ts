import { defineKey } from '../json.ts'
import { isSchemaObject, mapSubschemas, type Schema, type SchemaObject } from '../schema.ts'

/** What rewriteSchema changes. */
export interface Rewrite {
  /** The replacement of a `$ref`; undefined removes it. */
  readonly ref: (ref: string) => string | undefined
  /** Which keywords stay; a property that happens to be called like one is no keyword. */
  readonly keep: (keyword: string) => boolean
}

/** A copy of a schema without some keywords and with other references, at every depth. Values such as `default` are not touched. */
export function rewriteSchema(schema: SchemaObject, rewrite: Rewrite): SchemaObject
export function rewriteSchema(schema: Schema, rewrite: Rewrite): Schema
export function rewriteSchema(schema: Schema, rewrite: Rewrite): Schema {
  if (!isSchemaObject(schema)) return schema
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!rewrite.keep(keyword)) continue
    const isRef = keyword === '$ref' && typeof value === 'string'
    const next = isRef ? rewrite.ref(value) : mapSubschemas(keyword, value, (sub) => rewriteSchema(sub, rewrite))
    if (next !== undefined) defineKey(copy, keyword, next)
  }
  return copy satisfies SchemaObject
}

/** True for what a tool definition may show of a schema: not our own `x-*` keywords, which are for human readers. */
export function isForModels(keyword: string): boolean {
  return !keyword.startsWith('x-')
}
