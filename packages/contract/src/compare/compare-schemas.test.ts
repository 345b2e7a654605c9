import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { upgradeSchema } from '../upgrade-schema.ts'
import { compareSchemas } from './compare-schemas.ts'

function conditional(...branches: Schema[]): unknown {
  return Object.fromEntries(['if', 'then', 'else'].slice(0, branches.length).map((key, i) => [key, branches[i]]))
}

/** Every row: the first schema accepts less than the second. */
const WIDENINGS: [title: string, narrow: unknown, wide: unknown][] = [
  ['type', { type: 'string' }, { type: ['string', 'null'] }],
  ['integer and number', { type: 'integer' }, { type: 'number' }],
  ['nothing and something', false, { type: 'null' }],
  ['something and everything', { type: 'null' }, {}],
  ['enum', { enum: ['a'] }, { enum: ['b', 'a'] }],
  ['const and enum', { const: 1 }, { enum: [1.0, 2] }],
  ['const and type', { const: { a: [1] } }, { type: 'object' }],
  ['const and properties', { const: { a: 1 } }, { properties: { a: { const: 1 } } }],
  ['minimum', { type: 'number', minimum: 2 }, { type: 'number', minimum: 1 }],
  ['exclusiveMinimum and minimum', { exclusiveMinimum: 1 }, { minimum: 1 }],
  ['bounds of integers', { type: 'integer', minimum: 2 }, { type: 'integer', exclusiveMinimum: 0.5 }],
  ['multipleOf', { multipleOf: 6 }, { multipleOf: 3 }],
  ['multipleOf of decimals', { multipleOf: 0.02 }, { multipleOf: 0.01 }],
  ['two multiples', { allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] }, { multipleOf: 6 }],
  ['lengths', { type: 'string', minLength: 2, maxLength: 3 }, { type: 'string', minLength: 1, maxLength: 3 }],
  ['pattern', { pattern: '^[a-f]{2,4}$' }, { pattern: '^[a-z]+$' }],
  ['pattern and length', { pattern: '^a?b?$' }, { maxLength: 2 }],
  ['pattern with look-ahead', { pattern: '^(?!.*\\.\\.)[a-z.]+$' }, { pattern: '^[a-z.]+$' }],
  ['enum and pattern', { enum: ['ab', 'b'] }, { type: 'string', pattern: 'b$' }],
  ['format', { type: 'string', format: 'date' }, { type: 'string' }],
  ['format and pattern', { type: 'string', format: 'uuid' }, { type: 'string', pattern: '^.{36}$' }],
  ['format and wider format', { type: 'string', format: 'uri' }, { type: 'string', format: 'uri-reference' }],
  ['required', { required: ['a', 'b'] }, { required: ['a'] }],
  [
    'closed objects',
    { properties: { a: true }, additionalProperties: false },
    { properties: { a: true, b: true }, additionalProperties: false },
  ],
  ['closed and open', { additionalProperties: false }, { additionalProperties: { type: 'string' } }],
  [
    'a property and additionalProperties',
    { properties: { a: { minimum: 2 } }, additionalProperties: false },
    { additionalProperties: { minimum: 1 } },
  ],
  ['properties of an open object', { properties: { a: { type: 'string' } } }, {}],
  [
    'patternProperties',
    { patternProperties: { '^a': { type: 'string' } } },
    { patternProperties: { '^aa': { type: 'string' } } },
  ],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, { propertyNames: { maxLength: 3 } }],
  [
    'a number of properties',
    { required: ['a', 'b'] },
    { type: ['object', 'array', 'string', 'number', 'boolean', 'null'], minProperties: 2 },
  ],
  ['maxProperties', { maxProperties: 1 }, { maxProperties: 2 }],
  ['dependentRequired', { dependentRequired: { a: ['b', 'c'] } }, { dependentRequired: { a: ['b'] } }],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { required: ['b'], minProperties: 3 } } },
    { dependentRequired: { a: ['b'] } },
  ],
  [
    'unevaluatedProperties',
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { properties: { a: true }, additionalProperties: { type: 'string' } },
  ],
  ['items', { items: { type: 'integer' } }, { items: { type: 'number' } }],
  [
    'prefixItems and items',
    { prefixItems: [{ const: 1 }, { const: 2 }], items: false },
    { items: { type: 'integer' } },
  ],
  ['contains', { contains: { const: 1 } }, { contains: { type: 'integer' } }],
  ['minContains', { contains: { const: 1 }, minContains: 3 }, { contains: { const: 1 }, minContains: 2 }],
  [
    'maxContains',
    { contains: { const: 1 }, minContains: 0, maxContains: 1 },
    { contains: { const: 1 }, minContains: 0, maxContains: 2 },
  ],
  ['uniqueItems', { uniqueItems: true }, {}],
  [
    'unique values that run out',
    { type: 'array', items: { type: 'boolean' }, uniqueItems: true },
    { type: 'array', maxItems: 2 },
  ],
  [
    'unevaluatedItems',
    { prefixItems: [true], unevaluatedItems: false },
    { prefixItems: [true], unevaluatedItems: { type: 'string' } },
  ],
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, { minimum: 1 }],
  ['anyOf', { anyOf: [{ type: 'string' }] }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
  [
    'anyOf that covers a range',
    { type: 'integer', minimum: 0, maximum: 9 },
    { anyOf: [{ maximum: 5 }, { minimum: 5 }] },
  ],
  ['oneOf and anyOf', { oneOf: [{ minimum: 1 }, { maximum: 3 }] }, { anyOf: [{ minimum: 1 }, { maximum: 3 }] }],
  [
    'a union with a discriminator',
    {
      type: 'object',
      oneOf: ['a', 'b'].map((kind) => ({
        properties: { kind: { const: kind }, n: { type: 'integer' } },
        required: ['kind'],
      })),
    },
    {
      type: 'object',
      oneOf: ['a', 'b', 'c'].map((kind) => ({
        properties: { kind: { const: kind }, n: { type: 'number' } },
        required: ['kind'],
      })),
    },
  ],
  ['not', { not: { type: 'string' } }, { not: { type: 'string', minLength: 3 } }],
  ['if and then', conditional({ required: ['a'] }, { required: ['b', 'c'] }), { dependentRequired: { a: ['b'] } }],
  [
    'if, then and else',
    conditional({ type: 'string' }, { minLength: 2 }, { type: 'null' }),
    { type: ['string', 'null'] },
  ],
  [
    'a linked list',
    { $defs: { l: { properties: { v: { type: 'integer' }, next: { $ref: '#/$defs/l' } } } }, $ref: '#/$defs/l' },
    { properties: { v: { type: 'number' }, next: { $ref: '#' } } },
  ],
  [
    'mutual recursion',
    {
      $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] } },
      $ref: '#/$defs/a',
    },
    {
      $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { properties: { a: { $ref: '#/$defs/a' } } } },
      $ref: '#/$defs/a',
    },
  ],
  [
    'recursion that never ends accepts nothing',
    { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } },
    { type: 'string' },
  ],
  [
    'required and forbidden accepts nothing',
    { type: 'object', required: ['a'], properties: { a: false } },
    { type: 'null' },
  ],
  ['an anchor', { $ref: '#a', $defs: { x: { $anchor: 'a', type: 'integer' } } }, { type: 'number' }],
  [
    'a dynamic reference without a choice',
    { $dynamicAnchor: 'n', type: 'array', items: { $dynamicRef: '#n' } },
    { type: 'array', items: { type: 'array' } },
  ],
  [
    'draft-04',
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true },
    { minimum: 1 },
  ],
  [
    'draft-07',
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ const: 1 }], additionalItems: false },
    { maxItems: 1 },
  ],
]

