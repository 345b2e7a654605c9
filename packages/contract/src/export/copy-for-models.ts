import { freeName } from '../free-name.ts'
import { defineKey } from '../json.ts'
import { fromPointer } from '../pointer.ts'
import { indexRefs } from '../ref-index.ts'
import { LOCATION_KEYWORDS, type Schema, type SchemaObject } from '../schema.ts'
import { isForModels, rewriteSchema } from './rewrite-schema.ts'

/** Copies parts of one standalone schema into a new one. */
export interface ModelCopy {
  /** A part without our own keywords, its references leading into `$defs` of the new schema. */
  copy(schema: SchemaObject): SchemaObject
  copy(schema: Schema): Schema
  /** `$defs` with all that was referred to so far, or nothing. */
  definitions(): { readonly $defs?: Readonly<Record<string, Schema>> }
}

/** Starts a new schema made of parts of another. */
export function copyForModels(root: Schema): ModelCopy {
  const found = new Map<string, { name: string; schema: Schema }>()
  const taken = new Set<string>()
  const ref = (text: string) => {
    const target = indexRefs(root).resolve(text)
    if (!target) return undefined
    if (target.pointer === '') return '#'
    let name = found.get(target.pointer)?.name
    if (name === undefined) {
      const wanted = (fromPointer(target.pointer).at(-1) ?? '').replaceAll(/[^A-Za-z0-9._-]+/gu, '_')
      name = freeName(wanted, (other) => taken.has(other))
      taken.add(name)
      found.set(target.pointer, { name, schema: target.schema })
    }
    return `#/$defs/${name}`
  }
  const keep = (keyword: string) => isForModels(keyword) && !LOCATION_KEYWORDS.has(keyword)
  function copy(schema: SchemaObject): SchemaObject
  function copy(schema: Schema): Schema
  function copy(schema: Schema): Schema {
    return rewriteSchema(schema, { ref, keep })
  }
  function definitions() {
    const $defs: Record<string, Schema> = {}
    // Copying one may find the next, which the map then hands out too.
    for (const { name, schema } of found.values()) defineKey($defs, name, copy(schema))
    return found.size > 0 ? { $defs } : {}
  }
  return { copy, definitions }
}
