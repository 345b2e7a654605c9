import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openContract, SkillError } from './index.ts'

const digest = fixture('digest-contract.json')

test("document A's own contract opens, and its single action needs no name", () => {
  const contract = openContract(digest)
  expect(contract.version).toBe('1.0.0')
  expect([...contract.actions.keys()]).toEqual(['run'])
  expect(contract.action().input.check({ topics: ['AI regulation'], max_articles_per_topic: 3 })).toMatchObject({
    ok: true,
    value: { topics: ['AI regulation'], max_articles_per_topic: 3, time_range: 'today', save_to_file: false },
  })
  expect(contract.action().output.check({ status: 'failed', errors: [] }).ok).toBe(true)
})

test("document A's complete input and output schemas open, defects included", () => {
  const contract = openContract({
    version: '1.0.0',
    input: fixture('digest-input.json'),
    output: fixture('digest-output.json'),
  })
  expect(contract.action().input.check({ topics: ['AI'] }).ok).toBe(true)
  expect(contract.action().output.check({ status: 'success', generated_at: 'yesterday', topics_covered: [] }).ok).toBe(
    false,
  )
})

test('a contract opens from its JSON text, too', () => {
  expect(openContract(JSON.stringify(digest)).title).toContain('Daily News Digest')
  expect(() => openContract('{nope')).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }))
})

test('actions have their own schemas and facts', () => {
  const contract = openContract({
    actions: {
      analyze: {
        input: { $ref: '#/$defs/Days' },
        output: { type: 'object' },
        idempotent: true,
        timeout_seconds: 60,
        description: 'Looks.',
      },
      push: { input: { type: 'object' }, 'x-docs': 'Long.' },
    },
    $defs: { Days: { type: 'object', properties: { days: { type: 'integer' } }, additionalProperties: false } },
  })
  expect(contract.action('analyze')).toMatchObject({ idempotent: true, timeoutSeconds: 60, description: 'Looks.' })
  expect(contract.action('analyze').input.check({ days: 'x' }).ok).toBe(false)
  expect(contract.action('push')).toMatchObject({ idempotent: false, docs: 'Long.', timeoutSeconds: undefined })
})

test('an action that is not there is an error with the ones that are', () => {
  const contract = openContract({ actions: { analyze: { input: true }, report: { input: true } } })
  for (const name of ['fetch', undefined]) {
    expect(() => contract.action(name)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_ACTION', details: { supported_actions: ['analyze', 'report'] } }),
    )
  }
})

test.each([
  ['not an object', [], ''],
  ['no input', { version: '1.0.0' }, '/input'],
  ['both forms at once', { input: true, actions: { a: { input: true } } }, ''],
  ['an unknown field', { input: true, verison: '1.0.0' }, '/verison'],
  ['a type that does not exist', { input: { type: 'strnig' } }, '/input/type'],
  ['a wrong definition', { input: true, definitions: { A: { minLength: -1 } } }, '/definitions/A/minLength'],
  ['a wrong action', { actions: { go: { input: true, timeout_seconds: 'long' } } }, '/actions/go/timeout_seconds'],
  ['a reference that leads nowhere', { input: { $ref: '#/definitions/Nope' } }, '/input/$ref'],
  ['a reference out of the document', { input: { $ref: 'https://example.com/schema.json' } }, '/input/$ref'],
])('a document with %s is refused, and the finding points there', (_what, document, pointer) => {
  const error = catchError(() => openContract(document))
  expect(error.code).toBe('INVALID_CONTRACT')
  expect(error.findings.map((finding) => finding.pointer)).toContain(pointer)
})

test('definitions that name each other stay together, and names do not clash', () => {
  const contract = openContract({
    input: {
      type: 'object',
      properties: { tree: { $ref: '#/definitions/Node' }, own: { $ref: '#/$defs/Node' } },
      $defs: { Node: { type: 'string' } },
    },
    definitions: {
      Node: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/definitions/Node' } } },
        additionalProperties: false,
      },
    },
  })
  const check = (value: unknown) => contract.action().input.check(value, { policy: 'strict' }).ok
  expect(check({ tree: { children: [{ children: [] }] }, own: 'text' })).toBe(true)
  expect(check({ tree: { children: [{ kids: [] }] } })).toBe(false)
  expect(check({ own: { children: [] } })).toBe(false)
})

test('a pass-through object takes any key, forwards it untouched and says which', () => {
  const contract = openContract({
    input: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'], additionalProperties: false },
    pass_through: 'engine_options',
  })
  const result = contract.action().input.check({ q: 'x', engine_options: { region: 'eu', limit: '5' } })
  expect(result).toMatchObject({
    ok: true,
    value: { engine_options: { region: 'eu', limit: '5' } },
    passedThrough: ['region', 'limit'],
  })
  expect(contract.action().input.check({ q: 'x', region: 'eu' }).ok).toBe(false)
})

