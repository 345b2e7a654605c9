import { describe, expect, test } from 'vitest'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'

const int = { type: 'integer' } as const
const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const listOf = (items: Schema): SchemaObject => ({ type: 'array', items })
const whenMet = (then: Schema): SchemaObject => ({ then })
const object = (properties: Record<string, Schema>, more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

describe('what has one lossless reading is repaired', () => {
  test.each<[string, Schema, unknown, unknown, string]>([
    ['a whole number as text', int, '5', 5, 'string-to-number'],
    ['a negative number as text', int, '-3', -3, 'string-to-number'],
    ['a whole number with a fraction of zero', int, '5.0', 5, 'string-to-number'],
    ['a number with an exponent', int, '1e3', 1000, 'string-to-number'],
    ['a number with space around it', int, ' 7 ', 7, 'string-to-number'],
    ['a fraction as text', { type: 'number' }, '0.25', 0.25, 'string-to-number'],
    ['a large number that a double holds exactly', int, '9007199254740992', 9007199254740992, 'string-to-number'],
    ['true as text', flag, 'true', true, 'string-to-boolean'],
    ['True as Python writes it', flag, 'True', true, 'string-to-boolean'],
    ['FALSE in capitals', flag, 'FALSE', false, 'string-to-boolean'],
    ['yes', flag, 'yes', true, 'string-to-boolean'],
    ['No', flag, 'No', false, 'string-to-boolean'],
    ['1 as text', flag, '1', true, 'string-to-boolean'],
    ['0 as text', flag, '0', false, 'string-to-boolean'],
    ['a single text', listOf(text), 'AI', ['AI'], 'wrap-in-array'],
    ['a single number', listOf(int), 5, [5], 'wrap-in-array'],
    ['a single object', listOf(object({ x: int })), { x: 1 }, [{ x: 1 }], 'wrap-in-array'],
    ['a text that only starts like JSON', listOf(text), '[AI] news', ['[AI] news'], 'wrap-in-array'],
    ['a text that spells a number', listOf(text), '5', ['5'], 'wrap-in-array'],
    ['a single value for a tuple', { type: 'array', prefixItems: [int] }, 5, [5], 'wrap-in-array'],
    ['an array as JSON text', listOf(text), '["a","b"]', ['a', 'b'], 'parse-json'],
    ['an empty array as JSON text', listOf(text), '[]', [], 'parse-json'],
    ['an object as JSON text', object({ x: int }), ' {"x":1}\n', { x: 1 }, 'parse-json'],
    ['an enum value in other case', { enum: ['today', '24h'] }, 'Today', 'today', 'enum-spelling'],
    ['an enum value with space around it', { enum: ['today', '24h'] }, ' 24h ', '24h', 'enum-spelling'],
    ['a const in other case', { const: 'AUTO' }, 'auto', 'AUTO', 'enum-spelling'],
    ['a number for an enum of numbers', { enum: [1, 2] }, '2', 2, 'string-to-number'],
    ['a number where null is fine too', { type: ['integer', 'null'] }, '5', 5, 'string-to-number'],
    ['a number or one word', { anyOf: [int, { const: 'auto' }] }, '7', 7, 'string-to-number'],
    ['one word or a number', { anyOf: [int, { const: 'auto' }] }, 'Auto', 'auto', 'enum-spelling'],
    ['two branches that agree', { anyOf: [int, { type: 'number' }] }, '7', 7, 'string-to-number'],
    ['a branch that refuses the text', { oneOf: [{ ...text, pattern: '^a' }, int] }, '7', 7, 'string-to-number'],
    ['all parts of an allOf', { allOf: [{ minimum: 1 }, int] }, '7', 7, 'string-to-number'],
    ['what only one of two enums allows', { enum: ['a', 'A'], allOf: [{ enum: ['A'] }] }, ' A', 'A', 'enum-spelling'],
  ])('%s', (_name, schema, sent, value, rule) => {
    expect(openSchema(schema).check(sent)).toEqual({
      ok: true,
      value,
      coercions: [{ path: '', from: sent, to: value, rule }],
      issues: [],
    })
  })
})

describe('what would need guessing stays an error', () => {
  test.each<[string, Schema, unknown]>([
    ['a number in words', int, 'five'],
    ['a number with letters', int, '12abc'],
    ['an empty text for a number', int, ''],
    ['space for a number', int, ' '],
    ['a fraction for a whole number', int, 5.5],
    ['a fraction as text for a whole number', int, '5.5'],
    ['a hexadecimal number', int, '0x10'],
    ['a number with leading zeros', int, '007'],
    ['infinity', { type: 'number' }, 'Infinity'],
    ['a number too large', { type: 'number' }, '1e999'],
    ['a number too small', { type: 'number' }, '1e-999'],
    ['twenty digits', int, '12345678901234567890'],
    ['a fraction that would lose digits', { type: 'number' }, '0.12345678901234567891'],
    ['true for a number', int, true],
    ['null for a number', int, null],
    ['an array for a number', int, [5]],
    ['2 for a boolean', flag, 2],
    ['1 for a boolean', flag, 1],
    ['maybe for a boolean', flag, 'maybe'],
    ['an empty text for a boolean', flag, ''],
    ['a number for a text', text, 5],
    ['an object for a text', text, { a: 1 }],
    ['null for an array', listOf(text), null],
    ['an empty text for an array', listOf(text), ''],
    ['the word null for an array', listOf(text), 'null'],
    ['a number for an array of texts', listOf(text), 5],
    ['words for an array of numbers', listOf(int), 'five'],
    ['broken JSON for an array of texts', listOf(text), '["a", "b"'],
    ['JSON with misfitting items', listOf(text), '[1]'],
    ['JSON that would lose digits', listOf(int), '[12345678901234567890]'],
    ['broken JSON for an object', object({ x: int }), '{"x":1'],
    ['plain text for an object', object({ x: int }), 'not json'],
    ['an array for an object', object({ x: int }), '[1]'],
    ['an enum value that is merely near', { enum: ['today', '24h'] }, 'todays'],
    ['a spelling of two enum values', { enum: ['a', 'A'] }, ' a'],
    ['a number or a boolean', { anyOf: [int, flag] }, '1'],
    ['a number or a boolean by type', { type: ['integer', 'boolean'] }, '1'],
    ['a number or a list of numbers', { anyOf: [int, listOf(int)] }, '5'],
    ['two kinds of object', { oneOf: [object({ x: int }), object({ x: flag })] }, { x: '1' }],
    ['one pair or a list of singles', listOf(listOf(int)), [1, 2]],
    ['a single value three arrays deep', listOf(listOf(listOf(int))), 5],
    ['an array that ends nowhere', { type: 'array', items: { $ref: '#' } }, 5],
    ['a number out of bounds', { ...int, maximum: 10 }, '50'],
    ['a single value for two', { ...listOf(text), minItems: 2 }, 'AI'],
    ['null for a required property', object({ x: int }, { required: ['x'] }), { x: null }],
    [
      'null for a required property with a default',
      object({ x: { ...int, default: 1 } }, { required: ['x'] }),
      { x: null },
    ],
    ['null for an unknown property', object({ x: int }), { y: null }],
    ['null inside an array', listOf(int), [1, null]],
    ['null in a map', { additionalProperties: text }, { x: null }],
  ])('%s', (_name, schema, sent) => {
    const result = openSchema(schema).check(sent)
    expect(result).toMatchObject({ ok: false, coercions: [] })
    expect(result.value).toBe(sent)
    expect(result.issues).not.toEqual([])
  })
})

describe('repairs happen at every depth', () => {
  const tree: SchemaObject = {
    $ref: '#/$defs/node',
    $defs: { node: object({ size: int, children: listOf({ $ref: '#/$defs/node' }) }) },
  }
  test.each<[string, Schema, unknown, unknown, string[]]>([
    ['in properties', object({ a: object({ b: int }) }), { a: { b: '1' } }, { a: { b: 1 } }, ['/a/b']],
    ['in items', listOf(int), ['1', 2, '3'], [1, 2, 3], ['/0', '/2']],
    [
      'in tuples',
      { type: 'array', prefixItems: [int, flag], items: text },
      ['1', 'no', 'x'],
      [1, false, 'x'],
      ['/0', '/1'],
    ],
    ['in pattern properties', { patternProperties: { '^n': int } }, { n1: '1', m: '2' }, { n1: 1, m: '2' }, ['/n1']],
    [
      'in additional properties',
      { properties: { a: text }, additionalProperties: int },
      { a: '1', b: '2' },
      { a: '1', b: 2 },
      ['/b'],
    ],
    [
      'through recursion',
      tree,
      { children: [{ children: [{ size: '1' }] }] },
      { children: [{ children: [{ size: 1 }] }] },
      ['/children/0/children/0/size'],
    ],
    ['through an anchor', { $ref: '#n', $defs: { n: { $anchor: 'n', ...int } } }, '1', 1, ['']],
    [
      'in the branch that fits',
      { oneOf: [object({ kind: { const: 'a' }, n: int }), object({ kind: { const: 'b' }, n: flag })] },
      { kind: 'b', n: 'yes' },
      { kind: 'b', n: true },
      ['/n'],
    ],
    [
      'in nested alternatives',
      object({ a: { anyOf: [{ type: 'null' }, { anyOf: [int, flag] }] } }),
      { a: '7' },
      { a: 7 },
      ['/a'],
    ],
    [
      'in the condition that holds',
      {
        properties: { mode: text },
        if: { properties: { mode: { const: 'n' } } },
        ...whenMet({ properties: { v: int } }),
        else: { properties: { v: flag } },
      },
      { mode: 'x', v: '1' },
      { mode: 'x', v: true },
      ['/v'],
    ],
    [
      'in dependent schemas',
      { dependentSchemas: { a: { properties: { b: int } } } },
      { a: 1, b: '2' },
      { a: 1, b: 2 },
      ['/b'],
    ],
    ['inside JSON text', object({ a: listOf(int) }), { a: '["1",2]' }, { a: [1, 2] }, ['/a', '/a/0']],
    ['in a single value that becomes an array', listOf(int), '5', [5], ['', '']],
    ['in JSON text that becomes an array', listOf(object({ x: int })), '{"x":1}', [{ x: 1 }], ['', '']],
    ['around the items that lack it', listOf(listOf(int)), [[1], 2], [[1], [2]], ['/1']],
    ['around the one item that lacks it', listOf(listOf(int)), [5], [[5]], ['/0']],
    ['at names a pointer must escape', object({ 'a/b~c': int }), { 'a/b~c': '1' }, { 'a/b~c': 1 }, ['/a~1b~0c']],
    ['at an optional null', object({ a: int, b: text }), { a: null, b: 'x' }, { b: 'x' }, ['/a']],
    ['at an optional null of two kinds', object({ a: { anyOf: [int, text] } }), { a: null }, {}, ['/a']],
    ['at an optional null in a branch', { anyOf: [object({ a: int }), text] }, { a: null }, {}, ['/a']],
    ['at an optional null with a default', object({ a: { ...int, default: 3 } }), { a: null }, { a: 3 }, ['/a']],
  ])('%s', (_name, schema, sent, value, paths) => {
    const before = JSON.stringify(sent)
    const result = openSchema(schema).check(sent)
    expect(result).toMatchObject({ ok: true, issues: [] })
    expect(result.value).toEqual(value)
    expect(result.coercions.map(({ path }) => path)).toEqual(paths)
    expect(JSON.stringify(sent)).toBe(before)
  })

  test('a null that the schema takes is kept', () => {
    const schema = object({ a: { anyOf: [int, { type: 'null' }] }, b: int })
    expect(openSchema(schema).check({ a: null, b: '1' }).value).toEqual({ a: null, b: 1 })
  })

  test('a property that two parts of the schema want dropped is dropped once', () => {
    const schema = { allOf: [{ properties: { a: int } }, { properties: { a: { minimum: 1, ...int } } }] }
    expect(openSchema(schema).check({ a: null })).toMatchObject({ ok: true, value: {}, coercions: [{ path: '/a' }] })
  })

  test('a dropped property is reported without a new value', () => {
    const [coercion] = openSchema(object({ a: int })).check({ a: null }).coercions
    expect(coercion).toEqual({ path: '/a', from: null, rule: 'drop-null' })
  })

  test('a __proto__ key stays data', () => {
    const schema = { properties: JSON.parse('{"__proto__":{"type":"integer"},"a":{"type":"integer"}}') }
    const { ok, value } = openSchema(schema).check(JSON.parse('{"__proto__":"1","a":"2"}'))
    expect(ok).toBe(true)
    expect(JSON.stringify(value)).toBe('{"__proto__":1,"a":2}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

describe('an error says what could have been meant', () => {
  test.each<[string, Schema, unknown, RegExp]>([
    ['both readings', { type: ['integer', 'boolean'] }, '1', /1 or true/],
    ['the bound that a repaired value breaks', { ...int, maximum: 10 }, '50', /read as 50.*10/],
    ['that an array is expected, not broken JSON', listOf(text), '["a"', /array/],
    ['that a list may be one item', listOf(listOf(int)), [1, 2], /one item/],
  ])('%s', (_name, schema, sent, suggestion) => {
    const { issues } = openSchema(schema).check(sent)
    expect(issues.map((issue) => issue.suggestion)).toContainEqual(expect.stringMatching(suggestion))
  })
})
