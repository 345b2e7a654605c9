import { isObject } from '../json.ts'
import { isSchemaObject, mapSubschemas, type Schema } from '../schema.ts'

/**
 * The schema of what a caller may send: defaults are filled in before an input is validated, so that a required property
 * with a default need not be sent. The schema must not be deeper than the stack allows.
 */
export function withFilledDefaults(schema: Schema): Schema {
  if (!isSchemaObject(schema)) return schema
  const copy: Record<string, unknown> = { ...schema }
  for (const [keyword, value] of Object.entries(schema))
    copy[keyword] = mapSubschemas(keyword, value, withFilledDefaults)
  if (Array.isArray(schema.required))
    copy.required = schema.required.filter((name) => !hasDefault(schema.properties, name))
  return copy
}

function hasDefault(properties: unknown, name: string): boolean {
  const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isSchemaObject(property) && Object.hasOwn(property, 'default')
}
