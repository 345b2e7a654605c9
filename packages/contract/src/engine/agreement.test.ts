// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a `then`, and no schema is awaited.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Schema } from '../schema.ts'
import { compileSchema, isFitForCode } from './compile-schema.ts'
import { generateValidator } from './generate-validator.ts'
import { linkSchema } from './link-schema.ts'

const name = fc.constantFrom('a', 'b', 'c', 'toString', '__proto__')
const scalar = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom('', 'a', 'ab', '😀', 0.5, true, false, null))
const small = fc.integer({ min: 0, max: 3 })

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

const { schema } = fc.letrec<{ schema: Schema; map: Record<string, Schema>; list: Schema[] }>((tie) => ({
  map: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(fc.constantFrom('string', 'integer', 'array', 'object'), fc.constant(['null', 'number'])),
        enum: fc.array(fc.oneof(scalar, fc.array(scalar, { maxLength: 1 })), { maxLength: 3 }),
        const: scalar,
        minimum: small,
        exclusiveMaximum: small,
        multipleOf: fc.constantFrom(1, 2, 0.5),
        minLength: small,
        maxLength: small,
        pattern: fc.constantFrom('^a', 'b$', '^(a+)+$'),
        format: fc.constantFrom('date', 'unknown'),
        minItems: small,
        uniqueItems: fc.boolean(),
        maxProperties: small,
        required: fc.uniqueArray(name, { maxLength: 2 }),
        dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
      },
      { requiredKeys: [] },
    ),
    fc.record({ $ref: fc.constantFrom('#/$defs/r', '#') }),
    fc.record(
      {
        properties: tie('map'),
        patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]'), tie('schema'), { maxKeys: 1 }),
        additionalProperties: tie('schema'),
        propertyNames: tie('schema'),
        dependentSchemas: tie('map'),
        items: tie('schema'),
        prefixItems: tie('list'),
        contains: tie('schema'),
        minContains: small,
        allOf: tie('list'),
        anyOf: tie('list'),
        oneOf: tie('list'),
        not: tie('schema'),
        if: tie('schema'),
        then: tie('schema'),
        else: tie('schema'),
      },
      { requiredKeys: [] },
    ),
  ),
}))

test('both engines give the same answer, and there are reasons exactly when it is no', () => {
  let fast = 0
  fc.assert(
    fc.property(schema, schema, fc.array(value, { minLength: 1, maxLength: 4 }), (body, definition, values) => {
      const whole: Schema = { $defs: { r: definition }, allOf: [body] }
      const validator = compileOrSkip(whole)
      if (!validator) return
      const linked = linkSchema(whole, () => undefined)
      const source = { linked, assertFormats: true }
      const generated = isFitForCode(linked) && generateValidator(source, () => false)
      if (generated) fast++
      for (const one of values) {
        const answer = validator.isValid(one)
        if (generated) expect(generated(one)).toBe(answer)
        const issues = validator.issues(one)
        expect(issues.length === 0).toBe(answer)
        expect(new Set(issues.map(({ path, message }) => `${path} ${message}`)).size).toBe(issues.length)
        expect(issues.filter(({ keyword }) => keyword === 'depth')).toEqual([])
      }
    }),
    { numRuns: 400 },
  )
  expect(fast).toBeGreaterThan(50)
})

/** A schema that leads to itself is refused, and rightly. */
function compileOrSkip(schema: Schema) {
  try {
    return compileSchema(schema)
  } catch {
    return undefined
  }
}
