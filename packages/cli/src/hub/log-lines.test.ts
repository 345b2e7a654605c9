import { expect, test } from 'vitest'
import { logLine } from './log-lines.ts'

test.each<[string, object, string | undefined]>([
  [
    'a request is one short line',
    {
      level: 30,
      message: 'request',
      method: 'PUT',
      path: '/v1/x',
      status: 201,
      ms: 34.6,
      person: 'ada',
      request_id: '1',
    },
    'PUT /v1/x 201 by ada 35 ms',
  ],
  [
    'an anonymous caller has no name',
    { level: 30, message: 'request', method: 'GET', path: '/', status: 404, ms: 1 },
    'GET / 404 1 ms',
  ],
  [
    'a failure names its request',
    { level: 50, message: 'failed', request_id: '7', err: { message: 'no disk' } },
    'failed no disk (request 7)',
  ],
  ['other facts follow', { level: 40, message: 'slow', waiting: 3 }, 'slow waiting=3'],
  ['nothing can move the cursor', { level: 30, message: '\u001b[2J' }, '\\u{1b}[2J'],
  ['that it listens is said elsewhere', { level: 30, message: 'listening at http://127.0.0.1:1' }, undefined],
  ['an empty line is none', { level: 30, message: '' }, undefined],
])('%s', (_what, fields, expected) => {
  const line = logLine(JSON.stringify({ time: 0, ...fields }))
  expect(line?.replace(/^\d\d:\d\d:\d\d /, '')).toBe(expected === undefined ? undefined : `${expected}\n`)
})

test('what is not JSON is shown as it is', () => expect(logLine('oh no\n')).toBe(' oh no\n'))
