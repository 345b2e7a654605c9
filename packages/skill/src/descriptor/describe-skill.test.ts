import { readFileSync } from 'node:fs'
import { type JsonObject, jsonEquals, openContract, SkillError } from '@skillwright/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractOfDescriptor, describeSkill, isDescriptor, readDescriptor } from '../index.ts'
import { parseSkill } from '../parse-skill.ts'
import type { Skill } from '../skill.ts'

const HUB = { baseUrl: 'https://hub.example.com' }
const CONTRACT = {
  input: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 1 } },
    required: ['text'],
    additionalProperties: false,
  },
}

function skillOf(
  contract: unknown,
  front = 'id: say-it\nversion: 1.2.0\nname: Say it\ndescription: Says it.\n',
): Skill {
  const encode = (text: string) => new TextEncoder().encode(text)
  const files = new Map([['SKILL.md', encode(`---\n${front}---\n`)]])
  if (contract !== undefined) files.set('contract.json', encode(JSON.stringify(contract)))
  return parseSkill(files)
}

const translate = JSON.parse(readFileSync(new URL('fixtures/translate.json', import.meta.url), 'utf8')) as JsonObject

test("every field of document D's example comes back from a skill that has it as its descriptor.json", () => {
  const own = { ...translate, 'x-rating': 5, colour: 'red' }
  for (const contract of [undefined, CONTRACT]) {
    const described = describeSkill(skillOf(contract), { own })
    expect(described).toEqual(own)
    expect(readDescriptor(sent(described))).toEqual(readDescriptor(own))
  }
})

test.each(Object.keys(translate).filter((field) => !['inputs', 'output', 'endpoint'].includes(field)))(
  '%s alone in descriptor.json is said in the description',
  (field) => {
    const own = { [field]: translate[field] }
    expect(describeSkill(skillOf(CONTRACT), { own, ...HUB })).toMatchObject(own)
  },
)

test('x-actions says how each of several actions is asked for, and never where', () => {
  const skill = skillOf({ actions: { get: CONTRACT, drop: CONTRACT } })
  const request = { path: '/things/{text}', parameters: { text: { in: 'path' } } }
  const own = {
    endpoint: { url: 'https://api.example.com/v1' },
    auth: { type: 'api_key', header: 'X-Key' },
    'x-actions': {
      get: {
        endpoint: { method: 'GET', 'x-request': request, url: 'http://169.254.169.254/' },
        output: { content_type: 'text/plain' },
      },
      drop: { endpoint: { method: 'DELETE', 'x-request': request }, auth: { type: 'none' } },
    },
  }
  expect(readDescriptor(describeSkill(skill, { own, action: 'get' }))).toMatchObject({
    endpoint: { url: 'https://api.example.com/v1', method: 'GET', 'x-request': request },
    output: { content_type: 'text/plain' },
    auth: { type: 'api_key' },
  })
  expect(describeSkill(skill, { own, action: 'drop' })).toMatchObject({
    auth: { type: 'none' },
    endpoint: { method: 'DELETE' },
  })
  expect(describeSkill(skill, { own, action: 'drop' })).not.toHaveProperty('x-actions')
  const wrong = {
    ...own,
    'x-actions': {
      get: { endpoint: { 'x-request': { path: '//evil.example', parameters: { text: { in: 'body' } } } } },
    },
  }
  expect(() => describeSkill(skill, { own: wrong, action: 'get' })).toThrow(/x-request/)
})

test('a contract whose default does not fit is not described, since every call without it would fail', () => {
  const input = { type: 'object', properties: { n: { type: 'integer', default: 'ten' } } }
  expect(() => describeSkill(skillOf({ input }), HUB)).toThrow(
    expect.objectContaining({ findings: [expect.objectContaining({ pointer: '/inputs/0/default' })] }),
  )
})

test('another address is called as the first one was', () => {
  const own = { endpoint: { ...(translate.endpoint as JsonObject), method: 'PUT', 'x-region': 'eu' } }
  const { endpoint } = describeSkill(skillOf(CONTRACT), { own, endpoint: 'https://b.example/x' })
  expect(endpoint).toEqual({
    url: 'https://b.example/x',
    method: 'PUT',
    content_type: 'application/json',
    timeout_ms: 30_000,
    retry: { max_attempts: 3, backoff_ms: 1000 },
    'x-region': 'eu',
  })
})

