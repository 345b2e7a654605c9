import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import { migrateInput } from './migrate-input.ts'
import type { Migration, MigrationStep } from './migrations-schema.ts'
import { type MigrationFunction, openMigrations } from './open-migrations.ts'

const closed = (properties: Record<string, Schema>, required: string[] = Object.keys(properties)): SchemaObject => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const text: Schema = { type: 'string' }
const texts: Schema = { type: 'array', items: text, minItems: 1 }

const V1 = closed({ topics: text })
const V2 = closed({ topics: texts })
const V3 = closed({ subjects: texts, mode: { enum: ['quick', 'deep'] } })
const WRAP: MigrationStep = { op: 'wrap', path: '/topics' }
const TO_2 = { from: '1', to: '2', input: V1, steps: [WRAP] }
const TO_3: Migration = {
  from: '2',
  to: '3',
  input: V2,
  steps: [
    { op: 'rename', path: '/topics', to: '/subjects' },
    { op: 'set', path: '/mode', value: 'quick' },
  ],
}

describe("document A's example, topics from text to array", () => {
  const migrations = openMigrations([TO_2], { version: '2.0.0' })
  const input = openSchema(V2)

  test('{topics: "AI"} written for 1.0.0 becomes {topics: ["AI"]}', () => {
    expect(migrateInput(migrations, { topics: 'AI' }, { input, version: '1.0.0' })).toEqual({
      ok: true,
      value: { topics: ['AI'] },
      applied: [{ from: '1', to: '2', steps: [{ op: 'wrap', path: '/topics', count: 1 }] }],
      issues: [],
    })
  })

  test('is recognised when no version is stated, because only version 1 takes it', () => {
    expect(migrateInput(migrations, { topics: 'AI' }, { input })).toMatchObject({
      value: { topics: ['AI'] },
      applied: [{ from: '1', to: '2' }],
    })
  })

  test('is left alone when it is of the current version already', () => {
    const value = { topics: ['AI'] }
    for (const version of [undefined, '2.0.0', '2', '1.0.0']) {
      expect(migrateInput(migrations, value, { input, version })).toEqual({ ok: true, value, applied: [], issues: [] })
      expect(migrateInput(migrations, value, { input, version }).value).toBe(value)
    }
  })
})

describe('a chain of migrations', () => {
  const migrations = openMigrations([TO_2, TO_3], { version: '3.1.0' })
  const input = openSchema(V3)

  test('is walked from the stated version, step by step', () => {
    const result = migrateInput(migrations, { topics: 'AI' }, { input, version: '1.4.0' })
    expect(result.value).toEqual({ subjects: ['AI'], mode: 'quick' })
    expect(result.applied.map(({ from, to, steps }) => [from, to, steps.map(({ op }) => op)])).toEqual([
      ['1', '2', ['wrap']],
      ['2', '3', ['rename', 'set']],
    ])
  })

  test('is entered at the newest version that takes the input', () => {
    expect(migrateInput(migrations, { topics: ['AI'] }, { input }).applied.map(({ from }) => from)).toEqual(['2'])
    expect(migrateInput(migrations, { topics: 'AI' }, { input }).applied.map(({ from }) => from)).toEqual(['1', '2'])
  })

  test.each(['3.2.0', '4.0.0', '4'])('refuses a caller written for %s, which is newer', (version) => {
    const result = migrateInput(migrations, {}, { input, version })
    expect(result).toMatchObject({ ok: false, code: 'INCOMPATIBLE_VERSION', issues: [{ keyword: 'version' }] })
    expect(result.issues[0]?.message).toBe(
      `Expected a call written for contract version 3.1.0 or earlier, got "${version}"`,
    )
  })

  test('refuses a version that no migration starts from, and says which do', () => {
    const result = migrateInput(migrations, {}, { input, version: '0.9.0' })
    expect(result).toMatchObject({ ok: false, code: 'INCOMPATIBLE_VERSION' })
    expect(result.issues[0]?.message).toContain('lead to 3.1.0 (1, 2, 3)')
  })

  test('refuses what is no version', () => {
    for (const version of ['newest', '', '__proto__', 'x'.repeat(1e6)]) {
      expect(migrateInput(migrations, {}, { input, version })).toMatchObject({ ok: false, code: 'INVALID_INPUT' })
    }
  })
})

