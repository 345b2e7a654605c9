import { hasOwn } from '../json.ts'
import { isSchemaObject, type SchemaObject } from '../schema.ts'
import { typesOf } from '../schema-types.ts'
import { intersectValues } from './known-values.ts'
import type { Kind, Scope, Shape } from './shape.ts'

/** Narrows the shape by the keywords of one schema that leave no choice; its subschemas in place are not entered. */
export function applyKeywords(shape: Shape, schema: SchemaObject, scopes: readonly Scope[]): void {
  applyValues(shape, schema)
  applyNumber(shape, schema)
  applyString(shape, schema)
  applyArray(shape, schema, scopes)
  applyObject(shape, schema, scopes)
  if (isPlainNegation(schema.not)) applyPlainNegation(shape, schema.not)
}

/** Keywords whose negation no other keyword can say; a shape knows it directly. */
const PLAIN: Readonly<Record<string, Kind | undefined>> = {
  enum: undefined,
  const: undefined,
  multipleOf: 'number',
  pattern: 'string',
  format: 'string',
  uniqueItems: 'array',
}

/** True for the schema under a `not` that a shape takes as it is, such as `{ pattern }`. */
export function isPlainNegation(schema: unknown): schema is SchemaObject {
  if (!isSchemaObject(schema)) return false
  const keywords = Object.keys(schema)
  return keywords.length === 1 && keywords[0] !== undefined && hasOwn(PLAIN, keywords[0])
}

function applyPlainNegation(shape: Shape, negated: SchemaObject): void {
  const keyword = Object.keys(negated)[0] ?? ''
  const kind = PLAIN[keyword]
  if (kind) keepKinds(shape, [kind])
  if (negated.enum) shape.forbidden.push(negated.enum)
  if (hasOwn(negated, 'const')) shape.forbidden.push([negated.const])
  if (negated.multipleOf !== undefined) shape.number.notMultiples.push(negated.multipleOf)
  if (negated.pattern !== undefined) shape.string.notPatterns.push(negated.pattern)
  if (negated.format !== undefined) shape.string.notFormats.push(negated.format)
  if (negated.uniqueItems === true) {
    shape.array.repeated = true
    shape.array.min = Math.max(shape.array.min, 2)
  } else if (negated.uniqueItems === false) shape.kinds.clear()
}

function applyValues(shape: Shape, schema: SchemaObject): void {
  const types = typesOf(schema)
  if (types) {
    keepKinds(shape, new Set(types.map((type) => (type === 'integer' ? 'number' : type))))
    if (types.includes('integer') && !types.includes('number')) shape.number.integer = true
  }
  const lists = [schema.enum, hasOwn(schema, 'const') ? [schema.const] : undefined]
  for (const list of lists) if (list) shape.values = shape.values ? intersectValues(shape.values, list) : list
  if (Array.isArray(schema.examples)) shape.suggestions.push(...schema.examples.slice(0, 20))
  if (hasOwn(schema, 'default')) shape.suggestions.push(schema.default)
  if (typeof schema.title === 'string') shape.title ??= schema.title
}

function applyNumber({ number }: Shape, schema: SchemaObject): void {
  if (schema.minimum !== undefined) number.min = Math.max(number.min, schema.minimum)
  if (schema.maximum !== undefined) number.max = Math.min(number.max, schema.maximum)
  if (schema.exclusiveMinimum !== undefined) number.above = Math.max(number.above, schema.exclusiveMinimum)
  if (schema.exclusiveMaximum !== undefined) number.below = Math.min(number.below, schema.exclusiveMaximum)
  if (schema.multipleOf !== undefined) number.multiples.push(schema.multipleOf)
}

function applyString({ string }: Shape, schema: SchemaObject): void {
  if (schema.minLength !== undefined) string.min = Math.max(string.min, schema.minLength)
  if (schema.maxLength !== undefined) string.max = Math.min(string.max, schema.maxLength)
  if (schema.pattern !== undefined) string.patterns.push(schema.pattern)
  if (schema.format !== undefined) string.formats.push(schema.format)
}

function applyArray({ array }: Shape, schema: SchemaObject, scopes: readonly Scope[]): void {
  if (schema.minItems !== undefined) array.min = Math.max(array.min, schema.minItems)
  if (schema.maxItems !== undefined) array.max = Math.min(array.max, schema.maxItems)
  if (schema.uniqueItems === true) array.unique = true
  if (schema.prefixItems || schema.items !== undefined)
    array.rules.push({ prefix: schema.prefixItems ?? [], rest: schema.items, scopes })
  if (schema.contains !== undefined) {
    const { minContains: min = 1, maxContains: max = Infinity } = schema
    array.contains.push({ schema: schema.contains, min, max, scopes })
  }
}

function applyObject({ object }: Shape, schema: SchemaObject, scopes: readonly Scope[]): void {
  if (schema.minProperties !== undefined) object.min = Math.max(object.min, schema.minProperties)
  if (schema.maxProperties !== undefined) object.max = Math.min(object.max, schema.maxProperties)
  for (const key of schema.required ?? []) object.required.add(key)
  if (schema.properties || schema.patternProperties || schema.additionalProperties !== undefined)
    object.rules.push({
      properties: schema.properties ?? {},
      patterns: schema.patternProperties ?? {},
      additional: schema.additionalProperties,
      scopes,
    })
  if (schema.propertyNames !== undefined) object.names.push(schema.propertyNames)
  for (const need of Object.entries(schema.dependentRequired ?? {})) object.needs.push(need)
}

function keepKinds(shape: Shape, kinds: Iterable<string>): void {
  const kept = new Set(kinds)
  for (const kind of shape.kinds) if (!kept.has(kind)) shape.kinds.delete(kind)
}
