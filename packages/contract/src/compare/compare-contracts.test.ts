import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { openContract } from '../open-contract.ts'
import type { SchemaObject } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { compareContracts } from './compare-contracts.ts'

interface Document {
  version: string
  tools_required?: string[]
  input: unknown
  definitions: Record<'DailyNewsDigestInput' | 'SuccessResponse' | 'ErrorResponse', Editable>
  [key: string]: unknown
}
interface Editable {
  required: string[]
  properties: Record<string, Record<string, unknown>>
  additionalProperties?: unknown
}

const DIGEST = readFileSync(new URL('../fixtures/digest-contract.json', import.meta.url), 'utf8')

function edited(edit: (document: Document) => void): Document {
  const document = JSON.parse(DIGEST)
  edit(document)
  return document
}

const input = (document: Document) => document.definitions.DailyNewsDigestInput
const success = (document: Document) => document.definitions.SuccessResponse
const failure = (document: Document) => document.definitions.ErrorResponse
const values = (document: Editable, name: string) => document.properties[name]?.enum as unknown[]

/** Document A 31.5 word by word, then what it leaves open. */
const POLICY: [bump: string, title: string, edit: (document: Document) => void, reason: RegExp][] = [
  ['major', 'a required parameter is removed', (d) => delete input(d).properties.topics, /"topics" was removed/],
  [
    'major',
    'an optional parameter is removed',
    (d) => delete input(d).properties.output_language,
    /"output_language" was removed/,
  ],
  [
    'major',
    'a parameter is renamed',
    (d) => renameKey(input(d).properties, 'output_language', 'language'),
    /probably renamed to "language"/,
  ],
  [
    'major',
    'a field of the output is required no longer',
    (d) => success(d).required.pop(),
    /"topics_covered" is no longer required/,
  ],
  [
    'major',
    'a field of the output becomes required',
    (d) => addRequired(success(d), 'summary'),
    /"summary" is new and required/,
  ],
  [
    'major',
    'deep in the output something is required no longer',
    (d) => dropDeep(success(d)),
    /"articles" is no longer required/,
  ],
  [
    'minor',
    'an optional parameter with a default is new',
    (d) => add(input(d), 'tone', { type: 'string', default: 'dry' }),
    /"tone" was added/,
  ],
  ['minor', 'an optional parameter is new', (d) => add(input(d), 'tone', { type: 'string' }), /"tone" was added/],
  [
    'minor',
    'an optional field of the output is new',
    (d) => add(success(d), 'cost', { type: 'number' }),
    /"cost" was added/,
  ],
  [
    'minor',
    'an enum value of the input is new',
    (d) => values(input(d), 'time_range').push('this_year'),
    /New among the allowed values: "this_year"/,
  ],
  [
    'minor',
    'an enum value of the output is new',
    (d) => values(failure(d), 'status').push('cancelled'),
    /New among the allowed values: "cancelled"/,
  ],
  [
    'patch',
    'a description is better',
    (d) => Object.assign(input(d), { description: 'What to look for' }),
    /Description was added/,
  ],
  ['patch', 'the title is better', (d) => Object.assign(d, { title: 'News' }), /title changed/],
  ['none', 'nothing changed', () => undefined, /^$/],
  ['none', 'only the version changed', (d) => Object.assign(d, { version: '9.9.9' }), /^$/],
  [
    'none',
    'only the order of keys changed',
    (d) => Object.assign(input(d), { properties: Object.fromEntries(Object.entries(input(d).properties).reverse()) }),
    /^$/,
  ],
  [
    'patch',
    'the input is said in another way',
    (d) => Object.assign(d, { input: { allOf: [{ type: 'object' }, { $ref: '#/definitions/DailyNewsDigestInput' }] } }),
    /was/,
  ],
  [
    'major',
    'a required parameter without a default is new',
    (d) => addRequired(input(d), 'tone'),
    /"tone" is now required/,
  ],
  [
    'minor',
    'a required parameter with a default is new',
    (d) => addRequired(input(d), 'tone', { default: 'dry' }),
    /its default is filled in/,
  ],
  [
    'minor',
    'a parameter with a default becomes required',
    (d) => input(d).required.push('time_range'),
    /"time_range" is now required; a default is filled in/,
  ],
  [
    'major',
    'a parameter without a default becomes required',
    (d) => {
      delete input(d).properties.time_range?.default
      input(d).required.push('time_range')
    },
    /"time_range" is now required/,
  ],
  [
    'major',
    'an input takes less',
    (d) => Object.assign(input(d).properties.topics ?? {}, { maxItems: 3 }),
    /maxItems was lowered from 5 to 3/,
  ],
  [
    'minor',
    'an input takes more',
    (d) => Object.assign(input(d).properties.topics ?? {}, { maxItems: 9 }),
    /maxItems was raised from 5 to 9/,
  ],
  [
    'major',
    'topics was a list and is a string',
    (d) => {
      input(d).properties.topics = { type: 'string' }
    },
    /The type was "array" and is now "string"/,
  ],
  [
    'minor',
    'a default is another one',
    (d) => Object.assign(input(d).properties.time_range ?? {}, { default: '24h' }),
    /Default was changed/,
  ],
  ['minor', 'the input is open now', (d) => delete input(d).additionalProperties, /not declared are accepted now/],
  [
    'major',
    'a parameter is removed from an input that is open',
    (d) => {
      delete input(d).additionalProperties
      delete input(d).properties.save_to_file
    },
    /"save_to_file" was removed/,
  ],
  [
    'major',
    'a type of the output is wider',
    (d) => {
      success(d).properties.generated_at = { type: ['string', 'null'] }
    },
    /The type was "string"/,
  ],
  [
    'minor',
    'the output promises more',
    (d) => Object.assign(success(d).properties.topics_covered ?? {}, { minItems: 1 }),
    /minItems 1 was added/,
  ],
  ['major', 'a field of the output is removed', (d) => delete failure(d).properties.errors, /"errors" was removed/],
  [
    'minor',
    'a tool is required in addition',
    (d) => Object.assign(d, { tools_required: ['search', 'fetch', 'write_file'] }),
    /"write_file" is newly required/,
  ],
  [
    'major',
    'a required tool is dropped',
    (d) => Object.assign(d, { tools_required: ['search'] }),
    /"fetch" was dropped/,
  ],
  [
    'major',
    'a required tool is replaced',
    (d) => Object.assign(d, { tools_required: ['search', 'browse'] }),
    /"fetch" was dropped, probably replaced by "browse"/,
  ],
]

