import { hasOwn, isObject, preview } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import type { SchemaObject } from '../schema.ts'

/** Two keywords that no value can satisfy together. */
export interface Contradiction {
  readonly message: string
  readonly at: readonly PathStep[]
}

/** Every contradiction between keywords of one schema that needs no reasoning about others. */
export function contradictions(schema: SchemaObject): readonly Contradiction[] {
  return [...crossedBounds(schema), ...emptyIntegerRange(schema), ...forbiddenRequired(schema), ...shortTuple(schema)]
}

const BOUNDS = [
  ['minimum', 'maximum', false],
  ['exclusiveMinimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', true],
  ['exclusiveMinimum', 'exclusiveMaximum', true],
  ['minLength', 'maxLength', false],
  ['minItems', 'maxItems', false],
  ['minProperties', 'maxProperties', false],
  ['minContains', 'maxContains', false],
] as const

function crossedBounds(schema: SchemaObject): Contradiction[] {
  return BOUNDS.flatMap(([low, high, excludesEqual]) => {
    const from = schema[low]
    const to = schema[high]
    if (typeof from !== 'number' || typeof to !== 'number' || from < to || (from === to && !excludesEqual)) return []
    return [{ message: `${low} ${from} and ${high} ${to} leave nothing between them`, at: [low] }]
  })
}

function emptyIntegerRange(schema: SchemaObject): Contradiction[] {
  const { minimum, maximum } = schema
  if (schema.type !== 'integer' || typeof minimum !== 'number' || typeof maximum !== 'number') return []
  if (minimum > maximum || Math.ceil(minimum) <= Math.floor(maximum)) return []
  return [{ message: `There is no integer between ${minimum} and ${maximum}`, at: ['minimum'] }]
}

function forbiddenRequired(schema: SchemaObject): Contradiction[] {
  const required: unknown = schema.required
  if (!Array.isArray(required)) return []
  const properties = isObject(schema.properties) ? schema.properties : {}
  const isClosed = schema.additionalProperties === false && !isObject(schema.patternProperties)
  return required.flatMap((name, i) => {
    if (typeof name !== 'string') return []
    const isDeclared = hasOwn(properties, name)
    if (isDeclared ? properties[name] !== false : !isClosed) return []
    const reason = isDeclared ? 'its schema is false' : 'the object is closed and does not declare it'
    return [{ message: `${preview(name)} is required, but ${reason}`, at: ['required', i] }]
  })
}

function shortTuple(schema: SchemaObject): Contradiction[] {
  const { minItems, prefixItems } = schema
  if (typeof minItems !== 'number' || schema.items !== false || minItems <= (prefixItems?.length ?? 0)) return []
  return [
    { message: `minItems is ${minItems}, but only ${prefixItems?.length ?? 0} items are allowed`, at: ['minItems'] },
  ]
}
