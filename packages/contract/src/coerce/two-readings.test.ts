import { describe, expect, test } from 'vitest'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'

const int = { type: 'integer' } as const
const number = { type: 'number' } as const
const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const date = { type: 'string', format: 'date' } as const
const moment = { type: 'string', format: 'date-time' } as const
const oneOf = (...values: readonly unknown[]): SchemaObject => ({ enum: values })
const matching = (pattern: string): SchemaObject => ({ type: 'string', pattern })
const either = (...schemas: readonly Schema[]): SchemaObject => ({ anyOf: schemas })
const listOf = (items: Schema, more: SchemaObject = {}): SchemaObject => ({ type: 'array', items, ...more })
const object = (properties: Record<string, Schema>, more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

/** What is sent for a schema though it could mean two things, and what a suggestion must name of them. */
type Case = readonly [schema: Schema, sent: unknown, ...meanings: readonly string[]]

const SIGNS: readonly Case[] = [
  [listOf(int), '- 1\n- 2', '[1,2]', '[-1,-2]'],
  [listOf(int), '- 5', '[5]', '[-5]'],
  [listOf(number), '– 3\n– 4', '[3,4]', '[-3,-4]'],
  [listOf(number), '- 1.5\n- 2', '[1.5,2]', '[-1.5,-2]'],
  [listOf(number), '- .5', '[0.5]', '[-0.5]'],
  [listOf(int), '* 1\n- 2', '[1,2]', '[1,-2]'],
  [listOf(matching('^-?\\d$')), '- 1\n- 2', '["1","2"]', '["-1","-2"]'],
  [listOf(int), '3. 5\n1. 7'],
  [listOf(text), '2) b\n1) a'],
  [listOf(oneOf('a', 'b')), '2. a\n1. b'],
  [listOf(int), '(5)', '[5]', '[-5]'],
  [listOf(int), '(1,234)'],
  [listOf(int), '1 -3'],
  [listOf(int), '1-3'],
  [listOf(int), '1 - 3'],
  [int, '- 5'],
  [int, '(5)'],
  [int, '5-'],
  [int, '10-20'],
  [listOf(int), '+ 1\n+ 2'],
]

const NUMBERS: readonly Case[] = [
  [number, '1,234', '1234', '1.234'],
  [int, '1,000', '1000', '1'],
  [int, '10.000', '10000', '10'],
  [int, '-2.000', '-2000', '-2'],
  [listOf(int), '12.000', '[12000]', '[12]'],
  [listOf(number), '1.234,567', '[1.234,567]', '[1234.567]'],
  [listOf(number), '1,234.567', '[1,234.567]', '[1234.567]'],
  [listOf(int), '1,234,567', '[1,234,567]', '[1234567]'],
  [listOf(int), '1 234, 5 678', '[1234,5678]'],
  [listOf(number), '1,5 200,3'],
  [listOf(number), '1,5', '[1,5]', '[1.5]'],
  [listOf(number), '-1,5', '[-1,5]', '[-1.5]'],
  [listOf(number), '1,234; 2,345'],
  [either(int, listOf(int)), '2,500', '2500', '[2,500]'],
  [either(int, listOf(int)), '5', '5', '[5]'],
  [number, '1,2345', '1.2345'],
  [int, '1,5'],
  [number, '1,23,4'],
  [int, '12,345,67'],
  [listOf(int), '12,34,567', '[12,34,567]', '[1234567]'],
  [listOf(number), '0,25', '[0,25]', '[0.25]'],
  [number, '50%', '50', '0.5'],
  [int, '50%', '50'],
  [number, '$20', '20'],
  [object({ reminder_minutes: int }), { reminder_minutes: '15 minutes' }, '15'],
  [number, '1/2'],
  [number, '5k'],
  [listOf(listOf(int)), '1,2,3', '[[1,2,3]]', '[[1],[2],[3]]'],
  [listOf(int), '12 345 678', '[12345678]', '[12,345,678]'],
  [listOf(int, { maxItems: 1 }), '3, 4'],
]

const DATES: readonly Case[] = [
  [date, '03/04/2025', '2025-03-04', '2025-04-03'],
  [date, '3-4-2025', '2025-03-04', '2025-04-03'],
  [date, '03.04.2025', '2025-03-04', '2025-04-03'],
  [moment, '03/04/2025 10:00Z', '2025-03-04T10:00:00Z', '2025-04-03T10:00:00Z'],
  [matching('^\\d{4}-\\d\\d-\\d\\d$'), '03/04/2025', '2025-03-04', '2025-04-03'],
  [matching('^\\d\\d/\\d\\d/\\d{4}$'), '2025-03-04'],
  [matching('^\\d\\d\\.\\d\\d\\.\\d{4}$'), '3/4/2025'],
  [date, '01/02/03'],
  [date, '12/2025'],
  [date, '2025-03'],
  [date, '04032025'],
  [date, '2025-03-04T23:00:00-05:00'],
  [moment, '2025-03-04 10:00:00 EST'],
  [moment, '1741046400'],
  [matching('^\\d\\d:\\d\\d:\\d\\d$'), '1:30'],
  [matching('^\\d\\d:\\d\\d:\\d\\d$'), '10:30'],
  [listOf(date), '03/04/2025, 05/06/2025'],
  [listOf(date), '2025-03-04 - 2025-03-06'],
  [either(number, date), '20250304', '20250304', '"2025-03-04"'],
  [either(date, moment), '2025/03/04 00:00Z'],
]

const ENUMS: readonly Case[] = [
  [oneOf('US', 'us'), 'Us', '"US"', '"us"'],
  [oneOf('a-b', 'a_b'), 'a b', '"a-b"', '"a_b"'],
  [oneOf('re-sign', 'resign'), 'Re sign', '"re-sign"', '"resign"'],
  [oneOf('x2', 'x 2'), 'X-2', '"x2"', '"x 2"'],
  [oneOf(1, '1 '), '1', '1', '"1 "'],
  [oneOf(1, true), '1', '1', 'true'],
  [oneOf('None', 'none'), 'NONE', '"None"', '"none"'],
  [oneOf('none', 'all', null), 'None', '"none"', 'null'],
  [either(flag, oneOf('on', 'off')), 'On', 'true', '"on"'],
  [either(oneOf('null', 'x'), { type: 'null' }), 'Null', '"null"', 'null'],
  [listOf(oneOf('a', 'b', 'a b')), 'A B', '["a b"]', '["a","b"]'],
  [listOf(oneOf('new', 'york', 'new-york')), 'New York', '["new-york"]', '["new","york"]'],
  [listOf(oneOf('salt', 'pepper', 'salt and pepper')), 'Salt and Pepper', '["salt and pepper"]', '["salt","pepper"]'],
  [listOf(oneOf('rock', 'roll', 'rock, roll')), 'Rock, Roll', '["rock, roll"]', '["rock","roll"]'],
  [listOf(oneOf('US', 'us')), 'Us', '["US"]', '["us"]'],
  [either(oneOf('a-b'), oneOf('a_b')), 'A B', '"a-b"', '"a_b"'],
  [object({ mode: oneOf('None', 'none') }), { mode: 'NONE' }],
  [oneOf('v1.2', 'v12'), 'v1_2'],
  [oneOf('red', 'green'), 'red, green', '"red"', '"green"'],
  [oneOf('red', 'green'), 'Red and GREEN', '"red"', '"green"'],
  [oneOf('red', 'green', 'blue'), 'red, green or blue', '"red"', '"green"', '"blue"'],
  [oneOf('USD', 'EUR'), 'usd/eur', '"USD"', '"EUR"'],
  [either(oneOf('red', 'green'), { type: 'null' }), 'red|green', '"red"', '"green"'],
  [oneOf('红', '绿'), '红或绿', '"红"', '"绿"'],
  [oneOf('US', 'us', 'de'), 'Us, de'],
  [listOf(oneOf('red', 'green')), 'red or green', '["red","green"]'],
]

const WRAPPERS: readonly Case[] = [
  [int, { id: 7, value: 5 }],
  [text, { name: 'a', value: 'b' }],
  [text, { title: 'a', text: 'b' }],
  [text, { text: 'a', content: 'b' }],
  [object({ a: int }), { arguments: { a: 1 }, input: { a: 2 } }],
  [object({ a: int, b: int }), { arguments: { a: 1 }, params: { b: 2 } }],
  [object({ arguments: text, a: int }), { arguments: { a: 1 } }],
  [object({ name: text, a: int }, { required: ['a'] }), { Name: 'x', arguments: { a: 1 } }],
  [listOf({}), { value: 5 }, '[{"value":5}]', '[5]'],
  [listOf({ type: 'object' }), { items: [{ a: 1 }] }, '[{"items":[{"a":1}]}]', '[{"a":1}]'],
  [{ type: 'object', additionalProperties: int }, { data: { value: 5 } }, '{"value":5}', '{"data":5}'],
  [listOf(listOf(int)), { items: [1, 2] }],
  [object({ data: object({ x: int }), x: int }), { data: { data: { x: 1 }, x: 2 } }],
  [int, { min: 1, max: 5 }],
  [listOf({ type: 'object' }), { '0': { a: 1 } }, '[{"0":{"a":1}}]', '[{"a":1}]'],
  [listOf(text), { '1': 'a', '2': 'b' }, '["a","b"]'],
  [listOf(text), { '0': 'a', '2': 'b' }, '["a","b"]'],
  [listOf(int), { '0': 1, rest: 2 }],
  [listOf(text), {}],
  [object({ city: text }), { not_in: { city: 'x' } }, '{"city":"x"}'],
  [object({ city: text }), { get_weather: { city: 'x' }, days: 2 }],
  [object({ city: text }), { get_weather: { city: 'x', days: 2 } }],
  [object({ city: text }), { get_weather: {} }],
  [object({ city: object({ x: int }) }), { city: { get_x: { x: 1 } } }],
  [{ type: 'object', additionalProperties: int }, { get_days: { x: 1 } }],
]

const NOTHING: readonly Case[] = [
  [either(listOf(text), { type: 'null' }), 'none', '["none"]', 'null'],
  [object({ a: listOf(text) }), { a: 'None' }],
  [object({ a: listOf(oneOf('none', 'all')) }), { a: 'None' }],
  [object({ a: either(flag, oneOf('none')) }), { a: 'n/a/b' }],
  [object({ a: int }, { required: ['a'] }), { a: 'null' }],
  [object({ a: int }), { a: '' }],
]

const TEXTS: readonly Case[] = [
  [listOf(text, { maxItems: 1 }), 'a, b', '["a, b"]'],
  [listOf(text, { uniqueItems: true }), 'a, a', '["a, a"]'],
  [listOf(text), '"a","b"', '["a","b"]'],
  [listOf(text), "'a'", '["a"]', `["'a'"]`],
  [listOf(text), 'a,'],
  [listOf(text), ', a'],
  [listOf(text), 'a,,b'],
  [listOf(text), 'cats and dogs', '["cats and dogs"]', '["cats","dogs"]'],
  [listOf(text), '["a", "b"'],
  [listOf(text), '{"a":1}'],
  [listOf(text), '[red]', '["[red]"]', '["red"]'],
  [listOf(text), '(a; b)'],
  [either(int, matching('^[0-9]{3}$')), ' 123 ', '123', '"123"'],
]

const KEYS: readonly Case[] = [
  [object({ max_size: int, maxSize: int }), { MaxSize: 1 }],
  [object({ a_b: int, ab: text }), { 'a-b': 1 }],
  [object({ max_size: int }), { maxSize: 1, 'max-size': 1 }],
  [object({ from: text, to: text }), { From: 'a', FROM: 'b', to: 'c' }],
  [object({ '@id': text, id: text }), { $id: 'x' }],
  [object({ user: object({ name: text }), user_name: text }), { 'user.name': 'x' }],
  [object({ user: object({ name: text }), user_name: text }), { 'user/name': 'x' }],
  [object({ user: object({ user_name: text }) }), { user: { username: 'x', userName: 'y' } }],
  [
    { ...object({ a_b: int }), additionalProperties: int, required: ['a_b'] },
    { aB: 1, 'a-b': 2 },
  ],
]

describe.each([
  ['signs and bullets', SIGNS],
  ['decimal commas and thousands', NUMBERS],
  ['dates and times', DATES],
  ['listed values', ENUMS],
  ['wrappings', WRAPPERS],
  ['words for nothing', NOTHING],
  ['texts and lists', TEXTS],
  ['keys', KEYS],
])('%s with two readings are refused', (_kind, cases) => {
  test.each(cases.map((each) => [JSON.stringify(each[1]), each] as const))('%s', (_name, [schema, sent, ...named]) => {
    const { ok, issues, value } = openSchema(schema).check(sent)
    expect({ ok, value }).toEqual({ ok: false, value: sent })
    for (const meaning of named) expect(issues.map(({ suggestion }) => suggestion).join()).toContain(meaning)
  })
})
