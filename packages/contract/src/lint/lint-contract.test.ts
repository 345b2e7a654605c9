// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a `then`, and no schema is awaited.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import type { Finding } from '../finding.ts'
import { lintContract } from './lint-contract.ts'
import { lintSchema } from './lint-schema.ts'

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
const brief = (findings: readonly Finding[]) =>
  findings.map(({ rule, pointer }) => `${rule.replace('contract/', '')} ${pointer}`)

test('a good contract has no finding, not even an info', () => {
  expect(lintContract(read('./fixtures/repaired-digest.json'))).toEqual([])
})

test('a contract may name its own published schema, by URL or by path', () => {
  const contract = read('./fixtures/repaired-digest.json')
  for (const $schema of ['https://skillwright.dev/schemas/contract.schema.json', '../../schemas/contract.schema.json'])
    expect(lintContract({ ...contract, $schema })).toEqual([])
  expect(brief(lintContract({ ...contract, $schema: 'https://example.com/other.json' }))).toEqual([
    'schema-dialect /$schema',
  ])
})

test("document A's combined contract lacks descriptions, a root type and facts about its action", () => {
  const input = '/definitions/DailyNewsDigestInput/properties'
  expect(brief(lintContract(read('../fixtures/digest-contract.json')))).toEqual([
    'schema-dialect /$schema',
    'action-examples ',
    'action-idempotent ',
    'output-type /output',
    `description-missing ${input}/topics`,
    `description-missing ${input}/time_range`,
    `description-missing ${input}/max_articles_per_topic`,
    `string-bounds ${input}/output_language`,
    `description-missing ${input}/output_language`,
    `description-missing ${input}/output_format`,
    `description-missing ${input}/save_to_file`,
  ])
})

test("document A's full input schema has the defects that the reference names", () => {
  expect(brief(lintSchema(read('../fixtures/digest-input.json'), { direction: 'input' }))).toEqual([
    'idle-branch /then',
    'schema-dialect /$schema',
    'path-traversal /properties/file_path/pattern',
    'path-absolute /properties/file_path/pattern',
    'vacuous-if /if',
  ])
})

test("document A's output schema is held to the rules for outputs only", () => {
  expect(brief(lintSchema(read('../fixtures/digest-output.json'), { direction: 'output' }))).toEqual([
    'schema-dialect /$schema',
  ])
})

test("document A's wrong examples of the first three principles are found, its right ones pass", () => {
  const many = ['topic', 'time_range', 'max_articles', 'language', 'format', 'save_file']
  const wrong = {
    type: 'object',
    required: many,
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(
        many.map((name) => [name, { type: 'boolean', description: `Whether ${name} is wanted at all` }]),
      ),
      format: { type: 'string', description: 'Output format: prose, bullets, or structured' },
      timeout_seconds: { type: 'integer', description: 'How long to wait for an answer' },
      date_range: { type: 'string', description: 'Date range' },
    },
  }
  const found = lintSchema(wrong, { direction: 'input' }).filter(({ severity }) => severity !== 'info')
  expect(brief(found)).toEqual([
    'minimal-required /required',
    'enum-in-description /properties/format',
    'number-bounds /properties/timeout_seconds',
    'description-thin /properties/date_range/description',
  ])
  expect(found[1]?.fix).toContain('"enum": ["prose", "bullets", "structured"]')
  const right = {
    type: 'object',
    required: ['topic'],
    additionalProperties: false,
    properties: {
      topic: { type: 'string', maxLength: 100, description: 'The news topic to research' },
      format: {
        type: 'string',
        enum: ['prose', 'bullets', 'structured'],
        default: 'prose',
        description: 'How the answer is laid out',
      },
      timeout_seconds: {
        type: 'integer',
        minimum: 5,
        maximum: 120,
        default: 30,
        description: 'How long to wait for an answer',
      },
      date_range: {
        type: 'string',
        description:
          "Date range in ISO 8601 format. Use 'YYYY-MM-DD/YYYY-MM-DD' for a range, or 'YYYY-MM-DD' for a single day. Examples: '2024-11-01/2024-11-30', '2024-11-20'. Maximum range: 365 days.",
        pattern: '^\\d{4}-\\d{2}-\\d{2}(/\\d{4}-\\d{2}-\\d{2})?$',
        examples: ['2024-11-20', '2024-11-01/2024-11-30'],
      },
    },
  }
  expect(lintSchema(right, { direction: 'input' })).toEqual([])
})

test('pointers lead into the file of the author, for every action and for definitions of an action', () => {
  const input = {
    type: 'object',
    additionalProperties: false,
    properties: { a: { $ref: '#/$defs/n' } },
    $defs: { n: { type: 'number', description: 'How many of them' } },
  }
  const action = {
    description: 'Counts things for you.',
    idempotent: true,
    examples: [{ input: {} }],
    input,
    output: { type: 'object' },
  }
  const found = lintContract({
    version: '1.0.0',
    actions: { count: action, 'a/b~': { ...action, input: structuredClone(input) } },
  })
  expect(brief(found.filter(({ rule }) => rule !== 'contract/document'))).toEqual([
    'number-bounds /actions/count/input/$defs/n',
    'number-bounds /actions/a~1b~0/input/$defs/n',
  ])
})

