import type { SchemaType } from '../schema.ts'

/** The JSON types as bits, so that a set of types is one number. `FRACTION` is a number that is not whole. */
export const NULL = 1
export const BOOLEAN = 2
export const INTEGER = 4
export const FRACTION = 8
export const NUMBER = INTEGER | FRACTION
export const STRING = 16
export const ARRAY = 32
export const OBJECT = 64
/** Every type there is. */
export const ANY_TYPE = 127

/** The one bit of a value's type. */
export function typeBit(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return STRING
    case 'number':
      return Number.isInteger(value) ? INTEGER : FRACTION
    case 'boolean':
      return BOOLEAN
    default:
      if (value === null || value === undefined) return NULL
      return Array.isArray(value) ? ARRAY : OBJECT
  }
}

/** The bits of the types a `type` keyword names; a name that is none of JSON Schema's has no bit. */
export function typeMask(types: readonly SchemaType[]): number {
  let mask = 0
  for (const type of types) mask |= BITS.get(type) ?? 0
  return mask
}

const BITS: ReadonlyMap<string, number> = new Map([
  ['null', NULL],
  ['boolean', BOOLEAN],
  ['integer', INTEGER],
  ['number', NUMBER],
  ['string', STRING],
  ['array', ARRAY],
  ['object', OBJECT],
])
