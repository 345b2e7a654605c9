import { expect, test } from 'vitest'
import { reportResponse } from './show-run.ts'
import type { Terminal } from './terminal.ts'

test('files that a run left are named beside its answer, and whatever else a service calls so is not', () => {
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
