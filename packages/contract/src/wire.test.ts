import { expect, test } from 'vitest'
import { ERROR_CODES, fromWire, type SkillResponse, toWire } from './index.ts'

test('a success on the wire becomes a response', () => {
  const answer = {
    success: true,
    action: 'analyze',
    data: { days: 7 },
    message: 'done',
    metadata: { execution_time_ms: 12, items_count: 1 },
  }
  expect(fromWire(answer)).toEqual({
    status: 'success',
    data: { days: 7 },
    metadata: { execution_time_ms: 12, items_count: 1, message: 'done' },
  })
})

test('an unknown action keeps the supported ones', () => {
  const answer = {
    success: false,
    error: { code: 'UNKNOWN_ACTION', message: 'Unknown action: x', supported_actions: ['a', 'b'] },
  }
  expect(fromWire(answer).errors).toEqual([
    expect.objectContaining({ code: 'UNKNOWN_ACTION', details: { supported_actions: ['a', 'b'] } }),
  ])
})

test.each([
  ['MISSING_PARAM', 'MISSING_REQUIRED_PARAM'],
  ['TIMEOUT', 'TOOL_TIMEOUT'],
  ['INVALID_PARAM', 'INVALID_INPUT'],
  ['EXTERNAL_SERVICE_ERROR', 'EXTERNAL_SERVICE_ERROR'],
  ['MY_OWN_CODE', 'MY_OWN_CODE'],
])('the wire says %s, the response %s', (wire, code) => {
  expect(fromWire({ success: false, error: { code: wire, message: 'm' } }).errors?.[0]?.code).toBe(code)
})

test('success with errors is a partial success', () => {
  const answer = { success: true, data: [1], errors: [{ code: 'FETCH_FAILED', message: 'one of two' }] }
  expect(fromWire(answer)).toMatchObject({
    status: 'partial_success',
    data: [1],
    errors: [{ code: 'FETCH_FAILED', recoverable: true }],
  })
})

test("a skill that prints document A's shape is understood", () => {
  const answer = {
    status: 'partial_success',
    data: 1,
    errors: [{ code: 'RATE_LIMIT_EXCEEDED', message: 'm', recoverable: true }],
  }
  expect(fromWire(answer)).toMatchObject(answer)
  const single = {
    status: 'failed',
    error: { code: 'INVALID_INPUT', message: 'Input validation failed', details: ["'topics' is a required property"] },
  }
  expect(fromWire(single).errors).toEqual([
    expect.objectContaining({ code: 'INVALID_INPUT', details: { details: ["'topics' is a required property"] } }),
  ])
})

test('a failure without a reason is still a typed error', () => {
  for (const answer of [
    { success: false },
    { success: false, error: null },
    { success: false, error: 'boom' },
    { success: false, error: {} },
  ]) {
    expect(fromWire(answer)).toMatchObject({ status: 'failed', errors: [{ code: 'TOOL_EXECUTION_FAILED' }] })
  }
})

test('unknown fields are kept apart', () => {
  expect(fromWire({ success: true, data: 1, took: '2s' }).metadata).toEqual({ unknown_fields: { took: '2s' } })
})

test.each([
  [{ status: 'success', generated_at: '2026-01-31T12:00:00Z', topics_covered: [] }, []],
  [
    { status: 'partial_success', topics_covered: [], errors: [{ code: 'FETCH_FAILED', message: 'one feed' }] },
    ['FETCH_FAILED'],
  ],
])('an answer whose data stand beside its status, as in document A, is its own data: %j', (answer, codes) => {
  const { status, data, errors = [], metadata } = fromWire(answer)
  expect({ status, data, codes: errors.map(({ code }) => code), metadata }).toEqual({
    status: answer.status,
    data: answer,
    codes,
  })
})

test.each([null, 3, 'text', [], {}, { success: 'yes' }, { status: 'great' }])('%j is no answer', (answer) => {
  expect(fromWire(answer)).toMatchObject({ status: 'failed', errors: [{ code: 'INVALID_OUTPUT' }] })
})

test('hostile keys stay data', () => {
  const answer = JSON.parse(
    '{"success":false,"error":{"code":"X","message":"m","__proto__":{"polluted":1}},"__proto__":{"polluted":1}}',
  )
  const response = fromWire(answer)
  expect(response.status).toBe('failed')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('every code of the table goes over the wire and back', () => {
  for (const [code, { recoverable, suggestedAction }] of Object.entries(ERROR_CODES)) {
    const response: SkillResponse = {
      status: 'failed',
      errors: [{ code, message: 'm', recoverable, details: { a: 1 }, suggested_action: suggestedAction }],
      metadata: { run_id: 'r' },
    }
    expect(fromWire(toWire(response, 'go'))).toEqual(response)
  }
})

test("document B's names are what the wire says", () => {
  const wireOf = (code: string) =>
    toWire({ status: 'failed', errors: [{ code, message: 'm', recoverable: false }] }).error?.code
  expect(wireOf('MISSING_REQUIRED_PARAM')).toBe('MISSING_PARAM')
  expect(wireOf('TOOL_TIMEOUT')).toBe('TIMEOUT')
  expect(wireOf('PARAM_OUT_OF_RANGE')).toBe('INVALID_PARAM')
  expect(wireOf('FETCH_FAILED')).toBe('EXTERNAL_SERVICE_ERROR')
})

test('successes, partial or not, go over the wire and back', () => {
  const responses: SkillResponse[] = [
    { status: 'success', data: { a: [1] }, metadata: { message: 'done', items_count: 1 } },
    { status: 'success' },
    { status: 'partial_success', data: 1, errors: [{ code: 'OWN', message: 'm', recoverable: true }] },
    { status: 'failed', errors: [1, 2].map((n) => ({ code: 'OWN', message: `m${n}`, recoverable: false })) },
  ]
  for (const response of responses) expect(fromWire(toWire(response, 'go'))).toEqual(response)
})
