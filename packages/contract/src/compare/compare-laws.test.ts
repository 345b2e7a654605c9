import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSchema, type SchemaValidator } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { compareSchemas } from './compare-schemas.ts'

const NAMES = ['a', 'b', 'c']
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3, -1, 0.5, '', 'a', 'b', 'ab', 'x1')
const value = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('json'), { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...NAMES, 'aa', 'x'), tie('json'), { maxKeys: 3 }) },
  ),
})).json

const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
  const sub = tie('schema')
  const subs = fc.array(sub, { minLength: 1, maxLength: 3 })
  const name = fc.constantFrom(...NAMES)
  const count = fc.integer({ min: 0, max: 3 })
  const bound = fc.constantFrom(0, 1, 1.5, 2)
  const pattern = fc.constantFrom('^a', 'b$', '^[a-z]+$', '^.{1,2}$', '[0-9]', '^(?!a)')
  const type = fc.constantFrom('object', 'array', 'string', 'integer', 'number', 'boolean', 'null')
  const keyword = fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: fc.record({ type }) },
    { weight: 1, arbitrary: fc.record({ type: fc.uniqueArray(type, { minLength: 2, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ const: value }) },
    { weight: 1, arbitrary: fc.record({ minimum: bound }) },
    { weight: 1, arbitrary: fc.record({ exclusiveMaximum: bound }) },
    { weight: 1, arbitrary: fc.record({ multipleOf: fc.constantFrom(1, 2, 3, 0.5) }) },
    { weight: 1, arbitrary: fc.record({ minLength: count, maxLength: count }) },
    { weight: 1, arbitrary: fc.record({ pattern }) },
    { weight: 1, arbitrary: fc.record({ format: fc.constantFrom('date', 'uri', 'email') }) },
    { weight: 1, arbitrary: fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }) }) },
    { weight: 3, arbitrary: fc.record({ properties: fc.dictionary(name, sub, { maxKeys: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ patternProperties: fc.dictionary(pattern, sub, { maxKeys: 2 }) }) },
    { weight: 2, arbitrary: fc.record({ additionalProperties: fc.oneof(sub, fc.constant(false)) }) },
    { weight: 1, arbitrary: fc.record({ propertyNames: fc.record({ pattern }) }) },
    { weight: 1, arbitrary: fc.record({ minProperties: count }) },
    { weight: 1, arbitrary: fc.record({ maxProperties: count }) },
    { weight: 1, arbitrary: fc.record({ dependentRequired: fc.dictionary(name, fc.tuple(name), { maxKeys: 1 }) }) },
    { weight: 1, arbitrary: fc.record({ dependentSchemas: fc.dictionary(name, sub, { maxKeys: 1 }) }) },
    { weight: 1, arbitrary: fc.record({ items: sub }) },
    { weight: 1, arbitrary: fc.record({ prefixItems: subs }) },
    { weight: 1, arbitrary: fc.record({ contains: sub, minContains: count }) },
    { weight: 1, arbitrary: fc.record({ contains: sub, maxContains: count }) },
    { weight: 1, arbitrary: fc.record({ minItems: count }) },
    { weight: 1, arbitrary: fc.record({ maxItems: count }) },
    { weight: 1, arbitrary: fc.constant({ uniqueItems: true }) },
    { weight: 1, arbitrary: fc.record({ allOf: subs }) },
    { weight: 1, arbitrary: fc.record({ anyOf: subs }) },
    { weight: 1, arbitrary: fc.record({ oneOf: subs }) },
    { weight: 1, arbitrary: fc.record({ not: sub }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(sub, sub, sub)
        .map(([test, met, unmet]) =>
          JSON.parse(`{"if":${JSON.stringify(test)},"then":${JSON.stringify(met)},"else":${JSON.stringify(unmet)}}`),
        ),
    },
    { weight: 1, arbitrary: fc.record({ unevaluatedProperties: fc.oneof(sub, fc.constant(false)) }) },
    { weight: 1, arbitrary: fc.record({ unevaluatedItems: fc.oneof(sub, fc.constant(false)) }) },
    { weight: 1, arbitrary: fc.record({ if: sub }) },
    { weight: 1, arbitrary: fc.constant({ properties: { c: { $ref: '#' } } }) },
  )
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'schema' },
      { weight: 1, arbitrary: fc.boolean() },
      {
        weight: 8,
        arbitrary: fc
          .array(keyword, { minLength: 1, maxLength: 3 })
          .map((parts) => Object.assign({}, ...parts) as Schema),
      },
    ),
  }
})

