import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, jsonEquals } from './json.ts'
import { type CheckResult, openSchema } from './open-schema.ts'
import type { Schema, SchemaObject } from './schema.ts'

/** Values in the neighbourhood of what the schemas below ask for: right, nearly right, and wrong. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 'true', 'No', '1', '0', 1, 0, 5, -1, 2.5, '5', '5.0', ' 7', 'five', ''),
  fc.constantFrom<unknown>('red', 'Red', ' BLUE ', '[]', '[1]', '["red"]', '{"a":"1"}', '{', 'null', '1e3', '0x10'),
  fc.integer(),
  fc.string({ maxLength: 4 }),
)
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map(ownKeys),
}))

const { schema: anySchema } = fc.letrec<{ schema: Schema; scalar: SchemaObject; deep: SchemaObject }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('scalar'), tie('deep')),
  scalar: fc.oneof(
    fc.constantFrom<SchemaObject>({}, { type: 'string' }, { type: 'boolean' }, { type: 'number' }, { type: 'integer' }),
    fc.constantFrom<SchemaObject>({ type: ['integer', 'null'] }, { type: ['boolean', 'integer'] }, { const: 'red' }),
    fc.constantFrom<SchemaObject>({ enum: ['red', 'blue', 1] }, { type: 'integer', maximum: 5 }, { $ref: '#' }),
    fc.record({ type: fc.constant('integer' as const), default: fc.constantFrom<unknown>(1, '1', null) }),
  ),
  deep: fc.oneof(
    fc.record({ type: fc.constant('array' as const), items: tie('schema') }),
    fc.record({ prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), items: tie('schema') }),
    objectOf(tie('schema')),
    objectOf(tie('schema')),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    fc.record({ not: tie('schema') }),
  ),
}))

const schemaAndValues = fc.tuple(anySchema, fc.array(anyValue, { minLength: 1, maxLength: 5 }))

describe('whatever the schema and the value', () => {
  law('a valid value only gains defaults', (schema, value) => {
    const checker = openSchema(schema)
    if (!checker.validator.isValid(value)) return
    const result = checker.check(value)
    expect(result.ok && result.coercions.length === 0).toBe(true)
    expect(isKept(value, result.value)).toBe(true)
  })

  law('an accepted value is valid, and nothing is left to repair or to fill in', (schema, value) => {
    const checker = openSchema(schema)
    const first = checker.check(value)
    if (!first.ok) return
    expect(checker.validator.isValid(first.value)).toBe(true)
    const second = checker.check(first.value)
    expect(second.coercions).toEqual([])
    expect(jsonEquals(second.value, first.value)).toBe(true)
  })

  law('a refused value comes back as it was sent, with a reason', (schema, value) => {
    const result = openSchema(schema).check(value)
    if (result.ok) return
    expect(result.value).toBe(value)
    expect(result.issues).not.toEqual([])
    // What was repaired is no issue any more.
    for (const { path } of result.coercions) expect(result.issues.map((issue) => issue.path)).not.toContain(path)
  })

  law('the value that was sent is never changed', (schema, value) => {
    const before = JSON.stringify(value)
    openSchema(schema).check(deepFreeze(value))
    expect(JSON.stringify(value)).toBe(before)
  })

  law('the answer is the same once there is generated code for it', (schema, value) => {
    const [first, later] = [openSchema(structuredClone(schema)), openSchema(schema)]
    for (let i = 0; i < 6; i++) later.check(null)
    expect(inOrder(later.check(value))).toEqual(inOrder(first.check(value)))
  })

  law('strict accepts nothing that friendly does not accept unrepaired', (schema, value) => {
    const checker = openSchema(schema)
    const strict = checker.check(value, { policy: 'strict' })
    if (strict.ok) expect(checker.check(value)).toEqual(strict)
  })
})

/** A result with its repairs by their places: in which order they are found is nobody's business. */
function inOrder(result: CheckResult): CheckResult {
  return { ...result, coercions: result.coercions.toSorted((a, b) => a.path.localeCompare(b.path)) }
}

function law(title: string, holds: (schema: Schema, value: unknown) => void): void {
  test(title, () => {
    const property = fc.property(schemaAndValues, ([schema, values]) => {
      if (isEndless(schema)) return
      for (const value of values) holds(schema, value)
    })
    fc.assert(property, { numRuns: 250 })
  })
}

/** True for a schema that refers to itself without going down into the value: the engine refuses it. */
function isEndless(schema: Schema): boolean {
  try {
    openSchema(schema).check(null)
    return false
  } catch {
    return true
  }
}

function objectOf(schema: fc.Arbitrary<Schema>): fc.Arbitrary<SchemaObject> {
  return fc.record(
    {
      type: fc.constant('object' as const),
      properties: fc.array(fc.tuple(key, schema), { maxLength: 3 }).map(ownKeys) as fc.Arbitrary<
        Record<string, Schema>
      >,
      additionalProperties: fc.constantFrom<Schema>(false, { type: 'integer' }),
      patternProperties: fc.constant({ '^a': { type: 'integer' } as const }),
      required: fc.uniqueArray(key, { maxLength: 2 }),
      maxProperties: fc.constantFrom(1, 2),
    },
    { requiredKeys: ['properties'] },
  )
}

function ownKeys(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries)
}

/** True when the second value is the first with perhaps more properties. */
function isKept(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((item, i) => isKept(item, after[i]))
  }
  if (!isObject(before) || !isObject(after)) return jsonEquals(before, after)
  return Object.keys(before).every((name) => Object.hasOwn(after, name) && isKept(before[name], after[name]))
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
