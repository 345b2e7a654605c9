// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a `then`, and no schema is awaited.
import { describe, expect, test } from 'vitest'
import type { Schema, SchemaObject } from '../schema.ts'
import { compileSchema } from './compile-schema.ts'

/** A schema, values it takes, values it does not take. */
type Row = readonly [schema: SchemaObject, takes: readonly unknown[], refuses: readonly unknown[]]

const KEYWORDS: Readonly<Record<string, readonly Row[]>> = {
  type: [
    [{ type: 'integer' }, [1, 1.0, -0, 1e20], [1.5, '1', null, true, Number.NaN, 1n]],
    [{ type: 'number' }, [1, 1.5], ['1', Number.POSITIVE_INFINITY, Number.NaN]],
    [{ type: ['string', 'null'] }, ['', null], [0, {}, []]],
    [{ type: 'object' }, [{}], [[], null, 'x']],
    [{ type: 'array' }, [[]], [{}, 'x']],
    [{ type: 'boolean' }, [true, false], [0, 'true']],
  ],
  enum: [
    [
      { enum: ['a', 1, null, { b: [1], c: 2 }, [0]] },
      ['a', 1, null, { c: 2, b: [1] }, [0]],
      ['b', '1', false, { b: [1] }, [false]],
    ],
    [{ enum: [] }, [], ['a', null, {}]],
    [{ enum: Array.from({ length: 50 }, (_, i) => `v${i}`) }, ['v0', 'v49'], ['v50', 0]],
  ],
  const: [
    [{ const: 0 }, [0, -0], [false, '0', null]],
    [{ const: { a: [false] } }, [{ a: [false] }], [{ a: [0] }, {}, { a: [false], b: 1 }, JSON.parse('{"valueOf":1}')]],
    [{ const: null }, [null], [0, '', undefined]],
  ],
  minimum: [[{ minimum: 1 }, [1, 2, '0'], [0.9]]],
  maximum: [[{ maximum: 1 }, [1, 0, '2'], [1.1]]],
  exclusiveMinimum: [[{ exclusiveMinimum: 1 }, [1.1], [1]]],
  exclusiveMaximum: [[{ exclusiveMaximum: 1 }, [0.9], [1]]],
  multipleOf: [
    [{ multipleOf: 0.0001 }, [0.0075, 1, 'x'], [0.00751]],
    [{ multipleOf: 0.01 }, [4.02, 19.99, 1e300], [4.021]],
    [{ multipleOf: 3 }, [0, -9], [10, 1.5]],
  ],
  minLength: [[{ minLength: 2 }, ['ab', '中文', 5], ['a', '😀', '']]],
  maxLength: [[{ maxLength: 1 }, ['a', '😀', '\ud800'], ['ab', '\udc00\ud800']]],
  pattern: [
    [{ pattern: '^\\p{L}+$' }, ['é中', 1], ['a1', '']],
    [{ pattern: 'b' }, ['abc'], ['ac']],
    [{ pattern: '^(a+)+$' }, ['aaa'], [`${'a'.repeat(50)}!`]],
    [{ pattern: '^😀{2}$' }, ['😀😀'], ['😀']],
  ],
  format: [
    [{ format: 'date' }, ['2024-02-29', 5], ['2023-02-29', 'today']],
    [{ format: 'uri' }, ['https://example.com'], ['example']],
    [{ format: 'iri' }, ['https://例子.com', 'http://[V1.fe]'], ['\\']],
    [{ format: 'nobody-knows' }, ['x'], []],
  ],
  items: [
    [{ items: { type: 'integer' } }, [[], [1], 'x'], [['a'], [1, 'a']]],
    [{ prefixItems: [true], items: false }, [[], ['x']], [[1, 2]]],
  ],
  prefixItems: [
    [{ prefixItems: [{ type: 'string' }, { type: 'integer' }] }, [[], ['a'], ['a', 1, null]], [[1], ['a', 'b']]],
  ],
  contains: [
    [{ contains: { const: 1 } }, [[1], [2, 1], {}], [[], [2]]],
    [
      { contains: { const: 1 }, minContains: 2, maxContains: 3 },
      [
        [1, 1],
        [1, 1, 1, 2],
      ],
      [[1], [1, 1, 1, 1]],
    ],
    [{ contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  ],
  minItems: [[{ minItems: 1 }, [[1], 'x'], [[]]]],
  maxItems: [[{ maxItems: 1 }, [[1]], [[1, 2]]]],
  uniqueItems: [
    [
      { uniqueItems: true },
      [[1, true, '1', [1], { a: 1 }], [[1], [true]], []],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [[{}], [{}]],
        [0, -0],
      ],
    ],
    [{ uniqueItems: false }, [[1, 1]], []],
  ],
  properties: [
    [{ properties: { a: { type: 'string' }, b: false } }, [{}, { a: 'x', c: 1 }, []], [{ a: 1 }, { b: null }]],
  ],
  patternProperties: [
    [{ patternProperties: { '^x': { type: 'integer' } } }, [{ x1: 1, y: 'a' }], [{ x1: 'a' }]],
    [{ patternProperties: { '^(x+)+$': false } }, [{ xy: 1 }], [{ xx: 1 }]],
  ],
  additionalProperties: [
    [
      { properties: { a: true }, patternProperties: { '^x': true }, additionalProperties: false },
      [{ a: 1, x: 2 }],
      [{ b: 1 }, JSON.parse('{"__proto__":1}')],
    ],
    [{ additionalProperties: { type: 'integer' } }, [{ a: 1 }], [{ a: 'x' }]],
  ],
  propertyNames: [[{ propertyNames: { maxLength: 1 } }, [{ a: 1 }, {}], [{ ab: 1 }]]],
  required: [[{ required: ['a'] }, [{ a: null }, 'x'], [{}, { a: undefined }, { b: 1 }]]],
  minProperties: [[{ minProperties: 1 }, [{ a: 1 }, []], [{}]]],
  maxProperties: [[{ maxProperties: 1 }, [{ a: 1 }], [{ a: 1, b: 2 }]]],
  dependentRequired: [[{ dependentRequired: { a: ['b'] } }, [{}, { b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]]],
  dependentSchemas: [[{ dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]]],
  allOf: [[{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]]],
  anyOf: [[{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 5], [4]]],
  oneOf: [[{ oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3], [6, 5]]],
  not: [[{ not: { type: 'string' } }, [1], ['a']]],
  if: [
    [
      {
        if: { properties: { a: { const: 1 } }, required: ['a'] },
        then: { required: ['b'] },
        else: { required: ['c'] },
      },
      [{ a: 1, b: 1 }, { c: 1 }],
      [{ a: 1 }, {}],
    ],
    [{ then: false, else: false }, [1], []],
  ],
  $ref: [
    [{ $defs: { n: { type: 'integer' } }, properties: { a: { $ref: '#/$defs/n' } } }, [{ a: 1 }], [{ a: 'x' }]],
    [{ type: 'object', additionalProperties: { $ref: '#' } }, [{ a: { b: {} } }], [{ a: { b: 1 } }]],
    [{ $ref: '#/$defs/n', maximum: 5, $defs: { n: { type: 'integer' } } }, [5], [6, 'x']],
    [
      { properties: { a: { $ref: '#/x-own/deep/0' } }, 'x-own': { deep: [{ type: 'string' }] } },
      [{ a: 'x' }],
      [{ a: 1 }],
    ],
    [{ $defs: { 'a/b~c%d': { type: 'string' } }, $ref: '#/$defs/a~1b~0c%25d' }, ['x'], [1]],
  ],
  $anchor: [[{ $defs: { a: { $anchor: 'here', type: 'integer' } }, $ref: '#here' }, [1], ['x']]],
  $id: [
    [
      { $id: 'https://a.example/root', $ref: 'https://a.example/root#/$defs/n', $defs: { n: { type: 'null' } } },
      [null],
      [1],
    ],
    [
      {
        $id: 'https://a.example/root',
        $ref: 'part',
        $defs: { p: { $id: 'part', $ref: '#/$defs/n', $defs: { n: { type: 'null' } } } },
      },
      [null],
      [1],
    ],
  ],
  $dynamicRef: [
    [
      { $dynamicAnchor: 'node', type: 'object', additionalProperties: { $dynamicRef: '#node' } },
      [{ a: {} }],
      [{ a: 1 }],
    ],
    [
      {
        $id: 'https://a.example/strings',
        $ref: 'list',
        $defs: {
          item: { $dynamicAnchor: 'item', type: 'string' },
          list: {
            $id: 'list',
            type: 'array',
            items: { $dynamicRef: '#item' },
            $defs: { item: { $dynamicAnchor: 'item' } },
          },
        },
      },
      [['a']],
      [[1]],
    ],
  ],
  unevaluatedProperties: [
    [
      {
        allOf: [{ properties: { a: true } }],
        anyOf: [{ required: ['b'], properties: { b: true } }, true],
        unevaluatedProperties: false,
      },
      [{ a: 1 }, { a: 1, b: 1 }],
      [{ c: 1 }],
    ],
    [
      { if: { required: ['a'], properties: { a: true } }, unevaluatedProperties: { type: 'integer' } },
      [{ a: 'x' }, { b: 1 }],
      [{ b: 'x' }],
    ],
  ],
  unevaluatedItems: [
    [{ prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false }, [['a'], [1, 'a']], [[1, 'a', 2]]],
  ],
  $comment: [
    [
      {
        $comment: 'x',
        title: 't',
        description: 'd',
        default: 1,
        examples: [1],
        deprecated: true,
        'x-own': {},
        nullable: true,
        $async: true,
      },
      [1, 'a', null],
      [],
    ],
  ],
  contentEncoding: [
    [{ contentEncoding: 'base64', contentMediaType: 'application/json', contentSchema: false }, ['!', 1], []],
  ],
  inherited: [
    [
      JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}},"required":["constructor"]}',
      ),
      [JSON.parse('{"constructor":1,"__proto__":"x"}')],
      [{}, JSON.parse('{"constructor":1,"__proto__":5}'), { constructor: 1, toString: 1 }],
    ],
  ],
}

