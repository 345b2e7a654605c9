import type { Schema, SchemaObject, SchemaType } from '../schema.ts'
import { typesOf } from '../schema-types.ts'
import { isPlainNegation } from './apply-keywords.ts'
import { ownKey } from './edit-schema.ts'
import type { Plan } from './plan.ts'

/** Pairs of `oneOf` branches that are tried together, at most. */
const MAX_PAIRS = 20

/** The ways of not fitting a schema, one for each of its keywords: a value that fits one of them does not fit the schema. */
export function negateSchema(schema: Schema, plan: Plan): readonly Schema[] {
  if (typeof schema === 'boolean') return schema ? [] : [true]
  return [
    ...Object.keys(schema)
      .filter((keyword) => isPlainNegation({ [keyword]: schema[keyword] }))
      .map((keyword) => ({ not: { [keyword]: schema[keyword] } })),
    ...negateType(schema),
    ...negateBounds(schema),
    ...negateItems(schema),
    ...negateKeys(schema, plan),
    ...negateCombinations(schema, plan),
  ]
}

const TYPES: readonly SchemaType[] = ['string', 'null', 'boolean', 'array', 'object', 'number']

function negateType(schema: SchemaObject): Schema[] {
  const types = typesOf(schema)
  if (!types) return []
  const others = TYPES.filter((type) => !types.includes(type) && !(type === 'number' && types.includes('integer')))
  const ways: Schema[] = others.length > 0 ? [{ type: others }] : []
  if (types.includes('integer') && !types.includes('number')) ways.push({ type: 'number', not: { multipleOf: 1 } })
  return ways
}

function negateBounds(schema: SchemaObject): Schema[] {
  const ways: Schema[] = []
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (minimum !== undefined) ways.push({ type: 'number', exclusiveMaximum: minimum })
  if (maximum !== undefined) ways.push({ type: 'number', exclusiveMinimum: maximum })
  if (exclusiveMinimum !== undefined) ways.push({ type: 'number', maximum: exclusiveMinimum })
  if (exclusiveMaximum !== undefined) ways.push({ type: 'number', minimum: exclusiveMaximum })
  for (const [type, min, max] of COUNTS) {
    const least = schema[min]
    const most = schema[max]
    if (typeof least === 'number' && least > 0) ways.push({ type, [max]: least - 1 })
    if (typeof most === 'number') ways.push({ type, [min]: most + 1 })
  }
  return ways
}

const COUNTS = [
  ['string', 'minLength', 'maxLength'],
  ['array', 'minItems', 'maxItems'],
  ['object', 'minProperties', 'maxProperties'],
] as const

function negateItems(schema: SchemaObject): Schema[] {
  const { prefixItems = [], items, unevaluatedItems, contains, minContains = 1, maxContains } = schema
  const ways: Schema[] = []
  const breakAt = (index: number, item: Schema) => {
    const before: Schema[] = Array(index).fill(true)
    ways.push({ type: 'array', minItems: index + 1, prefixItems: [...before, { not: item }] })
  }
  for (const [index, item] of prefixItems.entries()) breakAt(index, item)
  const rest = items ?? unevaluatedItems
  if (rest !== undefined && rest !== true) breakAt(prefixItems.length, rest)
  if (contains !== undefined && minContains === 1) ways.push({ type: 'array', items: { not: contains } })
  if (contains !== undefined && minContains > 1)
    ways.push({ type: 'array', contains, minContains: 0, maxContains: minContains - 1 })
  if (contains !== undefined && maxContains !== undefined)
    ways.push({ type: 'array', contains, minContains: maxContains + 1 })
  return ways
}

function negateKeys(schema: SchemaObject, plan: Plan): Schema[] {
  const ways: Schema[] = []
  const breakAt = (key: string | undefined, value: Schema) => {
    if (key !== undefined && value !== true)
      ways.push({ type: 'object', required: [key], properties: ownKey(key, { not: value }) })
  }
  for (const [key, value] of Object.entries(schema.properties ?? {})) breakAt(key, value)
  for (const [pattern, value] of Object.entries(schema.patternProperties ?? {})) breakAt(plan.text({ pattern }), value)
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties
  if (rest !== undefined) breakAt(plan.freshKey(schema), rest)
  if (schema.propertyNames !== undefined && schema.propertyNames !== true) {
    const name = plan.text({ not: schema.propertyNames })
    if (name !== undefined) ways.push({ type: 'object', required: [name] })
  }
  for (const key of schema.required ?? []) ways.push({ type: 'object', properties: ownKey(key, false) })
  for (const [key, needed] of Object.entries(schema.dependentRequired ?? {}))
    for (const other of needed) ways.push({ type: 'object', required: [key], properties: ownKey(other, false) })
  for (const [key, value] of Object.entries(schema.dependentSchemas ?? {}))
    ways.push({ type: 'object', required: [key], not: value })
  return ways
}

function negateCombinations(schema: SchemaObject, plan: Plan): Schema[] {
  const ways: Schema[] = []
  const target = plan.refTarget(schema)
  if (target !== undefined) ways.push({ not: target })
  for (const part of schema.allOf ?? []) ways.push({ not: part })
  if (schema.anyOf) ways.push({ allOf: schema.anyOf.map((part) => ({ not: part })) })
  if (schema.oneOf) ways.push({ allOf: schema.oneOf.map((part) => ({ not: part })) }, ...pairsOf(schema.oneOf))
  if (schema.not !== undefined) ways.push(schema.not)
  const { if: condition, then: whenTrue, else: whenFalse } = schema
  if (condition !== undefined && whenTrue !== undefined) ways.push({ allOf: [condition, { not: whenTrue }] })
  if (condition !== undefined && whenFalse !== undefined) ways.push({ allOf: [{ not: condition }, { not: whenFalse }] })
  return ways
}

function pairsOf(branches: readonly Schema[]): Schema[] {
  const pairs: Schema[] = []
  for (const [i, first] of branches.entries())
    for (const second of branches.slice(i + 1)) {
      if (pairs.length >= MAX_PAIRS) return pairs
      pairs.push({ allOf: [first, second] })
    }
  return pairs
}
