import type { Schema, SchemaObject } from '../schema.ts'

/** A copy without some of its keys. */
export function withoutKeys<T extends object>(object: T, keys: readonly string[]): T {
  const copy = { ...object }
  for (const key of keys) Reflect.deleteProperty(copy, key)
  return copy
}

/** The schema with the demand to fit others, too. */
export function alsoFitting(node: SchemaObject, more: readonly Schema[]): SchemaObject {
  return { ...node, allOf: [...(node.allOf ?? []), ...more] }
}

/** A record with one own key, even when that is `__proto__`. */
export function ownKey<T>(key: string, value: T): Record<string, T> {
  return Object.fromEntries([[key, value]])
}
