import { afterAll, describe, expect, test } from 'vitest'
import { within } from '../../../scripts/within-cpu.ts'
import {
  compareSchemas,
  exampleInput,
  exportTools,
  invalidInputs,
  lintContract,
  openContract,
  openSchema,
  type Schema,
  SkillError,
  toMarkdown,
  toTypeScript,
  validInputs,
} from './index.ts'

// Untrusted input gets an answer or a refusal, and soon: within 100 ms when it is checked, which is done on every
// call, within a second when a tool works on it.
const CHECK_MS = 100
const TOOL_MS = 1_000

const prototype = Object.getOwnPropertyNames(Object.prototype)

afterAll(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

interface Hostile {
  readonly what: string
  /** Made anew for every measurement, so that nothing is known from the last one. */
  readonly schema: () => unknown
  readonly value: () => unknown
  /** The outcome; `refused` at load. */
  readonly answer: 'refused' | 'valid' | 'invalid'
}

// Makes every pattern a new one: compiled patterns are remembered.
let made = 0

const HOSTILE: readonly Hostile[] = [
  {
    what: 'a schema a million levels deep',
    schema: () => nest(1e6, (a) => ({ properties: { a } }), {}),
    value: () => ({}),
    answer: 'refused',
  },
  {
    what: 'a value a million levels deep, where none is expected',
    schema: () => object({ a: { type: 'string' } }),
    value: () => ({ a: nest(1e6, (a) => [a], []) }),
    answer: 'invalid',
  },
  {
    what: 'a value a million levels deep, where the schema follows it',
    schema: () => ({ type: 'object', additionalProperties: { $ref: '#' } }),
    value: () => nest(1e6, (a) => ({ a }), {}),
    answer: 'invalid',
  },
  {
    what: 'a value a million levels deep, where anything goes',
    schema: () => ({ type: 'object' }),
    value: () => nest(1e6, (a) => ({ a }), {}),
    answer: 'valid',
  },
  {
    what: 'a value a million levels deep in a list of integers',
    schema: () => object({ a: { type: 'array', items: { type: 'integer' } } }),
    value: () => ({ a: nest(1e6, (a) => [a], '5') }),
    answer: 'invalid',
  },
  {
    what: 'JSON text a million levels deep for a list',
    schema: () => object({ a: { type: 'array', items: { type: 'integer' } } }),
    value: () => ({ a: `${'['.repeat(1e6)}${']'.repeat(1e6)}` }),
    answer: 'invalid',
  },
  {
    what: 'two equal items a million levels deep',
    schema: () => object({ a: { type: 'array', uniqueItems: true } }),
    value: () => ({ a: [nest(1e6, (a) => [a], 1), nest(1e6, (a) => [a], 1)] }),
    answer: 'invalid',
  },
  {
    what: 'keys that every object inherits, with defaults',
    schema: () =>
      JSON.parse(`{"type": "object", "additionalProperties": false, "properties": {
        "__proto__": {"type": "object", "default": {}, "properties": {"polluted": {"type": "integer", "default": 1}}},
        "constructor": {"type": "object", "properties": {"prototype": {"type": "object", "default": {"polluted": 1}}}}}}`),
    value: () => JSON.parse('{"__proto__": {"polluted": "5"}, "constructor": {}, "prototype": {}}'),
    answer: 'invalid',
  },
  {
    what: 'an enum of a hundred thousand texts',
    schema: () => object({ a: { enum: Array.from({ length: 1e5 }, (_, i) => `value ${i}`) } }),
    value: () => ({ a: 'valu 77777' }),
    answer: 'invalid',
  },
  {
    what: 'an enum of a hundred thousand objects',
    schema: () => object({ a: { enum: Array.from({ length: 1e5 }, (_, id) => ({ id })) } }),
    value: () => ({ a: { id: 77_777 } }),
    answer: 'valid',
  },
  { what: 'a schema that is itself', schema: () => ({ $ref: '#' }), value: () => ({}), answer: 'refused' },
  {
    what: 'a circle of references',
    schema: () => ({
      ...object({ a: { $ref: '#/$defs/a' } }),
      $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } },
    }),
    value: () => ({ a: 1 }),
    answer: 'refused',
  },
  {
    what: 'a schema inside itself, and a value that goes along',
    schema: () => object({ a: { anyOf: [{ $ref: '#' }, { type: 'integer' }] } }),
    value: () => nest(500, (a) => ({ a }), 'x'),
    answer: 'invalid',
  },
  {
    what: 'wrappings inside each other, where any key may stand',
    schema: () => ({ type: 'object', additionalProperties: { anyOf: [{ $ref: '#' }, { type: 'integer' }] } }),
    value: () => nest(500, (input) => ({ input }), 'x'),
    answer: 'invalid',
  },
  ...(['allOf', 'anyOf', 'oneOf'] as const).map(
    (keyword): Hostile => ({
      what: `2^20 ${keyword} by references`,
      schema: () => doubled(keyword, 20),
      value: () => ({ a: 5 }),
      answer: 'invalid',
    }),
  ),
  {
    what: '2^20 allOf in a row',
    schema: () => object({ a: { allOf: Array.from({ length: 2 ** 20 }, () => ({ minLength: 1 })) } }),
    value: () => ({ a: 5 }),
    answer: 'refused',
  },
  {
    what: '2^20 allOf that share their parts',
    schema: () => object({ a: nest(20, (a) => ({ allOf: [a, a] }), { type: 'string' }) }),
    value: () => ({ a: 5 }),
    answer: 'refused',
  },
  {
    what: 'more than a hundred thousand properties',
    schema: () => object(Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [`p${i}`, { type: 'string' }]))),
    value: () => ({}),
    answer: 'refused',
  },
  {
    what: 'as many allOf as are allowed',
    schema: () => object({ a: { allOf: Array.from({ length: 4_900 }, (_, i) => ({ minLength: i % 7 })) } }),
    value: () => ({ a: '12345' }),
    answer: 'invalid',
  },
  {
    what: 'more than a thousand alternatives',
    schema: () =>
      object({
        a: {
          anyOf: Array.from({ length: 1_600 }, (_, i) => ({
            type: 'object',
            required: ['kind'],
            properties: { kind: { const: `kind ${i}` }, size: { type: 'integer' } },
          })),
        },
      }),
    value: () => ({ a: { kind: 'kind 1599', size: '5.5' } }),
    answer: 'invalid',
  },
  ...['^(a+)+$', '^(a|aa)+$', '(?:a*)*b', '^(a|b|ab)*c$', '.*.*=.*', '^([a-z]+)*$'].map(
    (pattern): Hostile => ({
      what: `the pattern ${pattern}`,
      schema: () => object({ a: { type: 'string', pattern } }),
      value: () => ({ a: `${'a'.repeat(20_000)}!` }),
      answer: 'invalid',
    }),
  ),
  ...[`'\\`, `"\\`, '“\\'].map(
    (motif): Hostile => ({
      what: `quotes without a counterpart: ${motif}`,
      schema: () => object({ a: { type: 'object' } }),
      value: () => ({ a: `{a: ${motif.repeat(40_000)}` }),
      answer: 'invalid',
    }),
  ),
  {
    what: 'a pattern for names that would hang',
    schema: () => ({ type: 'object', patternProperties: { '^(a+)+$': { type: 'integer' } } }),
    value: () => ({ [`${'a'.repeat(20_000)}!`]: 'x' }),
    answer: 'valid',
  },
  ...['^(a+)\\1+$', '^((a{0,50}){0,50}){0,50}$', '(?=(a+)+b)x*(?<!a+)y'].map(
    (pattern): Hostile => ({
      what: `the pattern ${pattern}, which cannot be run safely`,
      schema: () => object({ a: { type: 'string', pattern } }),
      value: () => ({ a: 'a'.repeat(20_000) }),
      answer: 'refused',
    }),
  ),
  {
    what: 'hundreds of patterns that are hard to prove',
    schema: () =>
      object(
        Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`p${i}`, { pattern: `^(a|aa|b${made++}x${i})*c$` }])),
      ),
    value: () => ({ p1: 'a'.repeat(20_000) }),
    answer: 'refused',
  },
  {
    what: 'hundreds of patterns that repeat hundreds of times',
    schema: () =>
      object(
        Object.fromEntries(
          Array.from({ length: 300 }, (_, i) => [`p${i}`, { pattern: `(a{1,60}b?${made++}x${i}){9}` }]),
        ),
      ),
    value: () => ({ p1: 'a'.repeat(20_000) }),
    answer: 'refused',
  },
  {
    what: 'halves of surrogate pairs as names, values and patterns',
    schema: () => ({
      type: 'object',
      properties: { '\ud800': { type: 'string', pattern: '^\\ud800$' }, '\udfff': { $ref: '#/$defs/\ud801' } },
      patternProperties: { '^\udc01': { type: 'integer' } },
      required: ['\udc00'],
      additionalProperties: false,
      $defs: { '\ud801': { enum: ['\ud802'], default: '\ud802' } },
    }),
    value: () => ({ '\ud800': '\ud800', '\udc01': '\ud803' }),
    answer: 'invalid',
  },
  {
    what: 'keywords of every wrong shape',
    schema: () => ({ type: 5, properties: [], required: 'a', enum: {}, allOf: {}, $ref: 7, pattern: 1, items: 'x' }),
    value: () => ({}),
    answer: 'refused',
  },
]

