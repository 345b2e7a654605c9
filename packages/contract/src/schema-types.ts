import { jsonTypeOf } from './json.ts'
import type { SchemaObject, SchemaType } from './schema.ts'

/** The types a schema's own `type` keyword names, or undefined when it names none. Safe to ask of a document that was not checked. */
export function typesOf({ type }: SchemaObject): readonly SchemaType[] | undefined {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type : undefined
}

/** True when the schema's own `type` names one of these. */
export function namesType(schema: SchemaObject, ...types: readonly SchemaType[]): boolean {
  return typesOf(schema)?.some((type) => types.includes(type)) ?? false
}

/** True when values of the type are among those of the types: every integer is a number. */
export function includesType(types: Iterable<SchemaType>, type: SchemaType): boolean {
  for (const each of types) if (each === type || (each === 'number' && type === 'integer')) return true
  return false
}

/** True when the value is of one of the types. */
export function isOfType(types: Iterable<SchemaType>, value: unknown): boolean {
  return includesType(types, jsonTypeOf(value))
}

const KEYWORDS_OF_TYPE = {
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  string: 'minLength maxLength pattern format',
  array: 'minItems maxItems uniqueItems items prefixItems contains',
  object: 'properties required additionalProperties minProperties maxProperties patternProperties',
} as const

/** The type that a keyword applies to; keywords that apply to every type are absent. */
export const TYPE_OF_KEYWORD: ReadonlyMap<string, SchemaType> = new Map(
  (['number', 'string', 'array', 'object'] as const).flatMap((type) =>
    KEYWORDS_OF_TYPE[type].split(' ').map((keyword) => [keyword, type] as const),
  ),
)

/** The types that a schema's keywords apply to. A schema without `type` accepts all other types too, though that is rarely meant. */
export function impliedTypes(schema: SchemaObject): readonly SchemaType[] {
  const types = new Set<SchemaType>()
  for (const [keyword, type] of TYPE_OF_KEYWORD) if (Object.hasOwn(schema, keyword)) types.add(type)
  return [...types]
}
