import { expect, test } from 'vitest'
import { failed, type Issue, inputError, SkillError, succeeded } from './index.ts'

test('an input that does not fit becomes INVALID_INPUT with every reason', () => {
  const issues = [issue('type', '/days'), issue('enum', '/format')]
  expect(failed(inputError(issues))).toEqual({
    status: 'failed',
    errors: [
      {
        code: 'INVALID_INPUT',
        message: '2 problems: /days is wrong; /format is wrong',
        recoverable: true,
        details: { validation_errors: issues },
        suggested_action: expect.stringContaining('parameter types and values'),
      },
    ],
  })
})

test.each([
  ['MISSING_REQUIRED_PARAM', ['required', 'required']],
  ['PARAM_OUT_OF_RANGE', ['maximum', 'minItems']],
  ['INVALID_INPUT', ['required', 'maximum']],
])('an input error is %s when its issues are %j', (code, keywords) => {
  expect(inputError(keywords.map((keyword) => issue(keyword, '/x'))).code).toBe(code)
})

test('a timeout says how long it waited', () => {
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  expect(failed(error, { timeoutSeconds: 30 }).errors).toEqual([
    expect.objectContaining({ code: 'TOOL_TIMEOUT', message: 'Operation timed out after 30s', recoverable: true }),
  ])
})

test('a rate limit says how long to wait', () => {
  const error = new SkillError('RATE_LIMIT_EXCEEDED', 'Search API rate limit exceeded', {
    details: { retry_after_seconds: 7 },
  })
  expect(failed(error).errors).toEqual([
    {
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Search API rate limit exceeded',
      recoverable: true,
      details: { retry_after_seconds: 7 },
      suggested_action: 'Please wait 7s before retrying',
    },
  ])
})

test('an abort is CANCELLED', () => {
  expect(failed(new DOMException('stop', 'AbortError')).errors?.[0]?.code).toBe('CANCELLED')
})

test.each([
  [new TypeError('secret path /home/me'), 'TypeError'],
  ['just text', 'string'],
  [null, 'null'],
  [undefined, 'undefined'],
])('anything else thrown is INTERNAL_ERROR and keeps its message to itself', (thrown, name) => {
  expect(failed(thrown).errors).toEqual([
    expect.objectContaining({
      code: 'INTERNAL_ERROR',
      message: 'An unexpected error occurred',
      recoverable: false,
      details: { exception_type: name },
    }),
  ])
})

test('data with errors is a partial success', () => {
  expect(succeeded({ items: [] }).status).toBe('success')
  expect(
    succeeded({ items: [] }, undefined, [{ code: 'FETCH_FAILED', message: 'one feed', recoverable: true }]).status,
  ).toBe('partial_success')
})

function issue(keyword: string, path: string): Issue {
  return { path, keyword, schemaPath: '', expected: '', received: '', message: `${path} is wrong` }
}