describe.each(HOSTILE)('$what', ({ schema, value, answer }) => {
  test(`is ${answer}, in good time`, () => {
    const opened = within(CHECK_MS, attempt(openContract), () => ({ input: schema() }))
    if (answer === 'refused') {
      expect(refusal(opened)).toMatchObject({ code: 'INVALID_CONTRACT' })
      return
    }
    const open = () => [openContract({ input: schema() }).action().input, value()] as const
    for (const policy of ['friendly', 'strict'] as const) {
      const { ok, issues } = within(CHECK_MS, ([input, sent]) => input.check(sent, { policy }), open)
      expect(ok).toBe(answer === 'valid')
      expect(issues.length > 0).toBe(answer === 'invalid')
      for (const { message } of issues) expect(message.length).toBeLessThan(10_000)
    }
  })

  test('is linted, compared, exported and made values of without harm', () => {
    const document = () => ({ version: '1.0.0', input: schema() })
    const findings = within(TOOL_MS, (made) => lintContract(made), document)
    expect(findings.some(({ severity }) => severity === 'error')).toBe(answer === 'refused')
    refusal(
      within(
        TOOL_MS,
        attempt((before) => compareSchemas(before, { type: 'object' })),
        schema,
      ),
    )
    if (answer === 'refused') return
    for (const tool of TOOLS) refusal(within(TOOL_MS, attempt(tool), () => openContract(document())))
  })
})

