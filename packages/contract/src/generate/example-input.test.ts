import { expect, test } from 'vitest'
import { compileSchema } from '../engine/compile-schema.ts'
import schemas from '../fixtures/generation-schemas.json' with { type: 'json' }
import type { Schema } from '../schema.ts'
import { exampleInput } from './example-input.ts'

const cases: [string, Schema, unknown][] = [
  [
    'the first of the examples',
    { type: 'string', examples: ['quantum computing', 'x'], default: 'y' },
    'quantum computing',
  ],
  ['the default', { type: 'integer', default: 5 }, 5],
  ['the first enum value', { type: 'string', enum: ['today', '24h'] }, 'today'],
  ['the constant', { const: { a: 1 } }, { a: 1 }],
  ['a sensible date', { type: 'string', format: 'date' }, '2026-11-20'],
  ['a sensible address', { type: 'string', format: 'email' }, 'ada@example.com'],
  ['a number within its bounds', { type: 'integer', minimum: 1, maximum: 7 }, 5],
  ['one item', { type: 'array', items: { type: 'string', enum: ['a'] } }, ['a']],
  [
    'a text that says what it is for',
    { type: 'object', required: ['user_name'], properties: { user_name: { type: 'string' } } },
    { user_name: 'example user name' },
  ],
  [
    'what is required, and what has examples',
    {
      type: 'object',
      required: ['topics'],
      properties: {
        topics: { type: 'array', items: { type: 'string' }, examples: [['AI regulation in Europe']] },
        days: { type: 'integer', examples: [3] },
        note: { type: 'string' },
        range: { enum: ['today'], default: 'today' },
      },
    },
    { topics: ['AI regulation in Europe'], days: 3 },
  ],
  ['something that fits when the example does not', { type: 'string', maxLength: 4, examples: ['too long'] }, 'text'],
]

test.each(cases)('the example is %s', (_, schema, expected) => {
  expect(exampleInput(schema)).toEqual(expected)
})

test.each(Object.entries(schemas as Record<string, Schema>))(
  'the example for "%s" is valid and always the same',
  (_, schema) => {
    const example = exampleInput(schema)
    expect(compileSchema(schema).isValid(example)).toBe(true)
    expect(exampleInput(schema)).toEqual(example)
  },
)
