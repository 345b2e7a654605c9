import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CODES, isErrorCode } from './index.ts'

const DOCUMENT_A = `INVALID_INPUT MISSING_REQUIRED_PARAM PARAM_OUT_OF_RANGE TOOL_NOT_AVAILABLE TOOL_EXECUTION_FAILED TOOL_TIMEOUT
  SEARCH_API_ERROR FETCH_FAILED RATE_LIMIT_EXCEEDED INTERNAL_ERROR PARTIAL_SUCCESS`
const DOCUMENT_B = `INVALID_JSON UNKNOWN_ACTION MISSING_PARAM INVALID_PARAM TIMEOUT PERMISSION_DENIED DATA_NOT_FOUND
  EXTERNAL_SERVICE_ERROR INTERNAL_ERROR`

test("the table has every code of document A, and of document B under A's name or its own", () => {
  for (const code of DOCUMENT_A.split(/\s+/)) expect(isErrorCode(code), code).toBe(true)
  const wireNames = new Set(Object.values(ERROR_CODES).map(({ wire }) => wire))
  for (const code of DOCUMENT_B.split(/\s+/)) expect(isErrorCode(code) || wireNames.has(code), code).toBe(true)
})

test('docs/errors.md has one true line for each code and no other', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const lines = page.split('\n').filter((line) => line.startsWith('| `'))
  const expected = Object.entries(ERROR_CODES).map(
    ([code, { wire, status, exit, recoverable, meaning, suggestedAction }]) => {
      const cells = [
        `\`${code}\``,
        wire ? `\`${wire}\`` : 'same',
        status,
        exit,
        recoverable ? 'yes' : 'no',
        meaning,
        suggestedAction,
      ]
      return `| ${cells.join(' | ')} |`
    },
  )
  expect(lines).toEqual(expected)
})
