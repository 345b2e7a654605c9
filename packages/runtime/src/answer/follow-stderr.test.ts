import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../run-request.ts'
import { byteLines } from './byte-lines.ts'
import { byteTail } from './byte-tail.ts'
import { followStderr } from './follow-stderr.ts'
import { maskSecrets } from './mask-secrets.ts'
import { readLogLine } from './read-log-line.ts'

/** Everything that is made of some chunks. */
function follow(chunks: readonly (string | Buffer)[], secrets: readonly string[] = []) {
  const events: RunEvent[] = []
  const stderr = followStderr((event) => events.push(event), maskSecrets(secrets))
  for (const chunk of chunks) stderr.push(Buffer.from(chunk))
  return { tail: stderr.end(), events, texts: events.map((event) => ('text' in event ? event.text : event.done)) }
}

describe('lines', () => {
  const linesOf = (chunks: readonly string[], options = { maxLines: 100, maxBytes: 10 }) => {
    const lines: string[] = []
    const reader = byteLines((line) => lines.push(line), options)
    for (const chunk of chunks) reader.push(Buffer.from(chunk))
    reader.end()
    return lines
  }

  test.each([
    [['a\nb\r\nc\rd'], ['a', 'b', 'c', 'd']],
    [
      ['a\r', '\nb', '', '\n\nc\n'],
      ['a', 'b', '', 'c'],
    ],
    [['\n\r\r\n'], ['', '', '']],
    [
      ['x'.repeat(25), '\n', 'y'.repeat(4)],
      ['xxxxxxxxxx', 'yyyy'],
    ],
    [['12345', '67890', 'abc\n'], ['1234567890']],
    [['\n\n\nlate\n'], ['', '', '', 'late']],
  ])('%j', (chunks, expected) => {
    expect(linesOf(chunks)).toEqual(expected)
  })

  test('every line counts, the empty ones too', () => {
    expect(linesOf(['\n'.repeat(99), 'a\nb\nc\n'])).toHaveLength(100)
  })

  test('the tail is the last bytes, whole characters only', () => {
    const tail = byteTail(7)
    for (const chunk of ['ab', 'cdefghijk', 'ü', 'üü']) tail.push(Buffer.from(chunk))
    expect(tail.text()).toBe('küüü')
    tail.push(Buffer.from('x'))
    expect(tail.text()).toBe('üüüx')
    tail.push(Buffer.from('y'))
    expect(tail.text()).toBe('üüxy')
  })
})

describe('a line on stderr', () => {
  test.each([
    ['50% complete', { type: 'progress', done: 0.5 }],
    ['Progress: 12.5 % of files', { type: 'progress', done: 0.125, message: 'of files' }],
    ['{"progress": 75, "message": "almost"}', { type: 'progress', done: 0.75, message: 'almost' }],
    ['ERROR: no', { type: 'log', level: 'error', text: 'ERROR: no' }],
    ['[warn] slow', { type: 'log', level: 'warning', text: '[warn] slow' }],
    ['CRITICAL:root:down', { type: 'log', level: 'error', text: 'CRITICAL:root:down' }],
    ['2026-01-12 10:00:00,123 - skill - ERROR - no', { level: 'error' }],
    ['[2026-01-12 10:00:00] INFO in app: ready', { level: 'info' }],
    ['{"level": "error", "message": "no"}', { level: 'error' }],
    ['{"severity": "WARNING", "message": "no"}', { level: 'warning' }],
  ])('%s', (text, expected) => {
    expect(readLogLine(text)).toMatchObject(expected)
  })

  test.each(['Failed to connect to database', 'Processing started', '150% more', 'informed', 'the errors were 3'])(
    'does not say what it is: %s',
    (text) => {
      expect(readLogLine(text)).toEqual({ type: 'log', text })
    },
  )
})

describe('stderr', () => {
  test('becomes one event a line, up to a limit, and its end is kept', () => {
    const { texts, tail } = follow(['one\ntw', 'o\n\n \nthree'])
    expect([texts, tail]).toEqual([['one', 'two', 'three'], 'one\ntwo\n\n \nthree'])
    expect(follow(['x\n'.repeat(20_000)]).events).toHaveLength(10_000)
    expect(follow(['\n'.repeat(20_000), 'late\n']).events).toHaveLength(0)
    expect(follow(['a'.repeat(50_000), '\n']).texts).toEqual(['a'.repeat(8_192)])
    expect(follow(['z', 'b'.repeat(5_000)]).tail).toBe('b'.repeat(2_000))
  })

  const SECRET = 'Zq3xT9vB1nM5kL7pR2wY'

  test('shows no secret, wherever the chunks, the lines and the limits cut it', () => {
    for (let at = 1; at < SECRET.length; at++) {
      const { texts, tail } = follow([`key ${SECRET.slice(0, at)}`, `${SECRET.slice(at)} end\n`], [SECRET])
      expect([texts, tail]).toEqual([['key *** end'], 'key *** end'])
    }
    const long = `${'a'.repeat(8_180)}${SECRET}${'b'.repeat(200)}\n${'c'.repeat(1_990)}`
    const { texts, tail } = follow([long], [SECRET])
    expect(texts[0]).toBe(`${'a'.repeat(8_180)}***`)
    expect(tail).not.toMatch(/[A-Z]/)
  })

  test('shows no secret of several lines', () => {
    const pem = [
      '-----BEGIN KEY-----',
      ...Array.from({ length: 5 }, (_, i) => `${i}${SECRET}${SECRET}`),
      '-----END KEY-----',
    ]
    const lines = ['before\n', ...pem.map((line) => `${line}\n`), 'after\n']
    const { texts, tail } = follow(lines, [pem.join('\n')])
    expect(texts).toEqual(['before', '***', 'after'])
    expect(tail).toBe('before\n***\nafter')
    // Wrapped otherwise, and never finished.
    const wrapped = pem
      .slice(1, 3)
      .join('')
      .replace(/(.{15})/g, '$1\n')
    expect(JSON.stringify(follow([wrapped], [pem.join('\n')]))).not.toContain(SECRET.slice(0, 12))
  })
})
