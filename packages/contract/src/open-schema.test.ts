import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { within } from '../../../scripts/within-cpu.ts'
import { isObject, jsonEquals } from './json.ts'
import { openSchema, type SchemaChecker } from './open-schema.ts'
import type { Schema } from './schema.ts'

const digest = openSchema(JSON.parse(readFileSync(new URL('./fixtures/digest-input.json', import.meta.url), 'utf8')))
const defaults = {
  time_range: 'today',
  max_articles_per_topic: 5,
  output_language: 'auto',
  output_format: 'structured',
  save_to_file: false,
}

describe("the examples of document A's 31.3", () => {
  test('a valid input is accepted and its defaults filled in', () => {
    const sent = { topics: ['AI regulation'], max_articles_per_topic: 3 }
    expect(digest.check(sent)).toEqual({
      ok: true,
      value: { ...defaults, ...sent },
      coercions: [],
      issues: [],
    })
    expect(sent).toEqual({ topics: ['AI regulation'], max_articles_per_topic: 3 })
  })

  test('an integer written as text becomes an integer', () => {
    const { ok, value, coercions } = digest.check({ topics: ['AI news'], max_articles_per_topic: '5' })
    expect(ok).toBe(true)
    expect(value).toEqual({ ...defaults, topics: ['AI news'], max_articles_per_topic: 5 })
    expect(coercions).toEqual([{ path: '/max_articles_per_topic', from: '5', to: 5, rule: 'string-to-number' }])
  })

  test('missing topics are an error that names them', () => {
    const sent = { time_range: 'today' }
    const { ok, value, issues } = digest.check(sent)
    expect(ok).toBe(false)
    expect(value).toBe(sent)
    expect(issues).toMatchObject([{ keyword: 'required' }])
    expect(issues[0]?.message).toContain('topics')
  })

  test('a single topic becomes a list of one', () => {
    const { value, coercions } = digest.check({ topics: 'AI' })
    expect(value).toEqual({ ...defaults, topics: ['AI'] })
    expect(coercions).toEqual([{ path: '/topics', from: 'AI', to: ['AI'], rule: 'wrap-in-array' }])
  })
})

describe('a check', () => {
  test('hands a complete valid value back as it is', () => {
    const sent = { ...defaults, topics: ['AI regulation'] }
    expect(digest.check(sent).value).toBe(sent)
  })

  test('copies only the ancestors of what it changes', () => {
    const sent = { topics: ['AI'], options: { list: [1] }, n: '1' }
    const { value } = openSchema({ properties: { n: { type: 'integer' } } }).check(sent)
    expect(value).toEqual({ ...sent, n: 1 })
    expect(isObject(value) && value.options).toBe(sent.options)
  })

  test('repairs nothing when the policy is strict', () => {
    const sent = { topics: 'AI' }
    expect(digest.check(sent, { policy: 'strict' })).toMatchObject({ ok: false, value: sent, coercions: [] })
    expect(digest.check({ topics: ['AI'] }, { policy: 'strict' }).value).toEqual({ ...defaults, topics: ['AI'] })
  })

  test('repairs several things at once, and refuses only what is really wrong', () => {
    const schema: Schema = { properties: { a: { type: 'integer' }, b: { type: 'boolean' }, c: { type: 'string' } } }
    expect(openSchema(schema).check({ a: '1', b: 'no' }).coercions).toHaveLength(2)
    const sent = { a: '1', b: 'no', c: 5 }
    const result = openSchema(schema).check(sent)
    expect(result).toMatchObject({ ok: false, value: sent, coercions: [{ path: '/a' }, { path: '/b' }] })
    expect(result.issues.map(({ path }) => path)).toEqual(['/c'])
  })

  test('does not complain of a missing property that has a default', () => {
    const schema: Schema = { properties: { a: { default: 1 }, b: { type: 'integer' } }, required: ['a'] }
    expect(
      openSchema(schema)
        .check({ b: 'x' })
        .issues.map(({ path }) => path),
    ).toEqual(['/b'])
  })

  test('prefers what defaults alone put right to a repair in an alternative', () => {
    const schema: Schema = {
      properties: { mode: { default: 'text' }, v: {} },
      anyOf: [
        { properties: { mode: { const: 'text' }, v: { type: 'string' } }, required: ['mode'] },
        { properties: { v: { type: 'integer' } } },
      ],
    }
    expect(openSchema(schema).check({ v: '1' })).toMatchObject({
      ok: true,
      value: { mode: 'text', v: '1' },
      coercions: [],
    })
  })

  test.each([true, false])('knows the schema %j', (schema) => {
    expect(openSchema(schema).check({ a: '1' })).toMatchObject({ ok: schema, value: { a: '1' } })
  })
})

describe('a pass-through property', () => {
  const inner = { type: 'object', properties: { n: { type: 'integer' }, d: { default: 1 } } } as const
  const schema: Schema = { type: 'object', properties: { n: { type: 'integer' }, extra: { type: 'object' } } }

  test('is left as it is and its keys are listed', () => {
    const extra = { n: '1', x: null }
    const result = openSchema(schema, { passThrough: 'extra' }).check({ n: '1', extra })
    expect(result).toMatchObject({ ok: true, value: { n: 1, extra }, passedThrough: ['n', 'x'] })
    expect(isObject(result.value) && result.value.extra).toBe(extra)
  })

  test('is neither repaired nor filled in', () => {
    const checker = openSchema({ properties: { extra: inner, other: inner } }, { passThrough: 'extra' })
    expect(checker.check({ extra: {}, other: {} }).value).toEqual({ extra: {}, other: { d: 1 } })
    expect(checker.check({ extra: { n: '1' } }).ok).toBe(false)
    expect(checker.check({ extra: '{}' }).ok).toBe(false)
    expect(checker.check({ other: { n: '1' } }).ok).toBe(true)
  })

  test('is only one at the top, not one of the same name below', () => {
    const checker = openSchema({ properties: { extra: inner, child: { $ref: '#' } } }, { passThrough: 'extra' })
    const { value } = checker.check({ extra: {}, child: { extra: { n: '1' } } })
    expect(value).toEqual({ extra: {}, child: { extra: { n: 1, d: 1 } } })
  })

  test('is not mentioned where there is none', () => {
    expect(openSchema(schema, { passThrough: 'extra' }).check({})).not.toHaveProperty('passedThrough')
    expect(openSchema(schema).check({ extra: {} })).not.toHaveProperty('passedThrough')
  })
})

