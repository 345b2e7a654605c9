import { readFileSync } from 'node:fs'
import type { JsonObject } from '@skillwright/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractOfDescriptor, DESCRIPTOR_SCHEMA, descriptorFindings, readDescriptor } from '../index.ts'

// Document D, section 4.5, as it stands.
const translate = JSON.parse(readFileSync(new URL('fixtures/translate.json', import.meta.url), 'utf8')) as JsonObject

const smallest = {
  protocol: { version: '1.0.0' },
  id: 'x',
  name: 'X',
  version: '1.0.0',
  capability_type: 'api',
  description: 'Does x.',
  provider: { name: 'Somebody' },
  endpoint: { url: 'https://example.com/x' },
  inputs: [],
  output: {},
  auth: { type: 'none' },
  access: 'public',
}

test("document D's translate example is right as it stands, and read as it stands", () => {
  expect(descriptorFindings(translate)).toEqual([])
  expect(readDescriptor(translate)).toEqual({
    ...translate,
    inputs: [
      expect.objectContaining({ name: 'text', required: true }),
      expect.objectContaining({ name: 'target_language', required: true }),
      expect.objectContaining({ name: 'source_language', required: false, default: 'auto' }),
    ],
  })
})

test("the contract of document D's example checks calls as the example means", () => {
  const contract = contractOfDescriptor(readDescriptor(translate))
  expect(contract).toMatchObject({ title: 'Universal Translator', version: '2.1.0' })
  const action = contract.action()
  expect(action.timeoutSeconds).toBe(30)
  expect(action.output.schema).toMatchObject({
    description: '翻译结果',
    properties: { confidence: { type: 'number' } },
  })
  expect(action.input.check({ text: 'hi', target_language: 'de' })).toMatchObject({
    ok: true,
    value: { text: 'hi', target_language: 'de', source_language: 'auto' },
  })
  expect(action.input.check({ text: '', target_language: 'de' }).issues).toMatchObject([{ path: '/text' }])
  expect(action.input.check({ text: 'hi' }).issues).toMatchObject([{ path: '/target_language', keyword: 'required' }])
})

describe("document D's parts, each as its section shows it", () => {
  test.each([
    ['ProtocolVersion', { protocol: { version: '1.0.0', changelog_url: 'https://example.com/changelog' } }],
    [
      'InvocationEndpoint',
      {
        endpoint: {
          url: 'https://example.com/skills/translate/invoke',
          method: 'POST',
          content_type: 'application/json',
          status_url: 'https://example.com/skills/translate/status/{execution_id}',
          result_url: 'https://example.com/skills/translate/result/{execution_id}',
          timeout_ms: 30000,
          retry: { max_attempts: 3, backoff_ms: 1000 },
        },
      },
    ],
    [
      'ParameterDefinition',
      {
        inputs: [
          {
            name: 'text',
            type: 'string',
            description: '要翻译的文本',
            required: true,
            default: null,
            schema: { minLength: 1, maxLength: 10000 },
          },
        ],
      },
    ],
    [
      'AuthConfig with a key',
      { auth: { type: 'api_key', description: '通过 HTTP Header 传递 API Key', header: 'X-API-Key' } },
    ],
    [
      'AuthConfig with OAuth 2.0',
      {
        auth: {
          type: 'oauth2',
          oauth2: {
            authorization_url: 'https://example.com/oauth/authorize',
            token_url: 'https://example.com/oauth/token',
            scopes: { 'skill:invoke': '调用技能', 'skill:read': '读取技能信息' },
          },
        },
      },
    ],
    [
      'OutputDefinition',
      {
        output: {
          content_type: 'application/json',
          schema: {
            type: 'object',
            properties: {
              translated_text: { type: 'string' },
              source_language: { type: 'string' },
              target_language: { type: 'string' },
            },
          },
          description: '翻译结果,包含译文和语言信息',
        },
      },
    ],
  ])('%s', (_name, part) => {
    expect(descriptorFindings({ ...smallest, ...part })).toEqual([])
    expect(readDescriptor({ ...smallest, ...part })).toMatchObject(part)
  })
})