describe('the version step that a change takes', () => {
  const before = edited((document) => Object.assign(document, { tools_required: ['search', 'fetch'] }))

  test.each(POLICY)('%s: %s', (bump, _title, edit, reason) => {
    const after = structuredClone(before)
    edit(after)
    const comparison = compareContracts(before, after)
    expect(comparison.bump).toBe(bump)
    if (bump === 'none') expect(comparison.changes).toEqual([])
    else
      expect(
        comparison.changes
          .filter((change) => change.bump === bump)
          .map((change) => change.reason)
          .join('\n'),
      ).toMatch(reason)
    for (const change of comparison.changes) expect(change.breaking).toBe(change.bump === 'major')
  })

  test.each(POLICY.filter(([bump, title]) => bump === 'major' && !title.includes('tool') && !title.includes('open')))(
    '%s: %s, with a witness',
    (_bump, _title, edit) => {
      const after = structuredClone(before)
      edit(after)
      const [old, next] = [openContract(before).action(), openContract(after).action()]
      const witnessed = compareContracts(before, after).changes.filter((change) => change.witness !== undefined)
      expect(witnessed.length).toBeGreaterThan(0)
      for (const { direction = 'input', witness } of witnessed) {
        const verdicts = [old, next].map((action) => action[direction].check(witness, { policy: 'strict' }).ok)
        expect(verdicts[0]).not.toBe(verdicts[1])
        if (direction === 'input') expect(verdicts).toEqual([true, false])
      }
    },
  )

  test('a compatible change that may surprise callers has a caution', () => {
    const open = edited((document) => delete input(document).additionalProperties)
    const after = structuredClone(open)
    add(input(after), 'tone', { type: 'string' })
    values(failure(after), 'status').push('cancelled')
    expect(compareContracts(open, after)).toMatchObject({
      bump: 'minor',
      changes: [
        { direction: 'input', caution: expect.stringContaining('something else under this name') },
        { direction: 'output', caution: expect.stringContaining('new one') },
      ],
    })
  })
})