test('the caller may bring a real tokenizer', () => {
  const document = { ...read('./fixtures/repaired-digest.json'), description: 'w '.repeat(200) }
  expect(brief(lintContract(document))).toEqual([])
  expect(brief(lintContract(document, { countTokens: (text) => text.length }))).toContain(
    'description-long /description',
  )
})

test('a value that does not fit is not repeated either when it is a secret', () => {
  const token = `ghp_${'aB3dE6gH9kL2'.repeat(3)}`
  const properties = {
    db_password: { type: 'integer', default: 'hunter2' },
    count: { type: 'integer', default: token, enum: [token, token] },
  }
  const found = lintContract({
    input: { type: 'object', properties },
    examples: [{ input: { db_password: 'letmein', count: 1 } }],
  })
  expect(brief(found)).toEqual(
    expect.arrayContaining([
      'default-invalid /input/properties/db_password/default',
      'default-invalid /input/properties/count/default',
      'enum-type /input/properties/count/enum/0',
      'action-example-invalid /examples/0/input',
    ]),
  )
  for (const secret of [token.slice(0, 12), 'hunter2', 'letmein']) expect(JSON.stringify(found)).not.toContain(secret)
})

test('a secret is never repeated in a finding', () => {
  const secret = `ghp_${'aB3dE6gH9kL2'.repeat(3)}`
  const input = { type: 'object', properties: { a: { type: 'string', default: secret, description: `Use ${secret}` } } }
  const found = lintContract({ input, examples: [{ input: { a: secret } }] })
  expect(found.filter(({ rule }) => rule === 'contract/secret')).toHaveLength(3)
  expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12))
})

const deep = (levels: number, key: string) => {
  let value: Record<string, unknown> = {}
  for (let i = 0; i < levels; i++) value = { [key]: value }
  return value
}
const around = (property: unknown, more: Record<string, unknown> = {}) => ({
  version: '1.0.0',
  input: { type: 'object', properties: { a: property }, additionalProperties: false },
  ...more,
})
const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `d${i}`,
    { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]),
)
const chain = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]))

test.each([
  ['schemas a million levels deep', () => around(deep(1_000_000, 'items'))],
  ['a default a million levels deep', () => around({ type: 'object', default: deep(1_000_000, 'x') })],
  ['a million alternatives', () => around({ anyOf: Array.from({ length: 2 ** 20 }, () => ({})) })],
  [
    'a hundred thousand values in an enum',
    () => around({ enum: Array.from({ length: 100_000 }, (_, i) => `v${i}`), default: 'v7' }),
  ],
  [
    'definitions that double thirty times',
    () => around({ $ref: '#/$defs/d0', default: 1 }, { $defs: { ...doubling, d30: { type: 'string' } } }),
  ],
  [
    'a chain of nine thousand references',
    () => around({ $ref: '#/$defs/d0' }, { $defs: { ...chain, d9000: { type: 'integer' } } }),
  ],
  [
    'references in a circle',
    () => around({ $ref: '#/$defs/a' }, { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
  ],
  ['a megabyte of description', () => around({ type: 'string', description: "like 'a', b or ".repeat(70_000) })],
  [
    'half of many tokens',
    () => around({ type: 'string', default: 'eyJ-'.repeat(250_000), description: '://a:sk-'.repeat(100_000) }),
  ],
  ['lone surrogates', () => around({ type: 'string', pattern: '\ud800', default: '\udfff', description: '\ud800' })],
])('%s get an answer in good time', (_, make) => {
  const document = make()
  expect(within(3_000, () => lintContract(document)).length).toBeGreaterThan(0)
})

test.each([
  null,
  5,
  'x',
  [],
  {},
  { input: 5 },
  { actions: [] },
  { actions: { a: 5 } },
  { input: { properties: { a: null }, required: [1] } },
])('a document that is no contract is a finding, not an exception: %j', (document) => {
  expect(lintContract(document).map(({ rule }) => rule)).toContain('contract/document')
})

test('a schema whose keywords all have the wrong type is a list of findings', () => {
  const keywords =
    'type enum properties required items prefixItems allOf anyOf if then not pattern format minimum maxItems default examples description $ref $defs $schema $anchor'
  for (const value of [5, 'x', null, [], [null], {}, { a: 5 }, true]) {
    const schema = Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, value]))
    expect(() => lintContract({ input: schema, output: schema, definitions: { a: schema } })).not.toThrow()
    expect(() => lintSchema(schema, { direction: 'input' })).not.toThrow()
  }
})

test('hostile property names stay data', () => {
  const document = JSON.parse(
    '{"input": {"type": "object", "properties": {"__proto__": {"type": "string", "default": 5}}, "required": ["__proto__"]}, "definitions": {"__proto__": {"polluted": true}}}',
  )
  expect(brief(lintContract(document))).toContain('default-invalid /input/properties/__proto__/default')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(({} as Record<string, unknown>).type).toBeUndefined()
})
