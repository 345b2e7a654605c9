import { isObject } from '@skillwright/contract'
import { definitionOf, type Schema } from './contract-actions.ts'

/** One parameter as a row of a table. */
export interface ParameterRow {
  /** `filters.since`, `topics[]`. */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly limits: readonly Limit[]
  readonly fallback: string | undefined
  readonly example: string | undefined
}

/** What a value is held to: `1 … 10`, and of what. */
interface Limit {
  readonly text: string
  readonly unit?: 'characters' | 'items'
}

const DEEPEST = 4

/** The parameters of an object schema, those of nested objects and lists below their parents. */
export function parameterRows(schema: Schema, root: Schema = schema, prefix = '', depth = 0): readonly ParameterRow[] {
  const { properties, required } = resolve(schema, root)
  if (!isObject(properties) || depth > DEEPEST) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).flatMap(([name, value]) => {
    const inner = resolve(isObject(value) ? value : {}, root)
    const path = `${prefix}${name}`
    const items = isObject(inner.items) ? resolve(inner.items, root) : undefined
    return [
      rowOf(path, inner, items, needed.has(name)),
      ...parameterRows(inner, root, `${path}.`, depth + 1),
      ...(items === undefined ? [] : parameterRows(items, root, `${path}[].`, depth + 1)),
    ]
  })
}

function rowOf(path: string, schema: Schema, items: Schema | undefined, isRequired: boolean): ParameterRow {
  return {
    path,
    type: typeOf(schema, items),
    isRequired,
    description: typeof schema.description === 'string' ? schema.description : '',
    limits: limitsOf(schema),
    fallback: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    example:
      Array.isArray(schema.examples) && schema.examples.length > 0 ? JSON.stringify(schema.examples[0]) : undefined,
  }
}

function typeOf({ type, format, ...schema }: Schema, items: Schema | undefined): string {
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return items === undefined ? 'array' : `${typeOf(items, undefined)}[]`
  if (typeof type === 'string') return typeof format === 'string' ? `${type} (${format})` : type
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return 'enum'
  const choice = schema.oneOf ?? schema.anyOf
  return Array.isArray(choice)
    ? choice.map((one) => (isObject(one) ? typeOf(one, undefined) : 'any')).join(' | ')
    : 'any'
}

function limitsOf(schema: Schema): readonly Limit[] {
  const { enum: words, pattern } = schema
  return [
    ...(Array.isArray(words) ? [{ text: words.map((word) => JSON.stringify(word)).join(' · ') }] : []),
    ...range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum),
    ...range(schema.minLength, schema.maxLength, 'characters'),
    ...range(schema.minItems, schema.maxItems, 'items'),
    ...(typeof pattern === 'string' ? [{ text: `/${pattern}/` }] : []),
  ]
}

function range(least: unknown, most: unknown, unit?: Limit['unit']): readonly Limit[] {
  if (typeof least !== 'number' && typeof most !== 'number') return []
  const text = typeof most !== 'number' ? `≥ ${least}` : typeof least !== 'number' ? `≤ ${most}` : `${least} … ${most}`
  return [unit === undefined ? { text } : { text, unit }]
}

/** What a reference into the same document names. */
function resolve(schema: Schema, root: Schema): Schema {
  const { $ref } = schema
  const found = typeof $ref === 'string' ? definitionOf($ref, root) : undefined
  return found === undefined ? schema : { ...found, ...schema, $ref: undefined }
}