describe('actions and their promises', () => {
  const action = { input: { type: 'object', properties: { q: { type: 'string' } } }, output: { type: 'object' } }
  const contract = (actions: Record<string, unknown>, more = {}) => ({ version: '1.0.0', actions, ...more })

  test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['minor', 'an action is new', { find: action }, { find: action, list: { ...action, input: { type: 'array' } } }],
    ['major', 'an action is removed', { find: action, list: action }, { find: action }],
    ['major', 'an action is renamed', { find: action }, { search: action }],
    ['major', 'an action is no longer idempotent', { find: { ...action, idempotent: true } }, { find: action }],
    ['minor', 'an action becomes idempotent', { find: action }, { find: { ...action, idempotent: true } }],
    [
      'minor',
      'there is less time',
      { find: { ...action, timeout_seconds: 60 } },
      { find: { ...action, timeout_seconds: 30 } },
    ],
    [
      'patch',
      'there is more time',
      { find: { ...action, timeout_seconds: 30 } },
      { find: { ...action, timeout_seconds: 60 } },
    ],
    ['patch', 'an example is new', { find: action }, { find: { ...action, examples: [{ input: { q: 'a' } }] } }],
    ['patch', 'its description is better', { find: action }, { find: { ...action, description: 'Finds things.' } }],
  ])('%s: %s', (bump, _title, before, after) => {
    const comparison = compareContracts(contract(before), contract(after))
    expect(comparison.bump).toBe(bump)
    expect(comparison.changes[0]?.action).toBeTypeOf('string')
  })

  test('a renamed action is recognised by its input', () => {
    const { changes } = compareContracts(contract({ find: action }), contract({ search: action }))
    expect(changes[0]?.reason).toBe('Action "find" was removed; it was probably renamed to "search".')
  })

  test('opened contracts are compared like documents', () => {
    const [before, after] = [contract({ find: action }), contract({ find: action, list: action })]
    expect(compareContracts(openContract(before), openContract(after))).toEqual(compareContracts(before, after))
  })

  test('a document that is no contract is refused', () => {
    expect(() => compareContracts({}, contract({ find: action }))).toThrow(SkillError)
  })
})

function add(schema: Editable, name: string, property: SchemaObject): void {
  schema.properties[name] = property as Record<string, unknown>
}

function addRequired(schema: Editable, name: string, more: SchemaObject = {}): void {
  add(schema, name, { type: 'string', ...more })
  schema.required.push(name)
}

function renameKey(properties: Editable['properties'], from: string, to: string): void {
  properties[to] = properties[from] ?? {}
  delete properties[from]
}

function dropDeep(schema: Editable): void {
  const items = schema.properties.topics_covered?.items as Editable
  items.required.pop()
}

test('hundreds of changes at once are judged in good time', () => {
  const names = Array.from({ length: 300 }, (_, i) => `field ${i}`)
  const schema = (prefix: string) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [prefix + name, { type: 'string' }])),
  })
  const required = { ...schema(''), required: names }
  for (const [before, after] of [
    [schema('old '), schema('new ')],
    [schema(''), required],
    [required, schema('')],
  ]) {
    const compare = () => compareContracts({ input: before, output: before }, { input: after, output: after })
    expect(within(5_000, compare)).toMatchObject({ bump: 'major' })
  }
})