describe('a migration that would lose something', () => {
  const steps: MigrationStep[] = [{ op: 'unwrap', path: '/topics' }]
  const migrations = openMigrations([{ from: '1', to: '2', input: V2, steps }], { version: '2.0.0' })
  const input = openSchema(V1)
  const value = { topics: ['a', 'b'] }

  test.each(['1.0.0', undefined])('is an error that names the step (stated version: %s)', (version) => {
    const result = migrateInput(migrations, value, { input, version })
    expect(result).toMatchObject({ ok: false, code: 'INVALID_INPUT', applied: [] })
    expect(result.value).toBe(value)
    expect(result.issues).toEqual([
      {
        path: '/topics',
        keyword: 'migrations',
        schemaPath: '/migrations/0/steps/0',
        expected: 'an array of exactly one item',
        received: '["a", "b"]',
        message:
          'Migration from 1 to 2, step 1 (unwrap /topics): expected an array of exactly one item at /topics, got ["a", "b"]',
      },
    ])
  })
})

test('an input that an older version takes is left alone when migrating does not make it valid', () => {
  const open: Schema = { type: 'object' }
  const steps: MigrationStep[] = [{ op: 'remove', path: '/note' }]
  const migrations = openMigrations([{ from: '1', to: '2', input: open, steps }], { version: '2.0.0' })
  const value = { topics: 5, note: 'keep me' }
  const result = migrateInput(migrations, value, { input: openSchema(V2) })
  expect(result.applied).toEqual([])
  expect(result.value).toBe(value)
})

test('an action has its own migration where there is one, and that for all where not', () => {
  const migrations = openMigrations(
    [
      { from: '1', to: '2', steps: [{ op: 'set', path: '/by', value: 'all' }] },
      { from: '1', to: '2', action: 'digest', steps: [{ op: 'set', path: '/by', value: 'digest' }] },
    ],
    { version: '2.0.0' },
  )
  const options = { input: openSchema(true), version: '1' }
  expect(migrateInput(migrations, {}, { ...options, action: 'digest' }).value).toEqual({ by: 'digest' })
  expect(migrateInput(migrations, {}, { ...options, action: 'other' }).value).toEqual({ by: 'all' })
})

describe('a migration function', () => {
  const words: MigrationFunction = (input) => ({ topics: (input as { topics: string }).topics.split(' ') })

  test('stands in place of steps and is reported', () => {
    const migrations = openMigrations([TO_2], { version: '2.0.0', functions: { 1: words } })
    expect(migrateInput(migrations, { topics: 'AI law' }, { input: openSchema(V2) })).toMatchObject({
      value: { topics: ['AI', 'law'] },
      applied: [{ from: '1', to: '2', steps: [{ op: 'function', count: 1 }] }],
    })
  })

  test('needs no migration in the document, and receives the versions', () => {
    const seen: unknown[] = []
    const migrations = openMigrations([TO_3], {
      version: '3.0.0',
      functions: {
        1: (value, context) => {
          seen.push(context)
          return words(value, context)
        },
      },
    })
    const result = migrateInput(migrations, { topics: 'AI' }, { input: openSchema(V3), version: '1', action: 'run' })
    expect(result.value).toEqual({ subjects: ['AI'], mode: 'quick' })
    expect(seen).toEqual([{ from: '1', to: '2', action: 'run' }])
  })

  test('says by throwing that it cannot read an input', () => {
    const migrations = openMigrations([TO_2], { version: '2.0.0', functions: { 1: words } })
    const result = migrateInput(migrations, null, { input: openSchema(V2), version: '1' })
    expect(result).toMatchObject({ ok: false, code: 'INVALID_INPUT', issues: [{ keyword: 'migrations' }] })
  })
})