describe('a schema that accepts more is compatible, the way back is not and shows a witness', () => {
  test.each(WIDENINGS)('%s', (_title, narrow, wide) => {
    expect(compareSchemas(narrow, wide)).toMatchObject({ compatible: true })
    const back = compareSchemas(wide, narrow)
    expect(back.compatible).toBe(false)
    const witnesses = back.changes.filter((change) => change.breaking).map((change) => change.witness)
    expect(witnesses.length).toBeGreaterThan(0)
    for (const witness of witnesses) {
      expect(compileSchema(upgradeSchema(wide as Schema)).isValid(witness)).toBe(true)
      expect(compileSchema(upgradeSchema(narrow as Schema)).isValid(witness)).toBe(false)
    }
  })

  test.each(WIDENINGS)('%s, as an output', (_title, narrow, wide) => {
    expect(compareSchemas(wide, narrow, { direction: 'output' })).toMatchObject({ compatible: true })
    expect(compareSchemas(narrow, wide, { direction: 'output' })).toMatchObject({ compatible: false })
  })
})

describe('two ways to say the same are compatible both ways', () => {
  test.each<[string, unknown, unknown]>([
    ['const and enum', { const: 'a' }, { enum: ['a'] }],
    ['true and {}', true, {}],
    ['false and not', false, { not: {} }],
    ['type list and anyOf', { type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    ['integer and multipleOf 1', { type: 'integer' }, { type: 'number', multipleOf: 1 }],
    ['a pattern that every string has', { type: 'string' }, { type: 'string', pattern: '[a-z]*' }],
    ['an unknown format', { type: 'string' }, { type: 'string', format: 'no-such-format' }],
    ['a reference and its target', { $ref: '#/$defs/a', $defs: { a: { minimum: 1 } } }, { minimum: 1 }],
    [
      'definitions and $defs',
      { $ref: '#/definitions/a', definitions: { a: { type: 'null' } } },
      { $ref: '#/$defs/b', $defs: { b: { type: 'null' } } },
    ],
    [
      'a recursive schema unrolled once',
      { properties: { n: { $ref: '#' } } },
      { properties: { n: { properties: { n: { $ref: '#' } } } } },
    ],
    ['not not', { not: { not: { type: 'string' } } }, { type: 'string' }],
    [
      'additional and unevaluated',
      { properties: { a: true }, additionalProperties: false },
      { properties: { a: true }, unevaluatedProperties: false },
    ],
    ['a boolean and its values', { type: 'boolean' }, { enum: [true, false] }],
    [
      'propertyNames and a closed object',
      { propertyNames: { enum: ['a'] } },
      { properties: { a: true }, additionalProperties: false },
    ],
    ['a closed tuple and its length', { prefixItems: [true, true], items: false }, { maxItems: 2 }],
    ['contains and length', { contains: true, minContains: 2 }, { minItems: 2 }],
    ['an empty array', { const: [] }, { type: 'array', maxItems: 0 }],
    [
      'order of keys, enums and alternatives',
      { enum: ['a', 'b'], anyOf: [{ minLength: 1 }, { maxLength: 5 }] },
      { anyOf: [{ maxLength: 5 }, { minLength: 1 }], enum: ['b', 'a'] },
    ],
  ])('%s', (_title, a, b) => {
    expect(compareSchemas(a, b).compatible).toBe(true)
    expect(compareSchemas(b, a).compatible).toBe(true)
  })
})

describe('every change has its place and its reason', () => {
  const before = {
    type: 'object',
    required: ['topics'],
    additionalProperties: false,
    properties: {
      topics: { type: 'array', items: { $ref: '#/$defs/topic' }, minItems: 1 },
      lang: { type: 'string' },
      when: { enum: ['today', '24h'] },
    },
    $defs: { topic: { type: 'string', minLength: 2 } },
  }
  const after = {
    type: 'object',
    required: ['topics', 'when'],
    additionalProperties: false,
    properties: {
      topics: { type: 'array', items: { $ref: '#/$defs/topic' }, minItems: 2 },
      language: { type: 'string' },
      when: { enum: ['today', 'week'], description: 'When' },
    },
    $defs: { topic: { type: 'string', minLength: 1 } },
  }

  test('breaking ones carry a witness of their own', () => {
    const { changes } = compareSchemas(before, after)
    expect(changes.map(({ path, reason, breaking }) => [path, reason, breaking])).toEqual([
      ['/required', '"when" is now required.', true],
      ['/properties/topics/minItems', 'minItems was raised from 1 to 2.', true],
      ['/properties/lang', 'Property "lang" was removed; it was probably renamed to "language".', true],
      ['/properties/when/enum', 'New among the allowed values: "week".', false],
      ['/properties/when/enum', 'No longer among the allowed values: "24h".', true],
      ['/properties/when/description', 'Description was added.', false],
      ['/properties/language', 'Property "language" was added.', false],
      ['/$defs/topic/minLength', 'minLength was lowered from 2 to 1.', false],
    ])
    expect(changes.filter((change) => change.breaking && change.witness === undefined)).toEqual([])
  })

  test('in an output it is the other changes that break', () => {
    const { changes } = compareSchemas(before, after, { direction: 'output' })
    expect(changes.filter((change) => change.breaking).map(({ path }) => path)).toEqual([
      '/properties/when/enum',
      '/properties/language',
      '/$defs/topic/minLength',
    ])
  })

  test('what only breaks together is said at the root', () => {
    const old = { anyOf: [{ required: ['a'] }, { required: ['b'] }] }
    const { compatible, changes } = compareSchemas(old, { not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } })
    expect(compatible).toBe(false)
    expect(changes.some((change) => change.breaking && change.witness !== undefined)).toBe(true)
  })

  test('nothing changed, nothing is said', () => {
    expect(compareSchemas(before, structuredClone(before))).toEqual({ compatible: true, changes: [] })
  })
})

describe('an unknown answer is reported, and counts as breaking', () => {
  test.each<[string, unknown, unknown]>([
    ['a reference to elsewhere', { $ref: 'https://example.com/x' }, { type: 'string' }],
    ['a schema that refers only to itself', { $ref: '#' }, { type: 'string' }],
    ['a schema that denies itself', { not: { $ref: '#' } }, { type: 'string' }],
    ['more items than a witness may have', { type: 'array', minItems: 1e9 }, { type: 'array', minItems: 2e9 }],
  ])('%s', (_title, before, after) => {
    const { compatible, changes } = compareSchemas(before, after)
    expect(compatible).toBe('unknown')
    expect(changes.some((change) => change.breaking && /cannot tell/i.test(change.reason))).toBe(true)
  })

  test('the same unknown on both sides is no change', () => {
    const ref = { $ref: 'https://example.com/x' }
    expect(
      compareSchemas({ properties: { a: ref, b: { minimum: 2 } } }, { properties: { a: ref, b: { minimum: 1 } } })
        .compatible,
    ).toBe(true)
  })
})

test.each([null, undefined, 'string', 5, []])('%j is no schema', (value) => {
  expect(() => compareSchemas(value, {})).toThrow(SkillError)
  expect(() => compareSchemas({}, value)).toThrow(/Expected the new schema/)
})

describe('hostile schemas get an answer soon', () => {
  const nested = (depth: number, wrap: (inner: Schema) => Schema) => {
    let schema: Schema = { type: 'string' }
    for (let i = 0; i < depth; i++) schema = wrap(schema)
    return schema
  }
  const doubling = (last: Schema) => {
    const $defs: Record<string, Schema> = { d20: last }
    for (let i = 0; i < 20; i++)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] }
    return { $ref: '#/$defs/d0', $defs }
  }
  const values = Array.from({ length: 100_000 }, (_, i) => `value ${i}`)
  const choices = (text: string) => ({
    allOf: Array.from({ length: 20 }, (_, i) => ({ anyOf: [{ required: [`${text}${i}`] }, { required: [`b${i}`] }] })),
  })

  test.each<[string, unknown, unknown, unknown]>([
    ['1,000,000 levels', nested(1_000_000, (not) => ({ not })), { type: 'string' }, 'unknown'],
    [
      'shared parts that would unfold to 2^60',
      nested(60, (part) => ({ allOf: [part, part] })),
      { type: 'string' },
      'unknown',
    ],
    [
      'references that would unfold to 2^20',
      doubling({ type: 'string' }),
      doubling({ type: 'string', minLength: 1 }),
      false,
    ],
    ['2^20 alternatives', { allOf: Array.from({ length: 2 ** 20 }, () => ({})) }, { type: 'string' }, 'unknown'],
    ['100,000 values', { enum: values }, { enum: [...values, 'more'] }, true],
    ['100,000 values without one', { enum: values }, { enum: values.slice(1) }, false],
    ['2^20 combinations', choices('a'), choices('c'), false],
    ['an evil pattern', { pattern: '^(a+)+$' }, { pattern: '^((a|b)*c){3,30}$' }, false],
    ['a pattern with too many states', { pattern: 'a.{12}b' }, { pattern: 'a.{13}b' }, 'unknown'],
    [
      'a property called __proto__',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
      JSON.parse('{"properties":{"__proto__":{"type":"null"}}}'),
      false,
    ],
    ['a lone surrogate', { const: '\ud800' }, { pattern: '^a' }, false],
    ['keywords of the wrong type', { minLength: 'x', properties: [], enum: 5 }, { type: 'string' }, 'unknown'],
  ])('%s', (_title, before, after, compatible) => {
    expect(within(5_000, () => compareSchemas(before, after)).compatible).toBe(compatible)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

const CASES = new URL('../../../../../shared/cases/compat/cases.jsonl', import.meta.url)
test.skipIf(!existsSync(CASES))(
  'agrees with the labelled cases where they are at hand, and misses no breaking change',
  () => {
    const cases = readFileSync(CASES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const answers = cases.map((labelled) => ({
      ...labelled,
      answer: compareSchemas(labelled.old, labelled.new).compatible,
    }))
    const missed = answers.filter((labelled) => !labelled.backward_compatible && labelled.answer === true)
    const wrong = answers.filter((labelled) => labelled.backward_compatible !== labelled.answer)
    expect(missed.map(({ id }) => id)).toEqual([])
    expect(wrong.length / cases.length, wrong.map(({ id }) => id).join(', ')).toBeLessThanOrEqual(0.02)
  },
)

describe('large recursive schemas', () => {
  // Sixty kinds of thing that contain each other: as a whole more than any search gets through.
  const large = (change: (kind: SchemaObject, i: number) => SchemaObject = (kind) => kind): SchemaObject => {
    const ref = (i: number) => ({ $ref: `#/$defs/k${i % 60}` })
    const kinds = Array.from({ length: 60 }, (_, i): [string, SchemaObject] => {
      const properties = {
        kind: { const: `k${i}` },
        size: { type: 'integer' },
        next: ref(i + 1),
        all: { anyOf: [ref(i + 7), ref(i + 13)] },
      } as const
      return [`k${i}`, change({ type: 'object', properties, required: ['kind'], additionalProperties: false }, i)]
    })
    return {
      type: 'object',
      properties: { first: ref(0), many: { type: 'array', items: ref(3) } },
      $defs: Object.fromEntries(kinds),
    }
  }
  const only = (at: number, change: (kind: SchemaObject) => SchemaObject) =>
    large((kind, i) => (i === at ? change(kind) : kind))

  test('in which only descriptions changed are the same', () => {
    const described = large((kind, i) => ({ ...kind, description: `Kind ${i}.` }))
    expect(compareSchemas(large(), described).compatible).toBe(true)
    expect(compareSchemas(described, large(), { direction: 'output' }).compatible).toBe(true)
  })

  test('of which one kind takes more are proved', () => {
    const wider = only(20, (kind) => ({ ...kind, properties: { ...kind.properties, size: { type: 'number' } } }))
    expect(compareSchemas(large(), wider)).toMatchObject({ compatible: true, changes: [{ breaking: false }] })
  })

  test('of which one kind takes less are disproved by a document that leads there', () => {
    const narrower = only(20, (kind) => ({ ...kind, required: ['kind', 'size'] }))
    const { compatible, changes } = compareSchemas(large(), narrower)
    expect(compatible).toBe(false)
    expect(changes).toMatchObject([{ path: '/$defs/k20/required', breaking: true }])
    expect([large(), narrower].map((schema) => compileSchema(schema).isValid(changes[0]?.witness))).toEqual([
      true,
      false,
    ])
  })

  test('of which two kinds change are judged change by change', () => {
    const both = large((kind, i) => {
      if (i === 5) return { ...kind, properties: { ...kind.properties, extra: { type: 'string' } } }
      return i === 9 ? { ...kind, properties: { ...kind.properties, size: { type: 'integer', minimum: 0 } } } : kind
    })
    const { changes } = compareSchemas(large(), both)
    expect(changes.map(({ path, breaking, witness }) => [path, breaking, witness !== undefined])).toEqual([
      ['/$defs/k5/properties/extra', false, false],
      ['/$defs/k9/properties/size/minimum', true, true],
    ])
  })

  test('where accepting more below not accepts less, the place alone proves nothing', () => {
    const refusing = (schema: SchemaObject): SchemaObject => ({
      ...schema,
      not: { properties: { first: { $ref: '#/$defs/k20' } }, required: ['first'] },
    })
    const wider = only(20, (kind) => ({
      ...kind,
      properties: { ...kind.properties, size: { type: ['integer', 'string'] } },
    }))
    expect(compareSchemas(refusing(large()), refusing(wider)).compatible).not.toBe(true)
  })
})