describe('a default makes good for a new requirement only where it is filled in', () => {
  const int = { type: 'integer' } as const
  const five = { type: 'integer', default: 5 } as const
  const needsB = (more: SchemaObject = {}): SchemaObject => ({
    type: 'object',
    properties: { a: int, b: five },
    required: ['b'],
    ...more,
  })
  const old: SchemaObject = { type: 'object', properties: { a: int } }
  const at = (place: (sub: SchemaObject) => SchemaObject, now: SchemaObject = needsB()) =>
    compareContracts({ input: place(old) }, { input: place(now) })
  const X = (sub: SchemaObject) => ({ $defs: { X: sub } })

  test.each<[string, (sub: SchemaObject) => SchemaObject]>([
    ['at the top', (sub) => sub],
    ['in a property', (sub) => ({ type: 'object', properties: { o: sub } })],
    ['in items', (sub) => ({ type: 'object', properties: { l: { type: 'array', items: sub } } })],
    ['in a tuple', (sub) => ({ type: 'object', properties: { l: { type: 'array', prefixItems: [sub] } } })],
    ['in a part of an allOf', (sub) => ({ type: 'object', allOf: [sub] })],
    ['behind a reference', (sub) => ({ type: 'object', properties: { o: { $ref: '#/$defs/X' } }, ...X(sub) })],
    ['behind two references', (sub) => ({ $ref: '#/$defs/Y', $defs: { X: sub, Y: { $ref: '#/$defs/X' } } })],
  ])('minor %s', (_name, place) => {
    expect(at(place).bump).toBe('minor')
  })

  test.each<[string, (sub: SchemaObject) => SchemaObject]>([
    ['in anyOf', (sub) => ({ type: 'object', anyOf: [sub] })],
    ['in oneOf', (sub) => ({ type: 'object', oneOf: [sub, { type: 'null' }] })],
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    ['in then', (sub) => ({ type: 'object', if: { required: ['a'] }, then: sub })],
    ['in else', (sub) => ({ type: 'object', if: { required: ['z'] }, else: sub })],
    ['in additionalProperties', (sub) => ({ type: 'object', additionalProperties: sub })],
    ['in patternProperties', (sub) => ({ type: 'object', patternProperties: { '^x': sub } })],
    ['in dependentSchemas', (sub) => ({ type: 'object', dependentSchemas: { a: sub } })],
    ['in an alternative of a property', (sub) => ({ type: 'object', properties: { o: { anyOf: [sub, int] } } })],
    ['behind a reference in anyOf', (sub) => ({ type: 'object', anyOf: [{ $ref: '#/$defs/X' }], ...X(sub) })],
    [
      'behind a reference that is also used where defaults are filled in',
      (sub) => ({
        type: 'object',
        properties: { o: { $ref: '#/$defs/X' }, p: { anyOf: [{ $ref: '#/$defs/X' }] } },
        ...X(sub),
      }),
    ],
  ])('major %s', (_name, place) => {
    const { bump, changes } = at(place)
    expect(bump).toBe('major')
    expect(changes.filter(({ breaking }) => breaking).every(({ witness }) => witness !== undefined)).toBe(true)
    expect(JSON.stringify(changes)).not.toMatch(/as sent|filled \d|new schema/)
  })

  test.each<[string, SchemaObject]>([
    ['that does not fit its own schema', needsB({ properties: { a: int, b: { type: 'integer', default: 'x' } } })],
    ['that has no end', needsB({ properties: { a: int, b: { $ref: '#', default: {} } } })],
    ['of another property', needsB({ properties: { a: five, b: int } })],
  ])('major for a default %s', (_name, now) => {
    expect(compareContracts({ input: old }, { input: now }).bump).toBe('major')
  })

  const kinds = (kind: string, ...required: string[]): SchemaObject => ({
    properties: { kind: { const: kind } },
    required,
  })
  const shape = (more: SchemaObject): SchemaObject => ({
    type: 'object',
    properties: { kind: { enum: ['x', 'y'], default: 'x' }, p: int, q: int },
    additionalProperties: false,
    ...more,
  })
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  const whenQ = { if: { required: ['q'] }, then: { required: ['p'] } }
  test.each<[string, string, SchemaObject, SchemaObject]>([
    [
      'major',
      'chooses another alternative than the one that was sent',
      shape({ oneOf: [kinds('x', 'p'), kinds('y', 'q')] }),
      shape({ oneOf: [kinds('x', 'p'), kinds('y', 'q')], required: ['kind'] }),
    ],
    [
      'major',
      'fulfilled a condition, and is gone',
      shape({ ...whenQ, properties: { p: five, q: int } }),
      shape({ ...whenQ, properties: { p: int, q: int } }),
    ],
    [
      'patch',
      'fulfils a new condition',
      shape({ properties: { p: five, q: int } }),
      shape({ ...whenQ, properties: { p: five, q: int } }),
    ],
    [
      'major',
      'is refused by another part of the schema',
      shape({ patternProperties: { '^k': { type: 'string' } } }),
      shape({ patternProperties: { '^k': { const: 'y' } }, required: ['kind'] }),
    ],
    [
      'patch',
      'stands in another part of the schema',
      { type: 'object', properties: { o: { properties: { b: five } } } },
      {
        type: 'object',
        properties: { o: { properties: { b: five } } },
        allOf: [{ properties: { o: { required: ['b'] } } }],
      },
    ],
  ])('%s for a default that %s', (bump, _name, before, after) => {
    const compared = compareContracts({ input: before }, { input: after })
    expect(compared.bump).toBe(bump)
    const [opened, now] = [before, after].map((input) => openContract({ input }).action().input)
    for (const { witness } of compared.changes) {
      if (witness === undefined) continue
      expect([opened, now].map((each) => each?.check(witness, { policy: 'strict' }).ok)).toEqual([true, false])
    }
  })

  test('a default behind a reference counts', () => {
    const now = needsB({ properties: { a: int, b: { $ref: '#/$defs/five' } }, $defs: { five } })
    expect(compareContracts({ input: old }, { input: now }).bump).toBe('minor')
  })

  test('a default in what is passed through is not filled in', () => {
    const place = (sub: SchemaObject) => ({ input: { type: 'object', properties: { o: sub } }, pass_through: 'o' })
    expect(compareContracts(place(old), place(needsB())).bump).toBe('major')
  })
})