test('contract text a million levels deep is refused before it is read', () => {
  const text = `{"input": ${'['.repeat(1e6)}${']'.repeat(1e6)}}`
  expect(refusal(within(CHECK_MS, () => attempt(openContract)(text)))).toMatchObject({ code: 'INVALID_CONTRACT' })
})

test('a value that contains itself is refused', () => {
  const circle: Record<string, unknown> = {}
  circle.a = circle
  const open = () => openSchema({ type: 'object', additionalProperties: { $ref: '#' } })
  expect(within(CHECK_MS, (checker) => checker.check(circle), open)).toMatchObject({
    ok: false,
    issues: [{ keyword: 'depth' }],
  })
})

test.each<[string, object]>([
  ['a getter', Object.defineProperty({}, 'a', { enumerable: true, get: () => JSON.parse('no JSON') })],
  ['a proxy', new Proxy({}, { ownKeys: () => JSON.parse('no JSON') })],
])('a value that throws when it is read is refused: %s', (_, value) => {
  for (const passThrough of [undefined, 'a']) {
    const { ok, issues } = openSchema({ properties: { a: { type: 'object' } } }, { passThrough }).check(value)
    expect({ ok, issues }).toMatchObject({ ok: false, issues: [{ path: '', expected: 'a JSON value' }] })
  }
})

type OpenContract = ReturnType<typeof openContract>

const TOOLS: readonly ((contract: OpenContract) => unknown)[] = [
  (contract) => exportTools(contract, 'openai-strict'),
  (contract) => exportTools(contract, 'openai'),
  (contract) => exportTools(contract, 'mcp'),
  toTypeScript,
  toMarkdown,
  (contract) => exampleInput(contract.action().input.schema),
  (contract) => validInputs(contract.action().input.schema, { count: 3 }),
  (contract) => invalidInputs(contract.action().input.schema, { count: 3 }),
]

function attempt<T, R>(work: (given: T) => R): (given: T) => R | Error {
  return (given) => {
    try {
      return work(given)
    } catch (error) {
      if (error instanceof Error) return error
      throw error
    }
  }
}

/** A failure must be an expected one. */
function refusal(result: unknown): SkillError | undefined {
  if (!(result instanceof Error)) return undefined
  expect(result).toBeInstanceOf(SkillError)
  return result instanceof SkillError ? result : undefined
}

function object(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { type: 'object', properties }
}

function nest(levels: number, wrap: (inner: unknown) => unknown, core: unknown): unknown {
  let value = core
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}

function doubled(keyword: 'allOf' | 'anyOf' | 'oneOf', levels: number): unknown {
  const $defs: Record<string, Schema> = { [`d${levels}`]: { type: 'string' } }
  for (let i = 0; i < levels; i++) {
    const next = { $ref: `#/$defs/d${i + 1}` }
    $defs[`d${i}`] = { [keyword]: [next, next] }
  }
  return { ...object({ a: { $ref: '#/$defs/d0' } }), $defs }
}
