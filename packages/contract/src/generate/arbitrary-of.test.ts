import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSchema } from '../engine/compile-schema.ts'
import schemas from '../fixtures/generation-schemas.json' with { type: 'json' }
import type { Schema } from '../schema.ts'
import { arbitraryOf } from './arbitrary-of.ts'

const table = Object.entries(schemas as Record<string, Schema>)

test.each(table)('everything fast-check draws for "%s" is valid, shrunk values too', (_, schema) => {
  const { isValid } = compileSchema(schema)
  const arbitrary = arbitraryOf(schema)
  fc.assert(
    fc.property(arbitrary, (value) => isValid(value)),
    { numRuns: 25, seed: 42 },
  )
  for (const value of fc.sample(arbitrary, { numRuns: 3, seed: 42 }))
    for (const { value_: smaller } of arbitrary.shrink(value, undefined).take(20)) expect(isValid(smaller)).toBe(true)
})

test('fast-check finds a failure and shrinks it to the least input that fails', () => {
  const schema = {
    type: 'object',
    required: ['topics'],
    properties: {
      topics: { type: 'array', items: { type: 'string', minLength: 2 }, minItems: 1, maxItems: 9 },
      days: { type: 'integer', minimum: 1 },
    },
    additionalProperties: false,
  } as const
  const failure = fc.check(
    fc.property(arbitraryOf(schema), (value) => (value as { topics: unknown[] }).topics.length <= 2),
    { seed: 1 },
  )
  expect(failure.failed).toBe(true)
  expect(failure.counterexample).toEqual([{ topics: ['aa', 'aa', 'aa'] }])
})

test('a failure can be replayed from its seed and path', () => {
  const arbitrary = arbitraryOf({ type: 'integer', minimum: 0, maximum: 100_000 })
  const property = fc.property(arbitrary, (value) => Number(value) < 500)
  const first = fc.check(property, { seed: 5 })
  const again = fc.check(property, { seed: first.seed, path: first.counterexamplePath ?? '' })
  expect(first.counterexample).toEqual([500])
  expect(again.counterexample).toEqual([500])
})

test('a schema that nothing fits is refused at once', () => {
  expect(() => arbitraryOf({ type: 'integer', minimum: 5, maximum: 4 })).toThrow(/No value that fits the schema/)
})