const rows = Object.entries(KEYWORDS).flatMap(([keyword, list]) =>
  list.map((row) => [keyword, JSON.stringify(row[0]).slice(0, 70), row] as const),
)

describe.each([
  ['as it is', (schema: SchemaObject): Schema => schema],
  // A keyword that takes everything and that only the exact engine knows.
  ['by the exact engine', (schema: SchemaObject): Schema => ({ unevaluatedItems: true, ...schema })],
])('%s', (_, route) => {
  test.each(rows)('%s in %s takes what it should and says why not', (_keyword, _text, [schema, takes, refuses]) => {
    const validator = compileSchema(route(schema))
    for (const value of takes) {
      expect(validator.issues(value)).toEqual([])
      expect(validator.isValid(value)).toBe(true)
    }
    for (const value of refuses) {
      expect(validator.isValid(value)).toBe(false)
      expect(validator.issues(value).length).toBeGreaterThan(0)
    }
  })
})

test('takes everything or nothing when the schema is a boolean', () => {
  expect(compileSchema(true).isValid(undefined)).toBe(true)
  expect(compileSchema(false).isValid(1)).toBe(false)
  expect(compileSchema(false).issues(1)).toMatchObject([{ keyword: 'false', path: '', schemaPath: '' }])
})

test('checks formats unless they are asked to be remarks', () => {
  expect(compileSchema({ format: 'email' }).isValid('2962')).toBe(false)
  expect(compileSchema({ format: 'email' }, { assertFormats: false }).isValid('2962')).toBe(true)
})

test('finds schemas that were passed by their URI, and the metaschemas, and nothing else', () => {
  const schemas: Record<string, Schema> = {
    'https://a.example/n.json': { $id: 'https://a.example/n.json', type: 'integer' },
  }
  expect(compileSchema({ $ref: 'https://a.example/n.json' }, { schemas }).isValid('x')).toBe(false)
  expect(compileSchema({ $ref: 'https://json-schema.org/draft/2020-12/schema' }).isValid({ type: 'strin' })).toBe(false)
  expect(() => compileSchema({ $ref: 'https://a.example/n.json' })).toThrow('must lead to a schema in this document')
})

test('reads a schema whose $schema is misspelt or of another draft', () => {
  for (const $schema of [
    'https://json-schema.org/draft/2020-12',
    'http://json-schema.org/draft-07/schema#',
    'about:blank',
  ]) {
    expect(compileSchema({ $schema, type: 'integer' }).isValid('x')).toBe(false)
  }
})

test('compiles the same schema object once', () => {
  const schema = { type: 'integer' } as const
  expect(compileSchema(schema)).toBe(compileSchema(schema))
  expect(compileSchema(schema)).not.toBe(compileSchema(schema, { assertFormats: false }))
})
