import { openSchema } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { checkOutput } from '../call/call-envelope.ts'
import { cutJson, joinJson } from './json-pieces.ts'
import { maskSecrets, NO_MASK } from './mask-secrets.ts'
import { readAnswer } from './read-answer.ts'

const read = (text: string, mask = NO_MASK) =>
  readAnswer({ stdout: Buffer.from(text), exit: { code: 0, signal: null }, stderrTail: '' }, mask)

describe('an answer that would lose something is refused, and says what', () => {
  test.each([
    [
      '{"success": true, "data": {"id": 9223372036854775807}}',
      /9223372036854775807 at \/data\/id.*9223372036854776000/,
    ],
    ['{"success": true, "data": {"a": 1, "b": 2, "a": 3}}', /the key "a" twice in one object, at \/data/],
    ['{"success": true, "success": false}', /the key "success" twice/],
    ['{"success": true, "data": [1e999]}', /1e999, beyond what can be kept/],
    [`{"success": true, "data": ${'['.repeat(1_500)}${']'.repeat(1_500)}}`, /deeper than 1000/],
    ['{"success": true} {"success": true}', /something else than one JSON object/],
  ])('%.60s', (text, message) => {
    expect(read(text)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'INVALID_OUTPUT', message: expect.stringMatching(message) }],
    })
  })

  test('long fractions, large exact numbers and text are kept', () => {
    const data = '{"a": 0.1234567890123456789, "b": 18014398509481984, "c": "9223372036854775807"}'
    expect(read(`{"success": true, "data": ${data}}`)).toEqual({ status: 'success', data: JSON.parse(data) })
  })
})

test('no part of a secret is quoted from an answer that is not JSON, or breaks the contract', () => {
  const secret = 'sk-0123456789abcdefghijklmnopqrstuvwxyz'
  const mask = maskSecrets([secret])
  for (let before = 80; before < 130; before++) {
    const text = `${'x'.repeat(before)}${secret}`
    const output = openSchema({ type: 'object', properties: { n: { type: 'integer' } } })
    const answers = [
      read(text, mask),
      read(JSON.stringify({ neither: text }), mask),
      checkOutput(output, read(JSON.stringify({ success: true, data: { n: text } }), mask)),
      read(JSON.stringify({ success: false, error: { message: text, details: { [text]: 1 } } }), mask),
    ]
    expect(JSON.stringify(answers)).not.toContain('sk-0')
  }
})

describe('a value in pieces', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => i)
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a small object', { a: [1, { b: 'x' }] }],
    ['a long list', many],
    ['many keys', Object.fromEntries(many.map((n) => [`key-${n}`, n]))],
    ['a long text', 'ü'.repeat(200_000)],
    ['a long text among small ones', ['a', 'b'.repeat(200_000), 'c', { d: 'e'.repeat(100_000), f: 1 }]],
    ['lists in lists', { deep: { deeper: [many, [many], 'x'] }, many }],
    ['hostile keys', JSON.parse(`{"__proto__": {"a": 1}, "constructor": ${JSON.stringify(many)}, "x": 1}`)],
  ])('is the same when put together: %s', async (_, value) => {
    const joined = await joinJson(cutJson(value))
    expect(JSON.stringify(joined)).toBe(JSON.stringify(value))
    expect(joined).toEqual(value)
  })

  test('is parsed piece by piece, none of them long', () => {
    const lengths: number[] = []
    const measure = (pieces: unknown): void => {
      if (typeof pieces === 'string') lengths.push(pieces.length)
      else if (typeof pieces === 'object' && pieces !== null) Object.values(pieces).forEach(measure)
    }
    measure(cutJson({ a: Object.fromEntries(many.map((n) => [`key-${n}`, { n, list: [n, n] }])), many }))
    expect(lengths.length).toBeGreaterThan(10)
    expect(Math.max(...lengths)).toBeLessThan(200_000)
  })
})