describe('every value of every enum is taken, and nothing else', () => {
  test.each([
    ['capability_type', ['plugin', 'api', 'knowledge', 'task'], (value: string) => ({ capability_type: value })],
    [
      'access',
      ['public', 'restricted', 'private'],
      (value: string) => ({ access: value, auth: { type: 'api_key', header: 'X-Key' } }),
    ],
    [
      'auth/type',
      ['api_key', 'oauth2', 'custom', 'none'],
      (value: string) => ({
        auth: { type: value, header: 'X-Key', oauth2: { token_url: 'https://example.com/token' } },
      }),
    ],
    [
      'endpoint/method',
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      (value: string) => ({ endpoint: { url: 'https://example.com', method: value } }),
    ],
  ])('%s', (pointer, values, part) => {
    for (const value of values) expect(descriptorFindings({ ...smallest, ...part(value) })).toEqual([])
    for (const value of ['', 'nope', values[0]?.toUpperCase() === values[0] ? 'get' : `${values[0]}`.toUpperCase()])
      expect(descriptorFindings({ ...smallest, ...part(value) })).toMatchObject([{ pointer: `/${pointer}` }])
  })
})

test('defaults are filled in', () => {
  const document = {
    ...smallest,
    endpoint: { url: 'https://example.com/x', retry: {} },
    inputs: [{ name: 'q', type: 'string' }],
    auth: { type: 'api_key' },
  }
  expect(readDescriptor(document)).toEqual({
    ...smallest,
    endpoint: {
      url: 'https://example.com/x',
      method: 'POST',
      content_type: 'application/json',
      timeout_ms: 30_000,
      retry: { max_attempts: 3, backoff_ms: 1000 },
    },
    inputs: [{ name: 'q', type: 'string', required: false }],
    output: { content_type: 'application/json' },
    auth: { type: 'api_key', header: 'X-API-Key' },
  })
  expect(readDescriptor(smallest).endpoint.retry).toBeUndefined()
})

