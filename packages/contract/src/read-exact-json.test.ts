import { describe, expect, test } from 'vitest'
import { readExactJson } from './index.ts'

const read = (text: string) => readExactJson(text, { maxDepth: 100 })

describe('JSON text is read without a silent loss', () => {
  test.each([
    '{"a": [1, -2.5, 1e3, true, null, "x"], "b": {"a": {}}}',
    '"a \\"quoted\\" text: 9223372036854775807"',
    '{"9223372036854775807": "1e999", "a:b": "{\\\\"}',
    '[9007199254740991, -9007199254740991, 9007199254740992, 10000000000000000000000, 0.1, 3.141592653589793238]',
    '[0, -0, 0.0, 0e5, 0.000, 1e-300, 1e300, 0.1e1]',
    '{"__proto__": {"a": 1}, "constructor": 1}',
    ' [ ] ',
    '5',
  ])('%s', (text) => {
    expect(read(text)).toEqual({ ok: true, value: JSON.parse(text), rounded: [] })
  })

  test('a whole number beyond a double is named with its place', () => {
    expect(read('{"id": 9223372036854775807, "in": [{"a~/b": -9007199254740993}]}')).toMatchObject({
      ok: true,
      rounded: [
        { path: '/id', text: '9223372036854775807', became: 9223372036854776000 },
        { path: '/in/0/a~0~1b', text: '-9007199254740993', became: -9007199254740992 },
      ],
    })
  })

  test.each([
    ['{"a": 1, "a": 2}', 'duplicate', 'the key "a" twice in one object, at the top'],
    ['[{"x": {"\\u0061": 1, "b": 2, "a": 3}}]', 'duplicate', 'the key "a" twice in one object, at /0/x'],
    ['{"x": [1, 1e999]}', 'number', 'the number 1e999, beyond what can be kept, at /x/1'],
    [`[-${'9'.repeat(400)}]`, 'number', `the number -${'9'.repeat(79)}, beyond what can be kept, at /0`],
    ['[1e-999]', 'number', 'the number 1e-999, beyond what can be kept, at /0'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 'depth', 'JSON deeper than 100 levels'],
    ['{"a": 1} {"b": 2}', 'syntax', expect.any(String)],
    ['', 'syntax', expect.any(String)],
  ])('%s is refused', (text, reason, message) => {
    expect(read(text)).toEqual({ ok: false, reason, message })
  })

  test('depth beyond any stack is an answer, not a crash', () => {
    expect(read(`${'[1,'.repeat(200_000)}1${']'.repeat(200_000)}`)).toMatchObject({ ok: false, reason: 'depth' })
  })
})
