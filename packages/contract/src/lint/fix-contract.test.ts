// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a `then`, and no schema is awaited.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSchema } from '../engine/compile-schema.ts'
import type { Finding } from '../finding.ts'
import type { Schema } from '../schema.ts'
import { fixContract } from './fix-contract.ts'
import { lintContract } from './lint-contract.ts'

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
const brief = (findings: readonly Finding[]) =>
  findings.map(({ rule, pointer }) => `${rule.replace('contract/', '')} ${pointer}`)
const contract = (input: unknown, more: Record<string, unknown> = {}) => ({
  version: '1.0.0',
  input,
  output: { type: 'object' },
  ...more,
})
const inputOf = (document: unknown) => (document as { input: Record<string, unknown> }).input

test("document A's contract gets the right dialect and a root type for its output", () => {
  const before = read('../fixtures/digest-contract.json')
  const { document, fixed } = fixContract(before)
  expect(brief(fixed)).toEqual(['schema-dialect /$schema', 'output-type /output'])
  expect(document).toEqual({
    ...before,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    output: { ...before.output, type: 'object' },
  })
})

test("document A's condition requires the property it tests", () => {
  const { document, fixed } = fixContract(contract(read('../fixtures/digest-input.json')))
  expect(brief(fixed)).toContain('vacuous-if /input/if')
  expect(inputOf(document).if).toEqual({ properties: { save_to_file: { const: true } }, required: ['save_to_file'] })
})

test.each<[what: string, before: unknown, after: unknown]>([
  [
    'a required property with a default becomes optional',
    { type: 'object', properties: { a: { default: 1 }, b: {} }, required: ['a', 'b'] },
    { type: 'object', properties: { a: { default: 1 }, b: {} }, required: ['b'] },
  ],
  [
    'a requirement that asks for nothing goes away',
    { type: 'object', properties: { a: { default: 1 } }, required: ['a'] },
    { type: 'object', properties: { a: { default: 1 } } },
  ],
  [
    'a value is listed once',
    { type: 'object', properties: { a: { enum: ['x', 'y', 'x'] } } },
    { type: 'object', properties: { a: { enum: ['x', 'y'] } } },
  ],
  [
    'bounds of an integer are whole',
    { type: 'object', properties: { a: { type: 'integer', minimum: 0.5, exclusiveMaximum: 9.5 } } },
    { type: 'object', properties: { a: { type: 'integer', minimum: 1, exclusiveMaximum: 10 } } },
  ],
  [
    'a credential is marked',
    { type: 'object', properties: { api_key: { type: 'string' } } },
    { type: 'object', properties: { api_key: { type: 'string', writeOnly: true } } },
  ],
  ['a remark is spelt right', { type: 'object', descripton: 'x' }, { type: 'object', description: 'x' }],
])('%s', (_, before, after) => {
  const { document } = fixContract(contract(before))
  expect(inputOf(document)).toEqual(after)
})

test('a version gets its missing parts', () => {
  expect(fixContract({ ...contract({ type: 'object' }), version: 'v1.2' }).document).toMatchObject({ version: '1.2.0' })
})

test('what would refuse calls that are accepted today is repaired only when that is allowed', () => {
  const input = {
    type: 'object',
    properties: { box: { type: 'object', properties: { n: { type: 'integer', minimun: 1 } } } },
  }
  const before = contract(input)
  expect(fixContract(before)).toEqual({ document: before, fixed: [] })
  expect(inputOf(fixContract(before, { breaking: true }).document)).toEqual({
    type: 'object',
    properties: {
      box: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, additionalProperties: false },
    },
    additionalProperties: false,
  })
})

test('an object put together from parts is closed so that all parts are seen', () => {
  const input = { type: 'object', properties: { a: {} }, allOf: [{ properties: { b: {} } }] }
  const { document } = fixContract(contract(input), { breaking: true })
  expect(inputOf(document)).toEqual({ ...input, unevaluatedProperties: false })
  expect(compileSchema(inputOf(document) as Schema).isValid({ a: 1, b: 2 })).toBe(true)
})

