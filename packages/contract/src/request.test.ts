import { describe, expect, test } from 'vitest'
import { checkRequest, openContract, readRequest, type SkillRequest } from './index.ts'

const one = openContract({
  version: '1.0.0',
  input: { type: 'object', properties: { days: { type: 'integer' } }, additionalProperties: false },
})
const door = openContract({
  version: '1.0.0',
  input: {
    type: 'object',
    properties: { action: { enum: ['open', 'close'] }, params: { type: 'object' }, door: { type: 'integer' } },
  },
})
const two = openContract({
  version: '1.0.0',
  actions: { analyze: { input: true }, report: { input: { type: 'object', properties: { context: true } } } },
})

describe('a document that means a request', () => {
  test.each<[string, unknown, SkillRequest]>([
    ['a request', { action: 'run', params: { days: 7 } }, { action: 'run', params: { days: 7 } }],
    ['its action alone', { action: 'run' }, { action: 'run' }],
    [
      'with a context',
      { action: 'run', context: { request_id: 'r' } },
      { action: 'run', context: { request_id: 'r' } },
    ],
    ['parameters alone', { days: 7 }, { params: { days: 7 } }],
    ['nothing at all', {}, { params: {} }],
    ['keys that only look like fields', { Action: 'run', toString: 1 }, { params: { Action: 'run', toString: 1 } }],
  ])('%s', (_, document, request) => {
    expect(readRequest(document, { contract: one })).toEqual(request)
    expect(readRequest(document)).toEqual(request)
  })

  test('an action named beside it stands for the one it does not name', () => {
    const facts = { contract: two, action: 'report' }
    expect(readRequest({ params: { days: 1 } }, facts)).toEqual({ action: 'report', params: { days: 1 } })
    expect(readRequest({ days: 1 }, facts)).toEqual({ action: 'report', params: { days: 1 } })
    expect(readRequest({ action: 'report' }, facts)).toEqual({ action: 'report' })
  })
})

describe('parameters that have the names of fields', () => {
  test.each([
    ['beside another one', { action: 'open', door: 2 }],
    ['of another type than the field', { action: 5 }],
    ['that no request can do without an action', { params: { door: 2 } }],
  ])('%s are parameters where the contract declares them', (_, document) => {
    expect(readRequest(document, { contract: door })).toEqual({ params: document })
    expect(() => readRequest(document, { contract: one })).toThrow(/^Expected a request /)
  })

  test('a value with the whole shape of a request is one in any case', () => {
    expect(readRequest({ action: 'open' }, { contract: door })).toEqual({ action: 'open' })
    expect(readRequest({ action: 'run', params: { action: 'open' } }, { contract: door })).toEqual({
      action: 'run',
      params: { action: 'open' },
    })
  })

  test('of several actions only the named one counts', () => {
    const document = { context: 'here' }
    expect(readRequest(document, { contract: two, action: 'report' })).toEqual({ action: 'report', params: document })
    expect(() => readRequest(document, { contract: two, action: 'analyze' })).toThrow(/a context that is a string/)
    expect(() => readRequest(document, { contract: two })).toThrow(/a context that is a string/)
  })
})

describe('a wrong request is refused with what was expected', () => {
  test.each<[string, unknown, string, string]>([
    ['a field too many', { action: 'run', params: {}, timeout: 5 }, 'INVALID_INPUT', 'got "timeout" beside them'],
    ['an action that is no text', { action: 5 }, 'INVALID_INPUT', 'got an action that is an integer'],
    ['an action that is null', { action: null, params: {} }, 'INVALID_INPUT', 'got an action that is null'],
    ['a list', [1], 'INVALID_INPUT', 'got a list'],
    ['text', 'run', 'INVALID_INPUT', 'got a string'],
    ['null', null, 'INVALID_INPUT', 'got null'],
    ['no action', { params: {} }, 'MISSING_REQUIRED_PARAM', 'a request that names its action'],
    ['nothing but a context', { context: {} }, 'MISSING_REQUIRED_PARAM', 'a request that names its action'],
    ['params that are a list', { action: 'run', params: [1] }, 'INVALID_INPUT', 'got params that are a list'],
    ['params that are null', { action: 'run', params: null }, 'INVALID_INPUT', 'got params that are null'],
    ['a context that is text', { action: 'run', context: 'me' }, 'INVALID_INPUT', 'got a context that is a string'],
    ['__proto__ beside it', JSON.parse('{"action": "run", "__proto__": {}}'), 'INVALID_INPUT', 'got "__proto__"'],
  ])('%s', (_, document, code, message) => {
    for (const contract of [one, undefined]) {
      const read = () => readRequest(document, { contract })
      expect(read).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }))
    }
  })

  test('an action that contradicts the one named beside it', () => {
    expect(() => readRequest({ action: 'analyze' }, { contract: two, action: 'report' })).toThrow(
      'The request says action analyze, and report was named beside it',
    )
  })

  test('a missing action is answered with the names of the actions', () => {
    expect(() => readRequest({ params: {} }, { contract: two })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('analyze, report') }),
    )
  })
})

test('a request in code may leave out every field', () => {
  for (const request of [{}, { params: {} }, { action: undefined, context: {} }])
    expect(checkRequest(request)).toBe(request)
  expect(() => checkRequest([1])).toThrow('got a list')
})
