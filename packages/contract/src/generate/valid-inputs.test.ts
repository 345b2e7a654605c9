import { expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { canonicalKey } from '../canonical-key.ts'
import { compileSchema } from '../engine/compile-schema.ts'
import schemas from '../fixtures/generation-schemas.json' with { type: 'json' }
import type { Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { validInputs } from './valid-inputs.ts'

const table = Object.entries(schemas as Record<string, Schema>)

test.each(table)('every value made for "%s" is valid, and no two are the same', (_, schema) => {
  const { isValid } = compileSchema(schema)
  const values = validInputs(schema, { seed: 7, count: 30 })
  expect(values.length).toBeGreaterThan(0)
  for (const value of values) expect(isValid(value), JSON.stringify(value)).toBe(true)
  expect(new Set(values.map(canonicalKey)).size).toBe(values.length)
})

test('the same seed gives the same values, another seed gives others', () => {
  for (const [, schema] of table) expect(validInputs(schema, { seed: 3 })).toEqual(validInputs(schema, { seed: 3 }))
  const digest = { type: 'array', items: { type: 'string' }, minItems: 2 } as const
  expect(validInputs(digest, { seed: 3 })).not.toEqual(validInputs(digest, { seed: 4 }))
})

test('the values of a seed are the ones they have always been', () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['n'],
  } as const
  expect(validInputs(schema, { seed: 1, count: 3 })).toEqual([{ n: 1 }, { n: 9 }, { n: 5 }])
})

test('the edges of what is allowed come up', () => {
  const lengths = validInputs({ type: 'string', minLength: 2, maxLength: 9 }, { count: 20 }).map(
    (text) => [...String(text)].length,
  )
  expect(Math.min(...lengths)).toBe(2)
  expect(Math.max(...lengths)).toBe(9)
  const numbers = validInputs({ type: 'integer', minimum: -4, maximum: 400 }, { count: 20 })
  expect(numbers).toEqual(expect.arrayContaining([-4, 400]))
  const sizes = validInputs({ type: 'array', items: { type: 'integer' }, maxItems: 4 }, { count: 20 }).map(
    (list) => (list as unknown[]).length,
  )
  expect(sizes).toEqual(expect.arrayContaining([0, 4]))
})

test('every enum value and every branch of a union is used', () => {
  const letters = [...'abcdefgh']
  const choices = validInputs({ type: 'array', items: { enum: letters }, minItems: 1, maxItems: 1 }, { count: 8 })
  expect(new Set(choices.flat())).toEqual(new Set(letters))
  const kinds = validInputs({ anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'boolean' }] }, { count: 6 })
  expect(new Set(kinds.map((value) => typeof value))).toEqual(new Set(['number', 'string', 'boolean']))
})

test('optional properties are there in some values and absent in others', () => {
  const values = validInputs(
    { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, additionalProperties: false },
    { count: 12 },
  )
  const keys = new Set(
    values.map((value) =>
      Object.keys(value as object)
        .sort()
        .join(),
    ),
  )
  expect(keys).toEqual(new Set(['', 'a', 'b', 'a,b']))
})

test('a schema with few values gives all of them, once each', () => {
  expect(validInputs({ type: 'boolean' }, { count: 100 }).sort()).toEqual([false, true])
  expect(validInputs({ const: 5 }, { count: 3 })).toEqual([5])
})

const impossible: [string, Schema, RegExp][] = [
  ['nothing', false, /nothing fits/],
  ['two types at once', { allOf: [{ type: 'string' }, { type: 'integer' }] }, /contradict/],
  ['an endless list', { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }, /without an end/],
  ['a pattern and a length', { type: 'string', pattern: '^a$', minLength: 5 }, /pattern "\^a\$"/],
  [
    'three different booleans',
    { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'boolean' } },
    /different items/,
  ],
  ['a thousand million items', { type: 'array', minItems: 1e9 }, /1000000000 items/],
  ['a thousand million characters', { type: 'string', minLength: 1e9 }, /1000000000 characters/],
  ['two thousand lists of two thousand', wide(2000), /larger value/],
]

test.each(impossible)('what asks for %s is refused with the reason', (_, schema, reason) => {
  const error = within(3_000, () => thrownBy(() => validInputs(schema)))
  expect(error).toHaveProperty('message', expect.stringMatching(reason))
  expect(error).toBeInstanceOf(SkillError)
  expect(error).toMatchObject({ code: 'INVALID_CONTRACT', findings: [{ rule: 'contract/unsatisfiable' }] })
})

const hostile: [string, Schema][] = [
  ['an array of up to a thousand million', { type: 'array', maxItems: 1e9, items: { type: 'string' } }],
  ['a text of up to a thousand million', { type: 'string', maxLength: 1e9 }],
  ['an evil pattern', { type: 'string', pattern: '^(a+)+$' }],
  ['a nest of loops', { type: 'string', pattern: '^(((((a+)+)+)+)+)+$', maxLength: 5 }],
  ['a hundred levels', nested(100)],
  ['2^20 references', doubled()],
  ['100,000 enum values', { enum: Array.from({ length: 100_000 }, (_, i) => `v${i}`) }],
  ['200 choices at once', { type: 'object', allOf: Array.from({ length: 200 }, (_, i) => either(`a${i}`, `b${i}`)) }],
]

test.each(hostile)('%s do not take long', (_, schema) => {
  const { isValid } = compileSchema(schema)
  const values = within(3_000, () => validInputs(schema))
  expect(values.length).toBeGreaterThan(0)
  expect(values.every((value) => isValid(value))).toBe(true)
})

test('a property called __proto__ is made as data', () => {
  const schema = JSON.parse(
    '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"const":{"polluted":1}}}}',
  )
  const [value] = validInputs(schema)
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":1}}')
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('hundreds of values are made in a second', () => {
  within(table.length * 20 * 5, () => {
    for (const [, schema] of table) validInputs(schema, { seed: 11, count: 20 })
  })
})

function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

function nested(levels: number): Schema {
  let schema: Schema = { type: 'integer' }
  for (let i = 0; i < levels; i++) schema = { type: 'object', required: ['a'], properties: { a: schema } }
  return schema
}

function doubled(): Schema {
  const twice = (i: number) => ({ allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] })
  const levels = Array.from({ length: 20 }, (_, i): [string, Schema] => [`d${i}`, twice(i)])
  return { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(levels), d20: { type: 'integer' } } }
}

function either(a: string, b: string): Schema {
  return { anyOf: [{ required: [a] }, { required: [b] }] }
}

function wide(size: number): Schema {
  return { type: 'array', minItems: size, items: { type: 'array', minItems: size, items: { type: 'integer' } } }
}
