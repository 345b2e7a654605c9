import { isObject } from '@skillwright/contract'
import type { Schema } from '../skill/contract-actions.ts'

/** Keywords whose names are the author's own, each with a schema. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords that hold values, in which nothing is a keyword. */
const VALUES = new Set(['default', 'examples', 'enum', 'const', 'required'])
/** A browser's fields for these leave out the time zone, and show nothing of what has one. */
const ZONED = new Set(['date-time', 'time'])

/**
 * A schema as fields are made from it. The hub checks what is sent, so that patterns are left out: some browsers try one at every key, and
 * it may take for ever. Moments are written as text.
 */
export function schemaForFields(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'pattern' && !(key === 'format' && ZONED.has(String(value))))
      .map(([key, value]) => [key, partForFields(key, value)]),
  )
}

function partForFields(key: string, value: unknown): unknown {
  if (VALUES.has(key)) return value
  if (Array.isArray(value)) return value.map((one: unknown) => (isObject(one) ? schemaForFields(one) : one))
  if (!isObject(value)) return value
  if (!NAMED.has(key)) return schemaForFields(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isObject(part) ? schemaForFields(part) : part]),
  )
}
