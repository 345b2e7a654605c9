import { describe, expect, test } from 'vitest'
import { within } from '../../../scripts/within-cpu.ts'
import { readJson } from './read-json.ts'

describe('readJson', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    [' [1, 2]\n', [1, 2]],
    ['"```json"', '```json'],
    ['null', null],
    ['\uFEFF{"a":1}', { a: 1 }],
  ])('reads the JSON text %j as it is', (text, value) => {
    expect(readJson(text)).toEqual({ ok: true, value, repaired: false, repairs: [] })
  })

  test.each([
    ['a fenced block', '```json\n{"a":1}\n```', { a: 1 }, ['fence']],
    ['a fenced block in prose', 'Here you are:\n\n```json\n{"a":1}\n```\nDone.', { a: 1 }, ['fence']],
    ['a block with no language', '```\n[1]\n```', [1], ['fence']],
    ['a block on one line', '```json {"a":1}```', { a: 1 }, ['fence']],
    ['the JSON block among others', '```python\nprint(1)\n```\n```json\n{"a":1}\n```', { a: 1 }, ['fence']],
    ['a block that was cut off', '```json\n{"a":[1,2', { a: [1, 2] }, ['fence', 'syntax']],
    ['a text that was cut off', '{"topics":["AI","cli', { topics: ['AI', 'cli'] }, ['syntax']],
    ['single quotes', "{'a': 'b'}", { a: 'b' }, ['syntax']],
    ['a trailing comma', '[1,2,]', [1, 2], ['syntax']],
  ])('reads %s and says what it did', (_name, text, value, repairs) => {
    expect(readJson(text)).toEqual({ ok: true, value, repaired: true, repairs })
  })

  test.each([
    ['nothing', ''],
    ['prose', 'Sorry, I cannot do that.'],
    ['a bare word', 'five'],
    ['two JSON blocks', '```json\n1\n```\n```json\n2\n```'],
    ['a block of prose', '```\nhello\n```'],
  ])('does not make JSON of %s', (_name, text) => {
    expect(readJson(text)).toMatchObject({ ok: false, code: 'INVALID_JSON' })
  })

  test('keeps a __proto__ key as data', () => {
    for (const text of ['{"__proto__":{"bad":1}}', "{'__proto__':{'bad':1}}"]) {
      const read = readJson(text)
      expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__'])
    }
    expect(({} as Record<string, unknown>).bad).toBeUndefined()
  })

  test('refuses a million levels at once, complete or cut off', () => {
    const texts = ['['.repeat(1e6), `${'['.repeat(1e6)}${']'.repeat(1e6)}`, '{"a":'.repeat(1e6)]
    for (const text of texts) {
      expect(within(300, () => readJson(text))).toMatchObject({ ok: false, code: 'INPUT_TOO_LARGE' })
    }
  })

  test('does not count brackets inside strings as depth', () => {
    expect(readJson(JSON.stringify('['.repeat(1e5)))).toMatchObject({ ok: true })
  })
})
