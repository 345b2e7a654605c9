import { expect, test } from 'vitest'
import type { Schema } from '../schema.ts'
import { shrinkFailure } from './shrink-failure.ts'

const digest: Schema = {
  type: 'object',
  required: ['topics'],
  properties: {
    topics: { type: 'array', items: { type: 'string', minLength: 2 }, minItems: 1 },
    days: { type: 'integer', minimum: 3 },
    note: { type: 'string' },
  },
  additionalProperties: false,
}
const long = { topics: ['AI regulation', 'space', '数据 science', 'x-rays', 'news'], days: 977, note: 'hello there' }

const cases: [string, (value: typeof long) => boolean, unknown][] = [
  ['more than two topics', ({ topics }) => topics.length > 2, { topics: ['aa', 'aa', 'aa'] }],
  ['days of 100 or more', ({ days }) => days >= 100, { topics: ['aa'], days: 100 }],
  ['any days', ({ days }) => days !== undefined, { topics: ['aa'], days: 3 }],
  ['a topic with a space', ({ topics }) => topics.some((topic) => topic.includes(' ')), { topics: [' a'] }],
]

test.each(cases)('an input that fails because of %s shrinks to that', (_, fails, expected) => {
  const smallest = shrinkFailure(digest, long, (value) => fails(value as typeof long))
  expect(JSON.stringify(smallest).length).toBeLessThanOrEqual(JSON.stringify(expected).length)
  expect(fails(smallest as typeof long)).toBe(true)
  if (!JSON.stringify(expected).includes(' ')) expect(smallest).toEqual(expected)
})

test('an input that does not fail comes back as it is', () => {
  expect(shrinkFailure(digest, long, () => false)).toBe(long)
})

test('shrinking ends, however much there is to shrink', () => {
  let asked = 0
  const huge = { topics: Array.from({ length: 20_000 }, (_, i) => `topic ${i}`) }
  shrinkFailure(digest, huge, () => {
    asked++
    return asked % 2 === 1
  })
  expect(asked).toBeLessThan(5_005)
})
