import { describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { compileSchema } from '../engine/compile-schema.ts'
import schemas from '../fixtures/generation-schemas.json' with { type: 'json' }
import { openSchema } from '../open-schema.ts'
import type { Schema } from '../schema.ts'
import { invalidInputs } from './invalid-inputs.ts'
import { violationsOf } from './violations-of.ts'

const table = Object.entries(schemas as Record<string, Schema>)

/** Rules that no value breaks alone: two branches that cannot both fit, or a branch that only the union distinguishes. */
const UNBREAKABLE = 6

test.each(table)('every wrong input made for "%s" is wrong for the reason it names', (_, schema) => {
  const validator = compileSchema(schema)
  for (const seed of [0, 1])
    for (const { value, violation } of invalidInputs(schema, { seed })) {
      const { path, keyword, schemaPath } = violation
      expect(validator.isValid(value)).toBe(false)
      expect(validator.issues(value)).toContainEqual(expect.objectContaining({ path, keyword, schemaPath }))
    }
})

test('nearly every rule of every schema is broken once', () => {
  const missed = table.flatMap(([name, schema]) => {
    const broken = new Set(invalidInputs(schema).map(({ violation }) => violation.rule))
    return violationsOf(schema)
      .filter(({ rule }) => !broken.has(rule))
      .map(({ rule }) => `${name}: ${rule}`)
  })
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(UNBREAKABLE)
})

const rules: [Schema, string][] = [
  [{ type: 'integer' }, 'wrong type'],
  [{ type: 'integer', minimum: 3 }, 'below minimum'],
  [{ type: 'integer', maximum: 3 }, 'above maximum'],
  [{ type: 'number', exclusiveMinimum: 3 }, 'not above exclusive minimum'],
  [{ type: 'number', exclusiveMaximum: 3 }, 'not below exclusive maximum'],
  [{ type: 'integer', multipleOf: 3 }, 'not a multiple'],
  [{ type: 'string', minLength: 3 }, 'too short'],
  [{ type: 'string', maxLength: 3 }, 'too long'],
  [{ type: 'string', pattern: '^[a-z]+$' }, 'pattern broken'],
  [{ type: 'string', format: 'date' }, 'format broken'],
  [{ enum: ['a', 'b'] }, 'not in enum'],
  [{ const: 1 }, 'not the constant'],
  [{ type: 'array', minItems: 2 }, 'too few items'],
  [{ type: 'array', maxItems: 2 }, 'too many items'],
  [{ type: 'array', uniqueItems: true }, 'duplicate items'],
  [{ type: 'array', contains: { const: 1 } }, 'too few fitting items'],
  [{ type: 'array', contains: { const: 1 }, maxContains: 2 }, 'too many fitting items'],
  [{ type: 'array', prefixItems: [true], items: false }, 'extra item'],
  [{ type: 'object', required: ['a'] }, 'missing required "a"'],
  [{ type: 'object', properties: { a: true }, additionalProperties: false }, 'unknown property'],
  [{ type: 'object', minProperties: 1 }, 'too few properties'],
  [{ type: 'object', maxProperties: 1 }, 'too many properties'],
  [{ type: 'object', propertyNames: { maxLength: 2 } }, 'bad property name'],
  [{ type: 'object', dependentRequired: { a: ['b'] } }, 'missing "b", which "a" asks for'],
  [{ type: 'object', properties: { a: false } }, 'not allowed at all'],
  [{ not: { type: 'string' } }, 'fits what it must not'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'fits no branch'],
  [{ oneOf: [{ type: 'string' }, { maxLength: 3 }] }, 'fits several branches'],
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  [{ if: { type: 'string' }, then: { minLength: 3 } }, 'then: too short'],
  [{ if: { type: 'string' }, else: { minimum: 3 }, type: ['string', 'integer'] }, 'else: below minimum'],
]

test.each(rules)('%j: there is an input for "%2$s"', (schema, rule) => {
  const broken = invalidInputs(schema).find(({ violation }) => violation.rule === rule)
  expect(broken).toBeDefined()
  expect(compileSchema(schema).issues(broken?.value)).toHaveLength(1)
})

describe('with a digest of the usual kind', () => {
  const digest: Schema = {
    type: 'object',
    required: ['topics'],
    additionalProperties: false,
    properties: {
      topics: { type: 'array', items: { type: 'string', minLength: 2, maxLength: 20 }, minItems: 1, maxItems: 5 },
      range: { type: 'string', enum: ['today', '24h'] },
      count: { type: 'integer', minimum: 1, maximum: 10 },
      save: { type: 'boolean' },
      file: { type: 'string', pattern: '\\.md$' },
    },
    if: { properties: { save: { const: true } }, required: ['save'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['file'] },
  }

  test('each input breaks one rule; only a wrong type may break an enum with it', () => {
    const { issues } = compileSchema(digest)
    for (const { value, violation } of invalidInputs(digest, { count: 60 })) {
      const others = issues(value).filter(({ keyword }) => keyword !== violation.keyword)
      expect(others.length === 0 || violation.keyword === 'type', JSON.stringify(value)).toBe(true)
    }
  })

  test('every rule is broken before any is broken twice', () => {
    const all = violationsOf(digest)
    const names = (count: number) =>
      invalidInputs(digest, { count }).map(({ violation }) => `${violation.schemaPath} ${violation.rule}`)
    expect(new Set(names(all.length))).toEqual(new Set(all.map(({ schemaPath, rule }) => `${schemaPath} ${rule}`)))
    expect(names(all.length * 2)).toHaveLength(all.length * 2)
    expect(new Set(names(5)).size).toBe(5)
  })

  test('the same seed gives the same inputs', () => {
    expect(invalidInputs(digest, { seed: 9 })).toEqual(invalidInputs(digest, { seed: 9 }))
    expect(invalidInputs(digest, { seed: 9 })).not.toEqual(invalidInputs(digest, { seed: 10 }))
  })

  test('what a friendly check would repair is left out when asked', () => {
    const checker = openSchema(digest)
    const inputs = invalidInputs(digest, { count: 80, policy: 'friendly' })
    expect(inputs.length).toBeGreaterThan(40)
    for (const { value } of inputs)
      expect(checker.check(value, { policy: 'friendly' }).ok, JSON.stringify(value)).toBe(false)
  })
})

test('a schema that everything fits has no rule to break', () => {
  expect(violationsOf(true)).toEqual([])
  expect(invalidInputs({})).toEqual([])
})

test('a union of thousands of branches does not take long', () => {
  const schema = { anyOf: Array.from({ length: 3000 }, (_, i) => ({ const: i })) }
  expect(within(4_000, () => invalidInputs(schema, { count: 3 }))).toHaveLength(3)
})

test('what is no schema is refused', () => {
  expect(() => violationsOf({ type: 'text' } as unknown as Schema)).toThrow(/cannot be used/)
})
