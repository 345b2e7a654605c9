import { hasOwn, isObject } from '../json.ts'
import { atPath } from '../pointer.ts'
import type { SchemaObject } from '../schema.ts'

/** The names of the properties that a schema itself declares, also in a document that was not checked yet. */
export function declaredNames({ properties }: SchemaObject): readonly string[] {
  return isObject(properties) ? Object.keys(properties) : []
}

/** The schema of a property that a schema itself declares; undefined when it does not. */
export function declaredProperty(schema: SchemaObject, name: string): unknown {
  return atPath(schema, ['properties', name])
}

/** True when a schema itself declares the property with a default. */
export function hasDefault(schema: SchemaObject, name: unknown): boolean {
  const property = typeof name === 'string' ? declaredProperty(schema, name) : undefined
  return isObject(property) && hasOwn(property, 'default')
}