/** Two schemas that have much in common, as two versions of one have. */
const pair = fc.oneof(
  fc.tuple(schema, schema),
  fc
    .tuple(schema, schema)
    .map(([a, b]): [Schema, Schema] => (typeof a === 'object' && typeof b === 'object' ? [a, { ...a, ...b }] : [a, b])),
  fc
    .tuple(schema, schema, schema)
    .map(([a, b, shared]): [Schema, Schema] => [{ properties: { a: shared, b: a } }, { properties: { a: shared, b } }]),
)

const documents = fc.sample(value, { numRuns: 400, seed: 7 })
const RUNS = { numRuns: 250, seed: 11 }

function validators(schemas: readonly Schema[]): SchemaValidator[] {
  return schemas.map((each) => compileSchema(each))
}

test('a change is never called compatible while a document was accepted and no longer is', () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const [old, next] = validators([before, after])
      if (compareSchemas(before, after).compatible !== true) return
      expect(documents.filter((document) => old?.isValid(document) && !next?.isValid(document))).toEqual([])
    }),
    RUNS,
  )
})

test('a change that is called breaking has a witness, and every witness is one', () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const { compatible, changes } = compareSchemas(before, after)
      const [old, next] = validators([before, after])
      const witnesses = changes.flatMap((change) => (change.witness === undefined ? [] : [change.witness]))
      for (const witness of witnesses) expect([old?.isValid(witness), next?.isValid(witness)]).toEqual([true, false])
      expect(witnesses.length > 0).toBe(compatible === false)
      expect(changes.some((change) => change.breaking)).toBe(compatible !== true)
    }),
    RUNS,
  )
})

/** The same as parts of schemas that are large enough to be examined place by place, some of them behind references. */
const largePair = fc
  .oneof(
    pair,
    fc.tuple(pair, pair).map(([[a, b], [c, d]]): [Schema, Schema] => {
      const large = (first: Schema, second: Schema): Schema => ({
        $defs: { first, second },
        properties: { a: { $ref: '#/$defs/first' }, b: { items: { $ref: '#/$defs/second' } } },
      })
      return [large(a, c), large(b, d)]
    }),
  )
  .map((schemas) =>
    schemas.map((each): Schema => (typeof each === 'object' ? { ...each, 'x-padding': PADDING } : each)),
  )
const PADDING = Array.from({ length: 300 }, (_, i) => i)

test.each(['input', 'output'] as const)(
  'place by place, an %s is never called compatible wrongly and every witness is one',
  (direction) => {
    fc.assert(
      fc.property(largePair, ([before = true, after = true]) => {
        const { compatible, changes } = compareSchemas(before, after, { direction })
        const [old, next] = validators(direction === 'input' ? [before, after] : [after, before])
        const broken = documents.filter((document) => old?.isValid(document) && !next?.isValid(document))
        if (compatible === true) expect(broken).toEqual([])
        for (const { witness } of changes) {
          if (witness !== undefined) expect([old?.isValid(witness), next?.isValid(witness)]).toEqual([true, false])
        }
      }),
      { numRuns: 100, seed: 3 },
    )
  },
)

test('few changes leave the comparison at a loss', () => {
  const answers = fc.sample(pair, RUNS).map(([before, after]) => compareSchemas(before, after).compatible)
  expect(answers.filter((answer) => answer === 'unknown').length / answers.length).toBeLessThan(0.04)
})

test('a schema is compatible with itself and with what accepts anything, and the answer is always the same', () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      expect(compareSchemas(before, structuredClone(before))).toEqual({ compatible: true, changes: [] })
      expect(compareSchemas(before, { description: 'anything' }).compatible).toBe(true)
      expect(compareSchemas(before, after)).toEqual(compareSchemas(before, after))
      // A reference to the root means something else in another schema.
      if (JSON.stringify([before, after]).includes('$ref')) return
      expect(compareSchemas(before, { anyOf: [after, before] }).compatible).toBe(true)
      expect(compareSchemas({ allOf: [after, before] }, before).compatible).toBe(true)
    }),
    { numRuns: 60, seed: 5 },
  )
})
