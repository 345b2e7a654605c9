import { counted } from '../counted.ts'
import { preview } from '../json.ts'
import { isSchemaObject, type SchemaObject, type SchemaType } from '../schema.ts'
import { impliedTypes, typesOf } from '../schema-types.ts'
import type { SchemaNode } from './schema-node.ts'

const MAX_LISTED = 12
const MAX_NESTED = 3

/** What a schema takes, as a phrase that follows "must be": `an integer from 1 to 10`, `one of "today", "24h"`. */
export function describeSchema(node: SchemaNode, nested = 0): string {
  const { schema } = node
  if (!isSchemaObject(schema)) return schema ? 'anything' : 'nothing'
  if (Object.hasOwn(schema, 'const')) return preview(schema.const)
  if (schema.enum) return describeValues(schema.enum)
  const types = typesOf(schema) ?? impliedTypes(schema)
  if (types.length > 0) return types.map((type) => NOUNS[type](schema)).join(' or ')
  if (nested >= MAX_NESTED) return 'a value that fits the schema'
  if (node.ref) return describeSchema(node.ref, nested + 1)
  const branches = node.list.get('anyOf') ?? node.list.get('oneOf')
  if (branches)
    return [...new Set(branches.slice(0, MAX_LISTED).map((branch) => describeSchema(branch, nested + 1)))].join(' or ')
  const not = node.one.get('not')
  return not ? `anything but ${describeSchema(not, nested + 1)}` : 'a value that fits the schema'
}

/** The circumstances an `if` asks for, as a phrase: `save_to_file is true`. */
export function describeCondition(node: SchemaNode): string {
  const { schema } = node
  if (!isSchemaObject(schema)) return 'its condition holds'
  const properties = node.named.get('properties') ?? new Map<string, SchemaNode>()
  const parts = [...properties].map(([name, sub]) => `${name} is ${describeSchema(sub)}`)
  for (const name of schema.required ?? []) if (!properties.has(name)) parts.push(`${name} is present`)
  if (parts.length > 0) return parts.slice(0, MAX_LISTED).join(' and ')
  return `it is ${describeSchema(node)}`
}

/** Some of the words, and how many there are when that is not all of them. */
export function listed(words: readonly string[], count = words.length): string {
  const some = words.slice(0, MAX_LISTED).join(', ')
  return count > MAX_LISTED ? `${some}, … (${count} in all)` : some
}

function describeValues(values: readonly unknown[]): string {
  const some = values.slice(0, MAX_LISTED).map((value) => preview(value, 40))
  if (values.length < 2) return some[0] ?? 'nothing'
  return `one of ${listed(some, values.length)}`
}

const NOUNS: Readonly<Record<SchemaType, (schema: SchemaObject) => string>> = {
  null: () => 'null',
  boolean: () => 'true or false',
  integer: (schema) => `an integer${range(schema)}`,
  number: (schema) => `a number${range(schema)}`,
  string: describeText,
  array: ({ minItems, maxItems, uniqueItems }) =>
    `an array${size(minItems, maxItems, 'item')}${uniqueItems ? ' without repetition' : ''}`,
  object: ({ minProperties, maxProperties }) => `an object${size(minProperties, maxProperties, 'property')}`,
}

const FORMAT_NOUNS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a date and time such as 2026-01-31T12:00:00Z',
  time: 'a time such as 12:00:00Z',
  duration: 'a duration such as P3DT12H',
  email: 'an e-mail address',
  'idn-email': 'an e-mail address',
  hostname: 'a host name',
  'idn-hostname': 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI such as https://example.com',
  'uri-reference': 'a URI or a relative reference',
  iri: 'an IRI such as https://example.com',
  'iri-reference': 'an IRI or a relative reference',
  'uri-template': 'a URI template',
  uuid: 'a UUID',
  'json-pointer': 'a JSON pointer such as /topics/0',
  'relative-json-pointer': 'a relative JSON pointer',
  regex: 'a regular expression',
}

function describeText({ format, pattern, minLength, maxLength }: SchemaObject): string {
  const noun = (format !== undefined && Object.hasOwn(FORMAT_NOUNS, format) && FORMAT_NOUNS[format]) || 'a string'
  return noun + size(minLength, maxLength, 'character') + (pattern === undefined ? '' : ` matching ${pattern}`)
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: SchemaObject): string {
  const words: string[] = []
  if (minimum !== undefined && maximum !== undefined) words.push(`from ${minimum} to ${maximum}`)
  else if (minimum !== undefined) words.push(`of at least ${minimum}`)
  else if (maximum !== undefined) words.push(`of at most ${maximum}`)
  if (exclusiveMinimum !== undefined) words.push(`above ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined) words.push(`below ${exclusiveMaximum}`)
  const limits = words.length > 0 ? ` ${words.join(' and ')}` : ''
  return multipleOf === undefined ? limits : `${limits} that is a multiple of ${multipleOf}`
}

function size(min: number | undefined, max: number | undefined, noun: string): string {
  if (min !== undefined && min === max) return ` of exactly ${counted(min, noun)}`
  if (min !== undefined && max !== undefined) return ` of ${min} to ${counted(max, noun)}`
  if (min !== undefined) return ` of at least ${counted(min, noun)}`
  return max === undefined ? '' : ` of at most ${counted(max, noun)}`
}
