import { defineKey } from './json.ts'

/** The name of the draft that every schema is written in, or rewritten to. */
export const CURRENT_DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** A JSON Schema, draft 2020-12. `true` accepts everything, `false` nothing. */
export type Schema = boolean | SchemaObject

/** A JSON Schema written as an object. Only known keywords are typed; a hostile document may hold anything until it is checked. */
export interface SchemaObject {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: SchemaType | readonly SchemaType[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly unevaluatedProperties?: Schema
  readonly propertyNames?: Schema
  readonly required?: readonly string[]
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly dependentSchemas?: Readonly<Record<string, Schema>>
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly unevaluatedItems?: Schema
  readonly contains?: Schema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly title?: string
  readonly description?: string
  readonly [keyword: string]: unknown
}

/** The type names JSON Schema knows. */
export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** Keywords that hold one schema. */
export const SCHEMA_KEYWORDS = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
] as const

/** Keywords that hold a list of schemas. */
export const SCHEMA_LIST_KEYWORDS = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const

/** Keywords that hold schemas by name. */
export const SCHEMA_MAP_KEYWORDS = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
] as const

/** Keywords that only describe; they refuse nothing. */
export const ANNOTATION_KEYWORDS: ReadonlySet<string> = new Set(
  'title description default examples deprecated readOnly writeOnly $comment'.split(' '),
)

/** Keywords that say what a schema is and where it stands, or hold schemas to refer to. */
export const LOCATION_KEYWORDS: ReadonlySet<string> = new Set('$schema $id $anchor $defs definitions'.split(' '))

/** Calls `visit` with every direct subschema and the steps that lead to it. */
export function eachSubschema(
  schema: SchemaObject,
  visit: (sub: Schema, steps: readonly (string | number)[]) => void,
): void {
  for (const keyword of SCHEMA_KEYWORDS) {
    const sub = schema[keyword]
    if (isSchema(sub)) visit(sub, [keyword])
  }
  for (const keyword of SCHEMA_LIST_KEYWORDS) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    for (const [i, sub] of list.entries()) if (isSchema(sub)) visit(sub, [keyword, i])
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    const map = schema[keyword]
    if (!isSchemaObject(map)) continue
    for (const [name, sub] of Object.entries(map)) if (isSchema(sub)) visit(sub, [keyword, name])
  }
}

const HOLDS_ONE: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS)
const HOLDS_LIST: ReadonlySet<string> = new Set(SCHEMA_LIST_KEYWORDS)
const HOLDS_MAP: ReadonlySet<string> = new Set(SCHEMA_MAP_KEYWORDS)

/** The value of a keyword with each schema directly in it replaced; the very same value when `change` changes none. */
export function mapSubschemas(keyword: string, value: unknown, change: (sub: Schema) => Schema): unknown {
  if (HOLDS_ONE.has(keyword)) return isSchema(value) ? change(value) : value
  if (Array.isArray(value)) return HOLDS_LIST.has(keyword) ? mapValues(value, change) : value
  return HOLDS_MAP.has(keyword) && isSchemaObject(value) ? mapValues(value, change) : value
}

function mapValues(holder: object, change: (sub: Schema) => Schema): object {
  let copy: object | undefined
  for (const [key, sub] of Object.entries(holder)) {
    const next = isSchema(sub) ? change(sub) : sub
    if (next === sub) continue
    copy ??= Array.isArray(holder) ? [...holder] : { ...holder }
    defineKey(copy, key, next)
  }
  return copy ?? holder
}

/** True for what may stand where a schema is expected. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value)
}

/** True for a schema written as an object. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
