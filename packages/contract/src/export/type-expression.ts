import { isObject } from '../json.ts'
import { isSchemaObject, type Schema, type SchemaObject, type SchemaType } from '../schema.ts'
import { typesOf } from '../schema-types.ts'
import { docComment } from './doc-comment.ts'

/** The TypeScript type of the values of a schema whose references are type names; `unknown` for what TypeScript cannot say. */
export function typeExpression(schema: Schema, indent = ''): string {
  if (!isSchemaObject(schema)) return schema ? 'unknown' : 'never'
  const parts: string[] = []
  if (typeof schema.$ref === 'string') parts.push(schema.$ref)
  const own = ownType(schema, indent)
  // A bare `type: object` beside other parts says nothing that they do not.
  const isCombined = schema.$ref !== undefined || schema.allOf || schema.anyOf || schema.oneOf
  if (own !== undefined && !(isCombined && own === FREE_OBJECT)) parts.push(own)
  const inner = (sub: Schema) => typeExpression(sub, indent)
  for (const sub of schema.allOf ?? []) parts.push(inner(sub))
  for (const list of [schema.anyOf, schema.oneOf]) if (list) parts.push(union(list.map(inner)))
  return intersection(parts)
}

/** True for a schema that an interface can stand for. */
export function isInterface(schema: Schema): schema is SchemaObject {
  if (!isSchemaObject(schema)) return false
  const isPlain = ['$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'].every((keyword) => schema[keyword] === undefined)
  return isPlain && (typesOf(schema)?.every((type) => type === 'object') ?? isObject(schema.properties))
}

/** The members of an object type in braces. */
export function objectType(schema: SchemaObject, indent: string): string {
  const inside = `${indent}  `
  const required = new Set(schema.required ?? [])
  const declared = new Map(Object.entries(schema.properties ?? {}))
  for (const name of required) if (!declared.has(name)) declared.set(name, true)
  const lines = [...declared].map(([name, sub]) => {
    const mark = required.has(name) ? '' : '?'
    const type = typeExpression(sub, inside)
    return `${docComment(sub, inside)}${inside}${propertyName(name)}${mark}: ${type}`
  })
  const index = indexType(schema, inside, declared.size > 0)
  if (index !== undefined) lines.push(`${inside}[key: string]: ${index}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

const FREE_OBJECT = '{ [key: string]: unknown }'

function ownType(schema: SchemaObject, indent: string): string | undefined {
  if ('const' in schema) return literal(schema.const, 0)
  if (Array.isArray(schema.enum)) return enumType(schema.enum)
  const types = typesOf(schema) ?? impliedTypes(schema)
  return types && union(types.map((type) => typeOfType(type, schema, indent)))
}

function impliedTypes(schema: SchemaObject): readonly SchemaType[] | undefined {
  if (schema.properties || schema.required || isObject(schema.additionalProperties)) return ['object']
  return schema.items !== undefined || schema.prefixItems ? ['array'] : undefined
}

function typeOfType(type: SchemaType, schema: SchemaObject, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayType(schema, indent)
  if (type !== 'object') return type
  const hasMembers = schema.properties || schema.required || schema.patternProperties
  if (!hasMembers && schema.additionalProperties === undefined) return FREE_OBJECT
  return objectType(schema, indent)
}

/** The type of properties that are not declared; undefined when none is welcome. */
function indexType(schema: SchemaObject, indent: string, hasMembers: boolean): string | undefined {
  const extra = schema.additionalProperties
  const patterns = Object.values(schema.patternProperties ?? {})
  if (extra === undefined && patterns.length === 0) return undefined
  if (extra === false && patterns.length === 0) return undefined
  // Declared members would have to fit a narrower index type as well.
  if (hasMembers) return 'unknown'
  const all = extra === undefined ? [...patterns, true] : extra === false ? patterns : [...patterns, extra]
  return union(all.map((sub) => typeExpression(sub, indent)))
}

// A tuple of more than this is no help to a reader and a burden to the compiler.
const MAX_TUPLE = 50

function arrayType(schema: SchemaObject, indent: string): string {
  const item = (sub: Schema) => typeExpression(sub, indent)
  const rest = schema.items === undefined ? 'unknown' : item(schema.items)
  const prefix = schema.prefixItems ?? []
  if (prefix.length === 0 || prefix.length > MAX_TUPLE) return `${grouped(prefix.length > 0 ? 'unknown' : rest)}[]`
  const least = schema.minItems ?? 0
  const members = prefix.map((sub, i) => (i < least ? item(sub) : `${grouped(item(sub))}?`))
  if (schema.items !== false) members.push(`...${grouped(rest)}[]`)
  return `[${members.join(', ')}]`
}

// More than this many literals slow the compiler down in every project that imports the types.
const MAX_LITERALS = 1000

function enumType(values: readonly unknown[]): string {
  if (values.length > MAX_LITERALS) return union(values.map((value) => (value === null ? 'null' : wideType(value))))
  return union(values.map((value) => literal(value, 0)))
}

function wideType(value: unknown): string {
  return typeof value === 'object' ? 'unknown' : typeof value
}

function literal(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number'
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > 8) return 'unknown'
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, depth + 1)).join(', ')}]`
  const members = Object.entries(value).map(([name, inner]) => `${propertyName(name)}: ${literal(inner, depth + 1)}`)
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name)
}

function union(types: readonly string[]): string {
  const distinct = new Set(types)
  if (distinct.has('unknown')) return 'unknown'
  distinct.delete('never')
  return distinct.size === 0
    ? 'never'
    : [...distinct].map((type) => (/ & /.test(type) ? `(${type})` : type)).join(' | ')
}

function intersection(types: readonly string[]): string {
  const distinct = new Set(types)
  distinct.delete('unknown')
  if (distinct.size <= 1) return [...distinct][0] ?? 'unknown'
  return [...distinct].map((type) => (/ \| /.test(type) ? `(${type})` : type)).join(' & ')
}

function grouped(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type
}
