import { openContract, type Schema } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { readParams } from './read-request.ts'

/** What the value of one parameter becomes when a contract declares it so. */
function read(word: string, schema: Schema): unknown {
  const contract = openContract({
    version: '1.0.0',
    input: { type: 'object', properties: { x: schema }, additionalProperties: false },
  })
  return readParams([`x=${word}`], { judge: (params) => contract.accept(params) }).x
}

const LIST = { type: 'array', items: { type: 'string' } } as const

describe('where the contract wants text, text stays as it was typed', () => {
  test.each([
    '429',
    '00123',
    '1e3',
    '5.10',
    'true',
    'null',
    '["a"]',
    '{"a": 1}',
    '"exact phrase"',
    '9223372036854775807',
    ' 5 ',
    '',
  ])('%s', (text) => {
    expect(read(text, { type: 'string' })).toBe(text)
  })
})

describe('where the contract wants something else, the text is read as JSON', () => {
  test.each<[string, Schema, unknown]>([
    ['5', { type: 'integer' }, 5],
    ['5.5', { type: 'number' }, 5.5],
    ['true', { type: 'boolean' }, true],
    ['null', { type: 'null' }, null],
    ['["a"]', LIST, ['a']],
    ['{"a": 1}', { type: 'object' }, { a: 1 }],
    ['"a"', { enum: ['a', 'b'] }, 'a'],
    ['a', { enum: ['a', 'b'] }, 'a'],
    // Left to the contract's own repairs, which are reported.
    ['429', LIST, '429'],
    ['yes', { type: 'boolean' }, 'yes'],
    ['many', { type: 'integer' }, 'many'],
    ['[1', LIST, '[1'],
  ])('%s for %j', (text, schema, value) => {
    expect(read(text, schema)).toEqual(value)
  })
})

describe('where it takes both, JSON wins, and a quoted text keeps its quotes', () => {
  test.each<[string, Schema, unknown]>([
    ['429', { type: ['string', 'integer'] }, 429],
    ['null', { type: ['string', 'null'] }, null],
    ['["a"]', { anyOf: [{ type: 'string' }, LIST] }, ['a']],
    ['429', {}, 429],
    ['"429"', { type: ['string', 'integer'] }, '"429"'],
  ])('%s for %j', (text, schema, value) => {
    expect(read(text, schema)).toEqual(value)
  })
})

test('without a contract a value is JSON where it is JSON, so that quotes make it text', () => {
  expect(readParams(['n=5', 'text=AI', 'zip="00123"', 'code=00123', 'a.b=1', 'x=a=b', 'empty='])).toEqual({
    n: 5,
    text: 'AI',
    zip: '00123',
    code: '00123',
    'a.b': 1,
    x: 'a=b',
    empty: '',
  })
})

test('what is given elsewhere stays, and single words stand over it', () => {
  expect(readParams(['b=2'], { given: { a: 1, b: 1 } })).toEqual({ a: 1, b: 2 })
  expect(Object.keys(readParams(['__proto__=1']))).toEqual(['__proto__'])
})

describe('what would be guessed at or lost is refused', () => {
  test.each([
    ['a number that JSON cannot hold', ['id=9223372036854775807'], 'cannot hold 9223372036854775807 exactly'],
    ['one inside of a list', ['ids=[1, 9007199254740993]'], 'cannot hold 9007199254740993 exactly'],
    ['one beyond every number', ['x=1e999'], 'the number 1e999, beyond what can be kept'],
    ['a key twice', ['place={"city": 1, "city": 2}'], 'the key "city" twice'],
    ['a parameter twice', ['topics=AI', 'topics=chips'], 'Expected each parameter once, got topics again'],
    ['a word without a value', ['topics'], 'Expected --param name=value, got "topics"'],
    ['a word without a name', ['=5'], 'Expected --param name=value, got "=5"'],
  ])('%s', (_, words, message) => {
    expect(() => readParams(words)).toThrow(message)
  })
})