describe('findings of a wrong document name the place', () => {
  test.each([
    ['a missing field', { description: undefined }, '/description', /required/],
    ['a version that is not semver', { version: '2.1' }, '/version', /matching/],
    ['a version with leading zeros', { version: '01.0.0' }, '/version', /matching/],
    ['a protocol that is text', { protocol: '1.0.0' }, '/protocol', /an object/],
    ['an address of another scheme', { endpoint: { url: 'file:///etc/passwd' } }, '/endpoint/url', /https/],
    [
      'a template that names something else',
      { endpoint: { url: 'https://example.com', status_url: 'https://example.com/{id}' } },
      '/endpoint/status_url',
      /matching/,
    ],
    ['another protocol', { protocol: { version: '2.0.0' } }, '/protocol/version', /1\\\./],
    ['a protocol before the first', { protocol: { version: '0.9.0' } }, '/protocol/version', /1\\\./],
    [
      'a status_url without the id of the run',
      { endpoint: { url: 'https://example.com', status_url: 'https://example.com/status' } },
      '/endpoint/status_url',
      /execution_id/,
    ],
    [
      'a result_url without the id of the run',
      { endpoint: { url: 'https://example.com', result_url: 'https://example.com/result?id=' } },
      '/endpoint/result_url',
      /execution_id/,
    ],
    [
      'an id of the run that chooses the host',
      { endpoint: { url: 'https://example.com', status_url: 'https://{execution_id}.example.com/status' } },
      '/endpoint/status_url',
      /execution_id/,
    ],
    [
      'a content type that is none',
      { endpoint: { url: 'https://example.com', content_type: 'json' } },
      '/endpoint/content_type',
      /matching/,
    ],
    [
      'an output of a content type that is none',
      { output: { content_type: 'json' } },
      '/output/content_type',
      /matching/,
    ],
    [
      'too many attempts',
      { endpoint: { url: 'https://example.com', retry: { max_attempts: 0 } } },
      '/endpoint/retry/max_attempts',
      /from 1 to/,
    ],
    [
      'a backoff below nothing',
      { endpoint: { url: 'https://example.com', retry: { backoff_ms: -1 } } },
      '/endpoint/retry/backoff_ms',
      /from 0 to/,
    ],
    [
      'a timeout that is text',
      { endpoint: { url: 'https://example.com', timeout_ms: '30s' } },
      '/endpoint/timeout_ms',
      /integer/,
    ],
    [
      'a default of another type',
      { inputs: [{ name: 'n', type: 'integer', default: 'ten' }] },
      '/inputs/0/default',
      /integer.*"ten"/,
    ],
    [
      'a default outside its bounds',
      {
        inputs: [
          { name: 'a', type: 'string' },
          { name: 'n', type: 'integer', default: 0, schema: { minimum: 1 } },
        ],
      },
      '/inputs/1/default',
      /at least 1|1 or more|≥ 1/,
    ],
    [
      'a default that is none of the values',
      { inputs: [{ name: 'n', type: 'string', schema: { enum: ['a', 'b'], default: 'c' } }] },
      '/inputs/0/schema/default',
      /one of/,
    ],
    [
      'a default with a wrong part',
      { inputs: [{ name: 'n', type: 'array', default: ['a', 1], schema: { items: { type: 'string' } } }] },
      '/inputs/0/default',
      /string/,
    ],
    [
      'OAuth 2.0 without where tokens are',
      { auth: { type: 'oauth2', oauth2: {} } },
      '/auth/oauth2/token_url',
      /required/,
    ],
    ['a day that is none', { updated_at: '2025-02-30T00:00:00Z' }, '/updated_at', /date/],
    ['a day without a time', { created_at: '2025-02-03' }, '/created_at', /date/],
    [
      'a negative timeout',
      { endpoint: { url: 'https://example.com', timeout_ms: -1 } },
      '/endpoint/timeout_ms',
      /from 1 to/,
    ],
    ['an input without a name', { inputs: [{ type: 'string' }] }, '/inputs/0/name', /required/],
    ['an input of no type', { inputs: [{ name: 'a', type: 'wibble' }] }, '/inputs/0/type', /expected a type/],
    [
      'the same input twice',
      {
        inputs: [
          { name: 'a', type: 'string' },
          { name: 'a', type: 'string' },
        ],
      },
      '/inputs/1/name',
      /each parameter once/,
    ],
    [
      'an input whose schema is none',
      { inputs: [{ name: 'a', type: 'string', schema: { minLength: '1' } }] },
      '/inputs/0/schema/minLength',
      /integer/,
    ],
    ['an output whose schema is none', { output: { schema: { type: 'text' } } }, '/output/schema/type', /"string"/],
    ['OAuth 2.0 without its addresses', { auth: { type: 'oauth2' } }, '/auth/oauth2', /required/],
    ['a header that is two', { auth: { type: 'api_key', header: 'X-Key\r\nX-Evil' } }, '/auth/header', /matching/],
    ['a time without a zone', { created_at: '2025-01-15 08:00' }, '/created_at', /date/],
    ['tags as text', { tags: 'a, b' }, '/tags', /an array/],
    ['a wrong migration', { 'x-contract': { migrations: [{ from: 1 }] } }, '/x-contract/migrations/0/from', /string/],
    [
      'a migration for an action that is not there',
      { 'x-contract': { migrations: [{ from: '0.9', to: '1', action: 'other', steps: [] }] } },
      '/x-contract/migrations/0/action',
      /other/,
    ],
    [
      'an action with a wrong name',
      { 'x-contract': { actions: { 'a b': { idempotent: true } } } },
      '/x-contract/actions/a b',
      /matching|name/,
    ],
  ])('%s', (_what, part, pointer, message) => {
    const document = JSON.parse(JSON.stringify({ ...smallest, ...part })) as unknown
    const findings = descriptorFindings(document)
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        pointer,
        message: expect.stringMatching(message),
        fix: expect.stringMatching(/.{5}/),
      }),
    )
    expect(() => readDescriptor(document)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', findings }))
  })
})