describe('hostile values and schemas get an answer in time', () => {
  // A quiet machine takes less than 100 ms.
  const CHECK_MS = 300
  const recursive: Schema = { properties: { a: { $ref: '#' }, d: { default: 1 } }, items: { $ref: '#' } }
  const nest = (levels: number, make: (inner: unknown) => unknown): unknown => {
    let value: unknown = {}
    for (let i = 0; i < levels; i++) value = make(value)
    return value
  }
  test.each<[string, (inner: unknown) => unknown]>([
    ['objects', (inner) => ({ a: inner })],
    ['arrays', (inner) => [inner]],
  ])('a million nested %s', (_name, make) => {
    const value = nest(1e6, make)
    const checker = openSchema(recursive)
    checker.check({})
    const result = within(CHECK_MS, () => checker.check(value))
    expect(result.ok).toBe(false)
    expect(result.issues).toMatchObject([{ keyword: 'depth' }])
  })

  test('a text with a million levels where an array is expected', () => {
    const checker = openSchema({ type: 'array', items: { $ref: '#' } })
    checker.check([])
    expect(within(CHECK_MS, () => checker.check('['.repeat(1e6) + ']'.repeat(1e6))).ok).toBe(false)
  })

  test('alternatives that double at each level', () => {
    const $defs: Record<string, Schema> = { d40: { type: 'integer' } }
    for (let i = 0; i < 40; i++) {
      const next = { properties: { a: { $ref: `#/$defs/d${i + 1}` } } }
      $defs[`d${i}`] = { anyOf: [next, { ...next, minProperties: 1 }] }
    }
    within(2_000, () => openSchema({ $ref: '#/$defs/d0', $defs }).check(nest(40, (inner) => ({ a: inner }))))
  })

  test.each<[string, Schema, unknown]>([
    ['space inside a text', { type: 'array', items: { type: 'integer' } }, `x${' '.repeat(1e5)}y`],
    ['a list of half a million parts', { type: 'array', items: { type: 'string' } }, 'a,'.repeat(5e5)],
    ['a key of a million characters', { properties: { a: {} }, additionalProperties: false }, { ['_'.repeat(1e6)]: 1 }],
    ['a value in a hundred thousand wrappings', { type: 'integer' }, nest(1e5, (value) => ({ value }))],
  ])('%s', (_name, schema, value) => {
    const checker = openSchema(schema)
    checker.check(null)
    expect(within(CHECK_MS, () => checker.check(value)).ok).toBe(false)
  })

  test('an enum of a hundred thousand values', () => {
    const values = Array.from({ length: 1e5 }, (_, i) => `Value${i}`)
    const open = () => {
      const checker = openSchema({ enum: [...values] })
      checker.check('Value1')
      return checker
    }
    const result = within(CHECK_MS, (checker) => checker.check('value99999'), open)
    expect(result).toMatchObject({ ok: true, value: 'Value99999' })
  })

  test('ten times the value takes about ten times as long to repair', () => {
    const checker = openSchema({ type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } })
    const make = (length: number) => Array.from({ length }, (_, i) => ({ n: String(i) }))
    const large = make(50_000)
    expect(within(200, () => checker.check(large)).coercions).toHaveLength(50_000)
  })
})

const cases = new URL('../../../../shared/cases/coercion/', import.meta.url)
describe.skipIf(!existsSync(cases))('the labelled cases, where they are', () => {
  test('valid arguments stay as they are', () => {
    for (const { schema, args } of read('valid')) {
      const result = checkerOf(schema).check(args)
      expect(result).toMatchObject({ ok: true, coercions: [] })
      expect(contains(result.value, args)).toBe(true)
    }
  })

  test('at least 98 % of the mistakes are repaired as expected', () => {
    const all = read('mutated')
    const missed = all.filter(
      ({ schema, input, expected }) => !contains(checkerOf(schema).check(input).value, expected),
    )
    expect(missed.map(({ id }) => id).slice(0, 20 * Number(missed.length > all.length / 50))).toEqual([])
  })

  test('nothing is repaired that has to stay an error', () => {
    const wrong = read('negative').filter(({ schema, input }) => checkerOf(schema).check(input).ok)
    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

interface Case {
  readonly id: string
  readonly schema: Schema
  readonly args: unknown
  readonly input: unknown
  readonly expected: unknown
}

const checkers = new Map<string, SchemaChecker>()

/** Most cases share their schema with others. */
function checkerOf(schema: Schema): SchemaChecker {
  const key = JSON.stringify(schema)
  const checker = checkers.get(key) ?? openSchema(schema)
  checkers.set(key, checker)
  return checker
}

function read(name: string): Case[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, cases), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** True when the value is what was wanted, defaults aside. */
function contains(value: unknown, wanted: unknown): boolean {
  if (!isObject(value) || !isObject(wanted)) return jsonEquals(value, wanted)
  return Object.entries(wanted).every(([key, inner]) => contains(value[key], inner))
}
