import type { SchemaObject, SchemaType } from '../schema.ts'

/** True when the schema's own `type` names one of these, also in a document that was not checked yet. */
export function isTypeOf(schema: SchemaObject, ...types: readonly SchemaType[]): boolean {
  const own: unknown = schema.type
  if (typeof own === 'string') return types.some((type) => type === own)
  return Array.isArray(own) && types.some((type) => own.includes(type))
}