test('a skill is described by its own fields', () => {
  const front =
    'id: say-it\nversion: 1.2.0\nname: Say it\ndescription: Says it.\nauthor: Ann\ntags: [voice]\nhomepage: https://例え.example/\ncreated: 2024-03-15\nupdated: soon\n'
  expect(describeSkill(skillOf({ ...CONTRACT, idempotent: true }, front), HUB)).toEqual({
    protocol: { version: '1.0.0' },
    id: 'say-it',
    name: 'Say it',
    version: '1.2.0',
    capability_type: 'plugin',
    description: 'Says it.',
    provider: { name: 'Ann' },
    endpoint: {
      url: 'https://hub.example.com/skills/say-it/invoke',
      method: 'POST',
      content_type: 'application/json',
      status_url: 'https://hub.example.com/skills/say-it/status/{execution_id}',
      result_url: 'https://hub.example.com/skills/say-it/result/{execution_id}',
      timeout_ms: 300_000,
      retry: { max_attempts: 3, backoff_ms: 1000 },
    },
    inputs: [{ name: 'text', type: 'string', required: true, schema: { minLength: 1 } }],
    output: { content_type: 'application/json', schema: true },
    auth: { type: 'none' },
    access: 'public',
    tags: ['voice'],
    documentation_url: 'https://xn--r8jz45g.example/',
    created_at: '2024-03-15T00:00:00.000Z',
    'x-contract': {
      title: null,
      version: null,
      description: null,
      actions: { run: { description: null, idempotent: true } },
    },
  })
})

test('only what may be repeated is worth a second try', () => {
  expect(describeSkill(skillOf(CONTRACT), HUB).endpoint.retry).toEqual({ max_attempts: 1, backoff_ms: 1000 })
})

test('each of several actions has its own address', () => {
  const skill = skillOf({ actions: { analyze: CONTRACT, report: CONTRACT } })
  const { endpoint } = describeSkill(skill, { baseUrl: 'http://127.0.0.1:8080/base/', action: 'report' })
  expect(endpoint.url).toBe('http://127.0.0.1:8080/base/skills/say-it/actions/report/invoke')
  expect(() => describeSkill(skill, HUB)).toThrow(expect.objectContaining({ code: 'UNKNOWN_ACTION' }))
})

test('auth, access and provider are what the server says', () => {
  const stated = {
    auth: { type: 'api_key', header: 'X-Key' },
    access: 'restricted',
    provider: { name: 'Example Corp', url: 'https://example.com' },
  } as const
  expect(describeSkill(skillOf(CONTRACT), { ...HUB, ...stated })).toMatchObject(stated)
})

describe('what cannot be described says why', () => {
  test.each([
    ['no contract', skillOf(undefined), HUB, /no contract/],
    ['no version', skillOf(CONTRACT, 'id: x\n'), HUB, /no version/],
    ['a version that is none', skillOf(CONTRACT, 'id: x\nversion: one\n'), HUB, /cannot be described: \/version/],
    ['an id with spaces', skillOf(CONTRACT, 'id: a b\nversion: 1.0.0\n'), HUB, /cannot be described: \/id/],
    ['an address that is none', skillOf(CONTRACT), { baseUrl: 'hub' }, /http or https address, got "hub"/],
    ['an address of another scheme', skillOf(CONTRACT), { baseUrl: 'file:///x' }, /http or https/],
    ['an address with a password', skillOf(CONTRACT), { baseUrl: 'https://a:b@example.com' }, /plain/],
    ['an address with a query', skillOf(CONTRACT), { baseUrl: 'https://example.com?key=1' }, /plain/],
  ])('%s', (_what, skill, options, message) => {
    expect(() => describeSkill(skill, options)).toThrow(SkillError)
    expect(() => describeSkill(skill, options)).toThrow(message)
  })
})

describe('read back, the contract is the same', () => {
  test.each<[string, JsonObject]>([
    ['a plain one', CONTRACT],
    ['one with everything', everything()],
    [
      'a condition',
      {
        input: {
          type: 'object',
          properties: { mode: { enum: ['a', 'b'] }, key: { type: 'string' } },
          if: { properties: { mode: { const: 'a' } }, required: ['mode'] },
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
          then: { required: ['key'] },
          additionalProperties: false,
        },
      },
    ],
    ['an open object', { input: { type: 'object', properties: { a: true }, required: ['b'] } }],
    [
      'alternatives',
      {
        input: {
          oneOf: [
            { type: 'object', required: ['a'] },
            { type: 'object', required: ['b'] },
          ],
        },
      },
    ],
    ['anything at all', { input: true, output: false }],
    [
      'a default of null',
      { input: { type: 'object', properties: { a: { type: ['string', 'null'], default: null } } } },
    ],
    [
      'a hostile name',
      JSON.parse('{"input":{"type":"object","properties":{"__proto__":{"type":"string"}}}}') as JsonObject,
    ],
    ['a timeout of its own', { ...CONTRACT, timeout_seconds: 0.0005 }],
    ['a timeout of days', { ...CONTRACT, timeout_seconds: 5_000_000 }],
    ['the usual timeout, stated', { ...CONTRACT, timeout_seconds: 300 }],
    ['an empty description', { ...CONTRACT, description: '' }],
    [
      'an action of another name',
      { actions: { analyze: { ...CONTRACT, description: 'Looks.' } }, description: 'All.' },
    ],
    [
      'shared definitions',
      {
        definitions: { Word: { type: 'string', maxLength: 9 }, Tree: { items: { $ref: '#/definitions/Tree' } } },
        input: { type: 'object', properties: { w: { $ref: '#/definitions/Word' } }, additionalProperties: false },
        output: { type: 'object', properties: { t: { $ref: '#/definitions/Tree' } } },
      },
    ],
  ])('%s', (_what, document) => expectNoLoss(document))

  test('any other', () => {
    fc.assert(fc.property(contracts(), expectNoLoss), { numRuns: 200 })
  })
})

