import { expect, test } from 'vitest'
import { blankId } from './answer-id.ts'

const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')

test.each([
  ['{"id": "1-x", "a": 1}\n', '{"a": 1}\n'],
  ['{"a": 1, "id": "1-x"}\n', '{"a": 1}\n'],
  ['{"a": 1,"id":"1-x","b":2}\n', '{"a": 1,"b":2}\n'],
  ['{"id" : "1-x"}\n', '{}\n'],
  ['{"a": {"id": "1-x"}, "id": "1-x"}\n', '{"a": {}}\n'],
  ['{"said": "1-x", "id": "1-x"}\n', '{"said": "1-x"}\n'],
  // What is no JSON stays none, and takes no longer.
  [`{${'"id": "1-x" '.repeat(100_000)}}`, '{}'],
  [`{"a": 1,${' '.repeat(100_000)}"id": "1-x"}\n`, '{"a": 1}\n'],
])('%.40s loses its id', (answer, expected) => {
  const bytes = Buffer.from(answer)
  expect(blankId(bytes, '1-x')).toBe(true)
  expect(bytes.length).toBe(Buffer.byteLength(answer))
  expect(withoutSpace(bytes.toString())).toBe(withoutSpace(expected))
})

test.each(['{"a": 1}\n', '{"id": "2-x"}\n', '{"uid": "1-x"}\n', '["1-x"]\n', '1-x\n', ''])('%s has none', (answer) => {
  const bytes = Buffer.from(answer)
  expect(blankId(bytes, '1-x')).toBe(false)
  expect(bytes.toString()).toBe(answer)
})