describe('whatever was valid for the old contract', () => {
  const word = fc.string({ minLength: 1 })
  const integer = fc.integer()
  const PAIRS: readonly [string, before: SchemaObject, after: SchemaObject, MigrationStep[], fc.Arbitrary<unknown>][] =
    [
      ['text to array', V1, V2, [WRAP], fc.record({ topics: word })],
      [
        'array of one to text',
        closed({ t: { ...texts, maxItems: 1 } }),
        closed({ t: text }),
        [{ op: 'unwrap', path: '/t' }],
        fc.record({ t: fc.array(word, { minLength: 1, maxLength: 1 }) }),
      ],
      [
        'optional names renamed',
        closed({ max: { type: 'integer' }, q: text }, ['q']),
        closed({ limit: { type: 'integer' }, query: text }, ['query']),
        [
          { op: 'rename', path: '/max', to: '/limit' },
          { op: 'rename', path: '/q', to: '/query' },
        ],
        fc.record({ max: integer, q: word }, { requiredKeys: ['q'] }),
      ],
      [
        'enum values mapped',
        closed({ depth: { enum: ['fast', 'full', 3] } }),
        closed({ depth: { enum: ['quick', 'deep'] } }),
        [{ op: 'map', path: '/depth', values: { fast: 'quick', full: 'deep', 3: 'deep' } }],
        fc.record({ depth: fc.constantFrom('fast', 'full', 3) }),
      ],
      [
        'moved into an object, with another set and one removed',
        closed({ size: { type: 'integer' }, debug: { type: 'boolean' } }, ['size']),
        closed({ page: closed({ size: { type: 'integer' }, sort: text }) }),
        [
          { op: 'move', path: '/size', to: '/page/size' },
          { op: 'set', path: '/page/sort', value: 'date' },
          { op: 'remove', path: '/debug' },
        ],
        fc.record({ size: integer, debug: fc.boolean() }, { requiredKeys: ['size'] }),
      ],
      [
        'every item changed',
        closed({ rows: { type: 'array', items: closed({ n: { type: 'string', pattern: '^-?\\d+$' } }) } }),
        closed({ rows: { type: 'array', items: closed({ count: { type: 'integer' } }) } }),
        [
          { op: 'convert', path: '/rows/*/n', to: 'integer' },
          { op: 'rename', path: '/rows/*/n', to: '/rows/*/count' },
        ],
        fc.record({ rows: fc.array(fc.record({ n: integer.map(String) })) }),
      ],
      [
        'numbers to text and flags to booleans',
        closed({ id: { type: 'number' }, on: { enum: [0, 1, 'yes', 'no'] } }),
        closed({ id: text, on: { type: 'boolean' } }),
        [
          { op: 'convert', path: '/id', to: 'string' },
          { op: 'convert', path: '/on', to: 'boolean' },
        ],
        fc.record({ id: fc.double({ noNaN: true, noDefaultInfinity: true }), on: fc.constantFrom(0, 1, 'yes', 'no') }),
      ],
    ]

  test.each(PAIRS)('is valid for the new one once migrated: %s', (_name, before, after, steps, old) => {
    const migrations = openMigrations([{ from: '1', to: '2', input: before, steps }], { version: '2.0.0' })
    const [then, now] = [openSchema(before), openSchema(after)]
    fc.assert(
      fc.property(old, (value) => {
        const copy = structuredClone(value)
        expect(then.validator.isValid(value)).toBe(true)
        for (const version of ['1.0.0', undefined]) {
          const result = migrateInput(migrations, value, { input: now, version })
          expect(result.ok).toBe(true)
          expect(now.validator.isValid(result.value)).toBe(true)
          // What came out is current, so that a second time changes nothing.
          const again = migrateInput(migrations, result.value, { input: now })
          expect(again.applied).toEqual([])
          expect(again.value).toBe(result.value)
        }
        expect(value).toEqual(copy)
      }),
      { numRuns: 60 },
    )
  })

  test('any input at all gets an answer', () => {
    const migrations = openMigrations([TO_2, TO_3], { version: '3.0.0' })
    const input = openSchema(V3)
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('1', '2', '3', undefined), (value, version) => {
        const result = migrateInput(migrations, value, { input, version })
        expect(result.ok || result.issues.length > 0).toBe(true)
      }),
      { numRuns: 200 },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