test('of several actions each is read back with what is its own', () => {
  const document = {
    version: '2.0.0',
    tools_required: ['web_search'],
    actions: { analyze: { ...CONTRACT, idempotent: true }, report: { input: { type: 'object' }, 'x-docs': 'Long.' } },
    migrations: [
      { from: '1', to: '2', action: 'analyze', steps: [{ op: 'rename', path: '/words', to: '/text' }] },
      { from: '1', to: '2', action: 'report', steps: [{ op: 'remove', path: '/old' }] },
    ],
  }
  for (const action of ['analyze', 'report'] as const) {
    const { [action]: only } = document.actions
    const migrations = document.migrations.filter((migration) => migration.action === action)
    const back = contractOfDescriptor(readDescriptor(sent(describeSkill(skillOf(document), { ...HUB, action }))))
    expect(factsOf(back)).toEqual(factsOf(openContract({ ...document, actions: { [action]: only }, migrations })))
  }
})

/** Describes a skill with the contract, sends the descriptor as JSON, and reads it back: it must be the same contract. */
function expectNoLoss(document: unknown): void {
  const skill = skillOf(document)
  const descriptor = sent(describeSkill(skill, HUB))
  expect(isDescriptor(descriptor)).toBe(true)
  const before = factsOf(openContract(document))
  const after = factsOf(contractOfDescriptor(readDescriptor(descriptor)))
  if (!jsonEquals(before, after)) expect(after).toEqual(before)
}

function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Everything an opened contract says, as JSON. */
function factsOf({
  actions,
  migrations,
  action: _pick,
  accept: _accept,
  ...rest
}: ReturnType<typeof openContract>): unknown {
  const each = [...actions.values()].map(({ input, output, ...facts }) => ({
    ...facts,
    input: input.schema,
    output: output.schema,
  }))
  const ways = migrations.all.map(({ input, pointer: _pointer, ...way }) => ({ ...way, input: input?.schema }))
  return sent({ ...rest, actions: each, migrations: ways })
}

function everything(): JsonObject {
  return {
    title: 'Words',
    version: '3.0.0',
    description: 'Short.',
    'x-docs': 'Long.',
    tools_required: ['web_search', 'fetch_url'],
    idempotent: true,
    timeout_seconds: 12.5,
    pass_through: 'options',
    examples: [{ name: 'one', input: { text: 'a' }, output: { count: 1 } }, { input: { text: 'b' } }],
    ...CONTRACT,
    output: { type: 'object', description: 'The count.', properties: { count: { type: 'integer' } } },
    migrations: [
      { from: '1', to: '2', input: CONTRACT.input, steps: [{ op: 'wrap', path: '/text' }] },
      { from: '2', to: '3', steps: [{ op: 'unwrap', path: '/text' }] },
    ],
  }
}

function contracts(): fc.Arbitrary<object> {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.boolean(),
      fc.record(
        { type: fc.constantFrom('string', 'integer', 'null', 'boolean'), description: text },
        { requiredKeys: ['type'] },
      ),
      fc.record({
        enum: fc.uniqueArray(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3, comparator: jsonEquals }),
      }),
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(3), default: fc.constant([]) },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), title: text },
        { requiredKeys: ['anyOf'] },
      ),
      objectSchema(tie('schema')),
    ),
  }))
  const objectInput = objectSchema(schema)
  const action = {
    description: text,
    'x-docs': text,
    idempotent: fc.boolean(),
    timeout_seconds: fc.double({ min: 0.001, max: 1e7, noNaN: true }),
    pass_through: text.filter((name) => name !== ''),
    examples: fc.array(fc.record({ input: fc.jsonValue({ maxDepth: 2 }) }), { maxLength: 2 }),
    output: schema,
  }
  const root = {
    title: text,
    version: fc.constantFrom('1.0.0', '1.2.0', '0.3.1-rc.1'),
    'x-docs': text,
    tools_required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  }
  const one = fc.record({ ...root, ...action, input: fc.oneof(objectInput, schema) }, { requiredKeys: ['input'] })
  const named = fc
    .tuple(
      fc.record({ ...root, description: text }, { requiredKeys: [] }),
      fc.stringMatching(/^[a-z][a-z0-9_.-]{0,8}$/),
      fc.record({ ...action, input: objectInput }, { requiredKeys: ['input'] }),
    )
    .map(([facts, name, only]) => ({ ...facts, actions: { [name]: only } }))
  return fc.oneof(one, named).map((document) => sent(document) as object)
}

function objectSchema(property: fc.Arbitrary<object | boolean>): fc.Arbitrary<object> {
  const name = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'a/b~c', '名'), fc.string({ maxLength: 6 }))
  return fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(name, property, { maxKeys: 4, noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
      minProperties: fc.nat(2),
      description: fc.string({ maxLength: 8 }),
    },
    { requiredKeys: ['type', 'properties'] },
  )
}
