import { canonicalKey } from '../canonical-key.ts'
import { isObject } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import { FORMATS } from './formats.ts'
import { isMultipleOf } from './multiple-of.ts'
import { compilePattern } from './pattern.ts'

/** Answers one keyword's question about a value. True for values of a type the keyword says nothing about. */
type Predicate = (value: unknown) => boolean

/** The predicate of each keyword that depends on the value alone. The schema has passed the metaschema before. */
export const ASSERTIONS: Readonly<Record<string, (schema: SchemaObject) => Predicate>> = {
  type: ({ type = [] }) => anyType(typeof type === 'string' ? [type] : type),
  enum: ({ enum: values = [] }) => memberOf(values),
  const: ({ const: wanted }) => memberOf([wanted]),
  minimum: ({ minimum: limit = 0 }) => number((v) => v >= limit),
  maximum: ({ maximum: limit = 0 }) => number((v) => v <= limit),
  exclusiveMinimum: ({ exclusiveMinimum: limit = 0 }) => number((v) => v > limit),
  exclusiveMaximum: ({ exclusiveMaximum: limit = 0 }) => number((v) => v < limit),
  multipleOf: ({ multipleOf: factor = 1 }) => number((v) => isMultipleOf(v, factor)),
  minLength: ({ minLength: limit = 0 }) => text((v) => v.length >= limit && codePoints(v) >= limit),
  maxLength: ({ maxLength: limit = 0 }) => text((v) => v.length <= limit || codePoints(v) <= limit),
  pattern: ({ pattern = '' }) => matches(pattern),
  format: ({ format = '' }) => text(FORMATS.get(format) ?? (() => true)),
  minItems: ({ minItems: limit = 0 }) => array((v) => v.length >= limit),
  maxItems: ({ maxItems: limit = 0 }) => array((v) => v.length <= limit),
  uniqueItems: ({ uniqueItems }) => array((v) => uniqueItems !== true || firstRepeated(v) === undefined),
  minProperties: ({ minProperties: limit = 0 }) => object((v) => Object.keys(v).length >= limit),
  maxProperties: ({ maxProperties: limit = 0 }) => object((v) => Object.keys(v).length <= limit),
}

/** The index of the first item that stood in the array before, and the index where; undefined when all differ. Linear in the size. */
export function firstRepeated(items: readonly unknown[]): [number, number] | undefined {
  const scalars = new Map<unknown, number>()
  const others = new Map<unknown, number>()
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    const isScalar = typeof item !== 'object' || item === null
    const [seen, key]: [Map<unknown, number>, unknown] = isScalar ? [scalars, item] : [others, canonicalKey(item)]
    const before = seen.get(key)
    if (before !== undefined) return [before, i]
    seen.set(key, i)
  }
  return undefined
}

const TYPES: Readonly<Record<string, Predicate>> = {
  null: (v) => v === null,
  boolean: (v) => typeof v === 'boolean',
  integer: (v) => Number.isInteger(v),
  number: (v) => Number.isFinite(v),
  string: (v) => typeof v === 'string',
  array: (v) => Array.isArray(v),
  object: isObject,
}

function anyType(types: readonly string[]): Predicate {
  const [first, ...others] = types.flatMap((type) => TYPES[type] ?? [])
  if (!first) return () => false
  return others.length === 0 ? first : (value) => first(value) || others.some((is) => is(value))
}

/** Sets of a hundred thousand values take a while to make, and both engines want them. */
const members = new WeakMap<readonly unknown[], Predicate>()

function memberOf(values: readonly unknown[]): Predicate {
  const known = members.get(values)
  if (known) return known
  const scalars = new Set(values.filter((v) => typeof v !== 'object' || v === null))
  const others = new Set(values.filter((v) => typeof v === 'object' && v !== null).map(canonicalKey))
  const isMember: Predicate = (value) => {
    if (typeof value !== 'object' || value === null) return scalars.has(value)
    return others.size > 0 && others.has(canonicalKey(value))
  }
  members.set(values, isMember)
  return isMember
}

function matches(source: string): Predicate {
  const pattern = compilePattern(source)
  return text((v) => pattern.test(v))
}

function number(test: (value: number) => boolean): Predicate {
  return (value) => typeof value !== 'number' || test(value)
}

function text(test: (value: string) => boolean): Predicate {
  return (value) => typeof value !== 'string' || test(value)
}

function array(test: (value: readonly unknown[]) => boolean): Predicate {
  return (value) => !Array.isArray(value) || test(value)
}

function object(test: (value: object) => boolean): Predicate {
  return (value) => !isObject(value) || test(value)
}

/** The length of a text as JSON Schema counts it: in Unicode characters. Half of a surrogate pair that stands alone counts as one. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) !== 0xd800 || (text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) continue
    count--
    i++
  }
  return count
}
