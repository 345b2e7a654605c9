import { expect, test } from 'vitest'
import { reportResponse } from './show-run.ts'
import type { Terminal } from './terminal.ts'

function listen(): { terminal: Terminal; printed: string[]; noted: string[] } {
  const printed: string[] = []
  const noted: string[] = []
  const terminal: Terminal = {
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    printBytes: () => undefined,
    readStdin: async () => '',
    readStdinBytes: async () => new Uint8Array(),
    exitCode: 0,
  }
  return { terminal, printed, noted }
}

test.each([
  [['required /text', 'required /max-words'], 'hint Add --param text=… --param max-words=…'],
  [['required /options/depth'], 'hint Add the missing parameter.'],
  [['required /text', 'type /days'], 'hint Add the missing parameter.'],
])('what is missing at %j is answered with what to type', (wrong, hint) => {
  const { terminal, noted } = listen()
  const issues = wrong.map((each) => ({ keyword: each.split(' ')[0], path: each.split(' ')[1] }))
  const details = { validation_errors: issues }
  const error = { code: 'MISSING_REQUIRED_PARAM', message: 'm', recoverable: true, details }
  const suggested_action = 'Add the missing parameter.'
  reportResponse(terminal, { status: 'failed', errors: [{ ...error, suggested_action }] })
  expect(noted.at(-1)).toBe(hint)
})

test('what a service said when it refused is shown', () => {
  const { terminal, noted } = listen()
  const details = { http_status: 401, answer: '{"error":"unknown key"}' }
  const error = { code: 'PERMISSION_DENIED', message: 'm', recoverable: false, details, suggested_action: 'Check it.' }
  reportResponse(terminal, { status: 'failed', errors: [error] })
  expect(noted).toEqual(['error PERMISSION_DENIED: m', '  {"error":"unknown key"}', 'hint Check it.'])
})

test('files that a run left are named beside its answer, and whatever else a service calls so is not', () => {
  const { terminal, printed, noted } = listen()
  const artifacts = [
    null,
    'x',
    { path: 'no url' },
    { path: 'out/a\u001b[31m.txt', bytes: 25, url: 'https://hub.example.com/a' },
  ]
  reportResponse(terminal, { status: 'success', data: 1, metadata: { artifacts } })
  expect(printed).toEqual(['1'])
  expect(noted).toEqual([expect.stringMatching(/^wrote out\/a.+\.txt, 25 bytes: https:\/\/hub\.example\.com\/a$/)])
  expect(noted.join('')).not.toContain('\u001b')
  reportResponse(terminal, { status: 'success', metadata: { artifacts: 7 } })
  expect(noted).toHaveLength(1)
})
