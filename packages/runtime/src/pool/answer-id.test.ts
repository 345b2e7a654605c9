import { expect, test } from 'vitest'
import { withoutId } from './answer-id.ts'

test.each([
  ['{"id": "1-x", "a": 1}\n', '{"a": 1}\n'],
  ['{"a": 1, "id": "1-x"}\n', '{"a": 1}\n'],
  ['{"a": 1,"id":"1-x","b":2}\n', '{"a": 1,"b":2}\n'],
  ['{"id" : "1-x"}\n', '{}\n'],
  ['{"a": {"id": "1-x"}, "id": "1-x"}\n', '{"a": {}}\n'],
  ['{"said": "1-x", "id": "1-x"}\n', '{"said": "1-x"}\n'],
  [`{"a": 1,${' '.repeat(100_000)}"id": "1-x"}\n`, '{"a": 1}\n'],
])('%.40s loses its id', (answer, expected) => {
  expect(withoutId(Buffer.from(answer), '1-x')?.toString()).toBe(expected)
})

test.each(['{"a": 1}\n', '{"id": "2-x"}\n', '{"uid": "1-x"}\n', '["1-x"]\n', '1-x\n', ''])('%s has none', (answer) => {
  expect(withoutId(Buffer.from(answer), '1-x')).toBeUndefined()
})