describe('what is readable but discouraged is a warning, and refuses nothing', () => {
  test.each([
    ['a type by another name', { inputs: [{ name: 'a', type: 'text' }] }, '/inputs/0/type', 'Write "type": "string".'],
    [
      'a type with a format in it',
      { inputs: [{ name: 'a', type: 'date' }] },
      '/inputs/0/type',
      'Write "type": "string", "schema": {"format":"date"}.',
    ],
    [
      'a list by another name',
      { inputs: [{ name: 'a', type: 'string[]' }] },
      '/inputs/0/type',
      'Write "type": "array", "schema": {"items":{"type":"string"}}.',
    ],
    [
      'another type than in the schema',
      { inputs: [{ name: 'a', type: 'string', schema: { type: 'integer' } }] },
      '/inputs/0/type',
      /same/,
    ],
    [
      'a required input with a default',
      { inputs: [{ name: 'a', type: 'string', required: true, default: 'x' }] },
      '/inputs/0/required',
      /false/,
    ],
    ['callers who have to authenticate and cannot', { access: 'restricted' }, '/auth/type', /api_key/],
    ['a key without its header', { auth: { type: 'api_key' } }, '/auth/header', /X-API-Key/],
    [
      'a misspelt field',
      { endpoint: { url: 'https://example.com', metod: 'POST' } },
      '/endpoint/metod',
      'Write method.',
    ],
    ['an unknown field', { rating: 5 }, '/rating', /x-rating/],
    [
      'a keyword beside the schema',
      { inputs: [{ name: 'a', type: 'string', minLength: 2 }] },
      '/inputs/0/minLength',
      /x-/,
    ],
  ])('%s', (_what, part, pointer, fix) => {
    const document = { ...smallest, ...part }
    expect(descriptorFindings(document)).toEqual([
      expect.objectContaining({ severity: 'warning', pointer, fix: expect.stringMatching(fix) }),
    ])
    expect(readDescriptor(document)).toMatchObject({ ...part, output: { content_type: 'application/json' } })
  })

  test('every wrong place is reported at once, also when a field is missing', () => {
    const { provider: _gone, ...rest } = smallest
    const inputs = [{ name: 'n', type: 'text', default: 3 }]
    expect(descriptorFindings({ ...rest, inputs, colour: 'red' }).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/provider', '/inputs/0/type', '/inputs/0/default', '/colour']),
    )
  })
})

test.each(['1.0.0', '1.4.2', '1.1.0-rc.1'])('protocol %s is read', (version) => {
  expect(descriptorFindings({ ...smallest, protocol: { version } })).toEqual([])
})

test('what to write is shown where there is an example of it', () => {
  const endpoint = { url: 'https://example.com', status_url: 'https://example.com/status' }
  const wrong = { ...smallest, protocol: { version: '2.0.0' }, endpoint, created_at: 'yesterday', version: undefined }
  expect(Object.fromEntries(descriptorFindings(wrong).map(({ pointer, fix }) => [pointer, fix]))).toEqual({
    '/version': 'Add it, such as "1.0.0".',
    '/protocol/version': 'Write it as in "1.0.0".',
    '/endpoint/status_url': 'Write it as in "https://example.com/status/{execution_id}".',
    '/created_at': 'Write it as in "2025-01-15T08:00:00Z".',
  })
})

test('a misspelt value is answered with the one that was meant', () => {
  expect(descriptorFindings({ ...smallest, access: 'restrict' })).toMatchObject([{ fix: 'Write restricted.' }])
})

test('x- extensions are kept at every place', () => {
  const document = { ...smallest, 'x-rating': 5, endpoint: { url: 'https://example.com', 'x-region': 'eu' } }
  expect(readDescriptor(document)).toMatchObject({ 'x-rating': 5, endpoint: { 'x-region': 'eu' } })
})

test('whatever it is given, judging never throws', () => {
  let deep: unknown = { type: 'string' }
  for (let i = 0; i < 50_000; i++) deep = { not: deep }
  expect(descriptorFindings({ ...smallest, output: { schema: deep } })).not.toEqual([])
  expect(descriptorFindings(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1}'))).not.toEqual([])
  const keys = Object.keys(DESCRIPTOR_SCHEMA.properties ?? {})
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
      expect(Array.isArray(descriptorFindings({ ...translate, [key]: value }))).toBe(true)
    }),
    { numRuns: 300 },
  )
  fc.assert(fc.property(fc.jsonValue(), (value) => descriptorFindings(value).length > 0))
})