test('a contract nested too deep is refused at once', () => {
  const deep = JSON.parse(`${'{"input":{"items":'.repeat(1)}${'{"items":'.repeat(100_000)}true${'}'.repeat(100_000)}}}`)
  expect(catchError(() => openContract(deep)).code).toBe('INVALID_CONTRACT')
})

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8'))
}

function catchError(work: () => unknown): SkillError {
  try {
    work()
  } catch (error) {
    if (error instanceof SkillError) return error
    throw error
  }
  throw new Error('Expected a SkillError, nothing was thrown')
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#'
const pair = { type: 'array', items: [{ type: 'integer' }, { type: 'string' }], additionalItems: false }

test.each<[string, unknown, unknown, unknown]>([
  [
    'a list of items, named by the schema',
    { input: { $schema: DRAFT_07, type: 'object', properties: { pair } } },
    { pair: ['1', 'a'] },
    { pair: [1, 'a', 'b'] },
  ],
  [
    'a list of items, named by the document',
    { $schema: DRAFT_07, input: { type: 'object', properties: { pair } } },
    { pair: [1, 'a'] },
    { pair: [1, 'a', 'b'] },
  ],
  [
    'dependencies, in a shared definition',
    {
      $schema: DRAFT_07,
      actions: { run: { input: { $ref: '#/definitions/I' } } },
      definitions: { I: { type: 'object', dependencies: { a: ['b'], c: { required: ['d'] } } } },
    },
    { a: 1, b: 2, c: 3, d: 4 },
    { a: 1 },
  ],
  [
    'definitions of its own',
    {
      input: {
        $schema: DRAFT_07,
        properties: { n: { $ref: '#/definitions/N' } },
        definitions: { N: { items: [{ type: 'integer' }] } },
      },
    },
    { n: [1] },
    { n: ['x'] },
  ],
  [
    'a $ref that silences what stands beside it',
    {
      $schema: DRAFT_07,
      input: { properties: { n: { $ref: '#/definitions/N', minimum: 100 } } },
      definitions: { N: { type: 'integer' } },
    },
    { n: 5 },
    { n: 'x' },
  ],
  [
    'an exclusive bound that is true',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      input: { properties: { n: { minimum: 0, exclusiveMinimum: true } } },
    },
    { n: 1 },
    { n: 0 },
  ],
  [
    'a schema that refers to itself',
    {
      input: {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $recursiveAnchor: true,
        properties: { child: { $recursiveRef: '#' }, n: { type: 'integer' } },
      },
    },
    { child: { n: 1 } },
    { child: { n: 'x' } },
  ],
])('a schema of an older draft means what it meant there: %s', (_what, document, right, wrong) => {
  const { input } = openContract(document).action()
  expect(input.check(right)).toMatchObject({ ok: true })
  expect(input.check(wrong)).toMatchObject({ ok: false })
})

test.each([
  ['a list of items', { items: [{ type: 'integer' }] }, '/items', /prefixItems/],
  ['an exclusive bound that is true', { minimum: 0, exclusiveMinimum: true }, '/exclusiveMinimum', /number/],
  ['dependencies', { dependencies: { a: ['b'] } }, '/dependencies', /dependentRequired/],
  ['$recursiveRef', { properties: { a: { $recursiveRef: '#' } } }, '/properties/a/$recursiveRef', /\$ref/],
])('%s of an older draft without `$schema` is refused, with a fix', (_what, schema, pointer, fix) => {
  expect(findings({ input: { properties: { x: schema } } })).toEqual([
    expect.objectContaining({
      rule: 'schema/older-draft',
      pointer: `/input/properties/x${pointer}`,
      fix: expect.stringMatching(fix),
    }),
  ])
})

test('what is wrong in a schema of an older draft is said where it was written', () => {
  const input = {
    $schema: DRAFT_07,
    items: [{ type: 'integr' }],
    definitions: { N: { dependencies: { a: { type: 'objct' } } } },
  }
  const pointers = findings({ input }).map(({ pointer }) => pointer)
  expect(pointers.sort()).toEqual(['/input/definitions/N/dependencies/a/type', '/input/items/0/type'])
})

test('values are repaired inside a part of a schema that has an $id of its own', () => {
  const input = {
    $id: 'https://example.com/in',
    properties: { p: { $ref: 'p.json' } },
    $defs: { P: { $id: 'p.json', properties: { q: { $ref: '#/$defs/Q' } }, $defs: { Q: { type: 'integer' } } } },
  }
  expect(
    openContract({ input })
      .action()
      .input.check({ p: { q: '5' } }),
  ).toMatchObject({
    ok: true,
    value: { p: { q: 5 } },
  })
})

function findings(document: unknown): SkillError['findings'] {
  try {
    openContract(document)
  } catch (error) {
    if (error instanceof SkillError) return error.findings
    throw error
  }
  return []
}