test('an object that is open on purpose, a map and the pass-through object stay as they are', () => {
  const properties = { map: { type: 'object', additionalProperties: { type: 'string' } }, extra: { type: 'object' } }
  const input = { type: 'object', properties, additionalProperties: true }
  expect(inputOf(fixContract(contract(input, { pass_through: 'extra' }), { breaking: true }).document)).toEqual(input)
})

test('a definition that outputs use too keeps its promise', () => {
  const shared = { type: 'object', properties: { a: { type: 'string', default: 'x' } }, required: ['a'] }
  const both = contract({ $ref: '#/$defs/s' }, { output: { $ref: '#/$defs/s' }, $defs: { s: shared } })
  expect(fixContract(both).fixed).toEqual([])
})

test('a contract without faults comes back as the same object', () => {
  const good = read('./fixtures/repaired-digest.json')
  expect(fixContract(good, { breaking: true })).toEqual({ document: good, fixed: [] })
  expect(fixContract(good).document).toBe(good)
  for (const other of [null, 5, [], { input: 5 }]) expect(fixContract(other).document).toBe(other)
})

test('hostile names survive a repair as data', () => {
  const input = JSON.parse(
    '{"type": "object", "properties": {"__proto__": {"type": "object", "properties": {"x": {"enum": [1, 1]}}}}}',
  )
  const { document } = fixContract(contract(input), { breaking: true })
  expect(JSON.stringify(inputOf(document))).toBe(
    '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"x":{"enum":[1]}},"additionalProperties":false}},"additionalProperties":false}',
  )
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})

const leaf = fc.constantFrom<Record<string, unknown>>(
  { type: 'string', default: 'x' },
  { type: 'integer', minimum: 0.5, maximum: 7.5 },
  { enum: ['a', 'b', 'a'] },
  { type: 'string', minLenght: 2 },
  { type: 'object', properties: { x: { type: 'string' } } },
  { properties: { x: { const: 1 } } },
)
const names = ['a', 'b', 'c', 'api_key'] as const
const schema = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 4 }),
    required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    if: fc.constant({ properties: { a: { const: 'x' } } }),
    then: fc.constantFrom<Schema>({ required: ['b'] }, { properties: { b: { type: 'string' } } }),
    else: fc.constantFrom<Schema>({ required: ['c'] }),
    allOf: fc.constant([{ properties: { d: { type: 'integer' } } }]),
  },
  { requiredKeys: ['type'] },
)
const value = fc.dictionary(
  fc.constantFrom(...names, 'd', 'other'),
  fc.constantFrom<unknown>('x', 'a', '', 0, 1, 7.5, 8, true, null, { x: 's' }, { x: 1, y: 2 }),
  { maxKeys: 5 },
)

test('a safe repair accepts every input that was accepted, and judges outputs as before', () => {
  fc.assert(
    fc.property(schema, value, (input, sample) => {
      const before = contract(input, { output: structuredClone(input) })
      const after = fixContract(before).document as { input: Schema; output: Schema }
      const wasValid = compileSchema(structuredClone(input) as Schema).isValid(sample)
      if (wasValid) expect(compileSchema(after.input).isValid(sample)).toBe(true)
      expect(compileSchema(after.output).isValid(sample)).toBe(wasValid)
    }),
    { numRuns: 300 },
  )
})

test('repairing leaves the document alone, is done after one call, and what it says is fixed is gone', () => {
  fc.assert(
    fc.property(schema, fc.boolean(), (input, breaking) => {
      const before = contract(input, { version: '1', $schema: 'http://json-schema.org/draft/2020-12/schema#' })
      const untouched = structuredClone(before)
      const { document, fixed } = fixContract(before, { breaking })
      expect(before).toEqual(untouched)
      expect(fixContract(document, { breaking })).toEqual({ document, fixed: [] })
      const left = new Set(brief(lintContract(document)))
      expect(brief(fixed).filter((finding) => left.has(finding))).toEqual([])
    }),
    { numRuns: 200 },
  )
})
