import { defineKey, isObject } from '../json.ts'
import {
  isSchema,
  isSchemaObject,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  type Schema,
  type SchemaObject,
} from '../schema.ts'

/** What rewriteSchema changes. */
export interface Rewrite {
  /** What becomes of a `$ref`; undefined takes it out. */
  readonly ref?: (ref: string) => string | undefined
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
    const next = rewriteValue(keyword, value, rewrite)
    if (next !== undefined) defineKey(copy, keyword, next)
  }
  return copy satisfies SchemaObject
}

function rewriteValue(keyword: string, value: unknown, rewrite: Rewrite): unknown {
  if (keyword === '$ref' && typeof value === 'string') return rewrite.ref ? rewrite.ref(value) : value
  if (ONE.has(keyword) && isSchema(value)) return rewriteSchema(value, rewrite)
  if (LIST.has(keyword) && Array.isArray(value)) {
    return value.map((item) => (isSchema(item) ? rewriteSchema(item, rewrite) : item))
  }
  if (!MAP.has(keyword) || !isObject(value)) return value
  const copy = {}
  for (const [name, sub] of Object.entries(value)) {
    defineKey(copy, name, isSchema(sub) ? rewriteSchema(sub, rewrite) : sub)
  }
  return copy
}

const ONE: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS)
const LIST: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS)
const MAP: ReadonlySet<string> = new Set(SCHEMA_MAP_KEYWORDS)

/** True for what a tool definition may show of a schema: not our own `x-*` keywords, which people read. */
export function isForModels(keyword: string): boolean {
  return !keyword.startsWith('x-')
}
