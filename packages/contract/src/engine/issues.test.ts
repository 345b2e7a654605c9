import { expect, test } from 'vitest'
import type { Schema, SchemaObject } from '../schema.ts'
import { compileSchema } from './compile-schema.ts'

const DIGEST: SchemaObject = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12",
  "type": "object",
  "required": ["topics"],
  "additionalProperties": false,
  "properties": {
    "topics": { "type": "array", "items": { "type": "string", "minLength": 2, "maxLength": 100 }, "minItems": 1, "maxItems": 5 },
    "time_range": { "type": "string", "enum": ["today", "24h", "this_week", "this_month"] },
    "max_articles_per_topic": { "type": "integer", "minimum": 1, "maximum": 10 },
    "output_language": { "type": "string", "pattern": "^(auto|[a-z]{2})$" },
    "save_to_file": { "type": "boolean" },
    "file_path": { "type": "string" }
  },
  "if": { "properties": { "save_to_file": { "const": true } }, "required": ["save_to_file"] },
  "then": { "required": ["file_path"] }
}`)

test('names every mistake at once, each with its place, what was expected, what came and what was meant', () => {
  const issues = compileSchema(DIGEST).issues({ topcs: ['AI'], time_range: 'tody', max_articles_per_topic: '12abc' })
  expect(issues).toEqual([
    {
      path: '/topics',
      keyword: 'required',
      schemaPath: '/required',
      expected: 'an array of 1 to 5 items',
      received: 'nothing',
      message: '/topics is required, but missing',
      suggestion: 'rename "topcs" to "topics"',
    },
    {
      path: '/time_range',
      keyword: 'enum',
      schemaPath: '/properties/time_range/enum',
      expected: 'one of "today", "24h", "this_week", "this_month"',
      received: '"tody"',
      message: '/time_range must be one of "today", "24h", "this_week", "this_month", got "tody"',
      suggestion: 'today',
    },
    {
      path: '/max_articles_per_topic',
      keyword: 'type',
      schemaPath: '/properties/max_articles_per_topic/type',
      expected: 'an integer from 1 to 10',
      received: '"12abc"',
      message: '/max_articles_per_topic must be an integer from 1 to 10, got "12abc"',
    },
    {
      path: '/topcs',
      keyword: 'additionalProperties',
      schemaPath: '/additionalProperties',
      expected:
        'one of the properties topics, time_range, max_articles_per_topic, output_language, save_to_file, file_path',
      received: '"topcs"',
      message:
        '/topcs is not a known property; known are topics, time_range, max_articles_per_topic, output_language, save_to_file, file_path',
      suggestion: 'topics',
    },
  ])
})

test('says when a condition makes something wrong', () => {
  expect(messages(DIGEST, { topics: ['AI'], save_to_file: true })).toEqual([
    '/file_path is required, but missing when save_to_file is true',
  ])
  expect(messages({ if: { required: ['a'] }, else: { required: ['b'] } }, {})).toEqual([
    '/b is required, but missing unless a is present',
  ])
  expect(messages({ dependentRequired: { a: ['b'] } }, { a: 1 })).toEqual([
    '/b is required, but missing when a is present',
  ])
})

test.each<[Schema, unknown, string]>([
  [
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    0,
    'the value must be a number of at most 1 and above 0, got 0',
  ],
  [{ multipleOf: 0.5 }, 0.3, 'the value must be a number that is a multiple of 0.5, got 0.3'],
  [
    { type: 'string', minLength: 2, maxLength: 3 },
    '中',
    'the value must be a string of 2 to 3 characters, got "中" (1 character)',
  ],
  [{ type: 'string', pattern: '^a' }, 'b', 'the value must be a string matching ^a, got "b"'],
  [{ type: 'string', format: 'date' }, 'x', 'the value must be a date such as 2026-01-31, got "x"'],
  [{ type: ['string', 'null'] }, 5, 'the value must be a string or null, got 5'],
  [{ minItems: 2 }, [1], 'the value must be an array of at least 2 items, got 1 item'],
  [{ uniqueItems: true }, [1, 2, 1], 'the value must be an array without repetition, got the same at index 0 and 2'],
  [
    { contains: { type: 'string' } },
    [1],
    'the value must be an array with at least 1 item of this kind: a string, got 0 items of it',
  ],
  [{ prefixItems: [true], items: false }, [1, 2, 3], 'the value must be an array of at most 1 item, got 3 items'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'the value must be an object of at most 1 property, got 2 properties'],
  [
    { propertyNames: { pattern: '^[a-z]+$' } },
    { A: 1 },
    '/A has a name that must be a string matching ^[a-z]+$, got "A"',
  ],
  [{ properties: { a: false } }, { a: 1 }, '/a must not be there: no value is allowed'],
  [{ not: { type: 'string' } }, 'x', 'the value must be anything but a string, got "x"'],
  [{ const: 'a' }, 'b', 'the value must be "a", got "b"'],
  [{ anyOf: [{ type: 'integer' }, { const: 'auto' }] }, 'x', 'the value must be an integer or "auto", got "x"'],
  [
    { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    3,
    'the value must fit exactly one of 2 alternatives, but fits alternatives 1 and 2',
  ],
  [{ items: { $ref: '#/$defs/a~1b' }, $defs: { 'a/b': { type: 'null' } } }, [1], '/0 must be null, got 1'],
])('explains %j', (schema, value, message) => expect(messages(schema, value)).toEqual([message]))

test('reports the alternative that came closest, not all of them', () => {
  const schema: Schema = {
    oneOf: [
      {
        type: 'object',
        required: ['kind', 'side'],
        properties: { kind: { const: 'square' }, side: { type: 'number' } },
      },
      {
        type: 'object',
        required: ['kind', 'radius'],
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
      },
    ],
  }
  expect(compileSchema(schema).issues({ kind: 'circle', radius: 'x' })).toMatchObject([
    {
      path: '/radius',
      keyword: 'type',
      schemaPath: '/oneOf/1/properties/radius/type',
      message: '/radius must be a number, got "x" (the closest of 2 alternatives)',
    },
  ])
  expect(compileSchema(schema).issues({ kind: 'cirle', radius: 1 })).toMatchObject([
    {
      path: '/kind',
      keyword: 'const',
      schemaPath: '/oneOf/0/properties/kind/const',
      expected: 'one of "square", "circle"',
      suggestion: 'circle',
    },
  ])
})

test('every kind is named that referenced alternatives are told apart by', () => {
  const kind = (name: string): Schema => ({ allOf: [{ properties: { kind: { enum: [name, `${name}s`] } } }] })
  const schema: Schema = {
    anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
    $defs: { a: kind('cat'), b: kind('dog') },
  }
  expect(messages(schema, { kind: 'horse' })).toEqual([
    '/kind must be one of "cat", "cats", "dog", "dogs", got "horse"',
  ])
})

test.each([
  ['breif', ['prose', 'bullets', 'structured', 'brief'], 'brief'],
  ['Structured ', ['prose', 'structured'], 'structured'],
  ['week', ['today', 'this_week', 'this_month'], 'this_week'],
  ['今日新闻', ['今天新闻', '本周汇总'], '今天新闻'],
  ['this', ['this_week', 'this_month'], undefined],
  ['banana', ['prose', 'bullets'], undefined],
  [24, ['24', '48'], '"24"'],
])('for %j out of %j suggests %j', (value, values, suggestion) => {
  expect(compileSchema({ enum: values }).issues(value)[0]?.suggestion).toBe(suggestion)
})

test.each<[Schema, unknown, string | undefined]>([
  [{ type: 'integer' }, ' 5 ', '5'],
  [{ type: 'integer' }, '5.5', undefined],
  [{ type: 'boolean' }, 'True', 'true'],
  [{ type: 'string' }, 5, '"5"'],
  [{ type: 'array' }, 'AI', 'put it into an array'],
  [{ type: 'object' }, 'AI', undefined],
])('for the wrong type in %j suggests a repair of %j', (schema, value, suggestion) => {
  expect(compileSchema(schema).issues(value)[0]?.suggestion).toBe(suggestion)
})

test('says the same thing once', () => {
  const twice: Schema = {
    allOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }, { type: 'integer' }],
    $defs: { n: { type: 'integer' } },
  }
  expect(messages(twice, 'x')).toEqual(['the value must be an integer, got "x"'])
})

test('does not call a property unknown because its schema failed', () => {
  const schema: Schema = {
    allOf: [{ $ref: '#/$defs/base' }],
    unevaluatedProperties: false,
    $defs: { base: { properties: { a: { type: 'string' } } } },
  }
  expect(messages(schema, { a: 5 })).toEqual(['/a must be a string, got 5'])
  expect(messages(schema, { a: 'x', b: 1 })).toEqual(['/b is not a known property'])
})

test('stops after a hundred issues and says that there are more', () => {
  const issues = compileSchema({ items: { type: 'string' } }).issues(Array.from({ length: 1000 }, (_, i) => i))
  expect(issues).toHaveLength(101)
  expect(issues.at(-1)).toMatchObject({ keyword: 'more' })
})

function messages(schema: Schema, value: unknown): string[] {
  return compileSchema(schema)
    .issues(value)
    .map(({ message }) => message)
}
