import { expect, test } from 'vitest'
import { contractFindings } from './contract-findings.ts'
import { CONTRACT_SCHEMA } from './contract-schema.ts'
import { compileSchema } from './engine/compile-schema.ts'
import { isPlainContract, isSelfContained } from './plain-contract.ts'
import { CURRENT_DRAFT } from './schema.ts'

const VALUES = [
  ...[null, true, false, 0, 1, -1, 1.5, '', 'a', [], {}, ['a'], ['a', 'a'], [''], [1], [{}], [{ input: 1 }]],
  ...[[{ input: 1, output: 2, name: 'a' }], [{ input: 1, name: 1 }], [{ input: 1, 'x-a': 1 }], { a: true }, { a: 1 }],
  ...[
    { a: {} },
    { a: { input: {} } },
    { a: { input: 1 } },
    { 'a b': { input: {} } },
    { a: { input: {}, actions: {} } },
  ],
  ...[{ a: { input: true, 'x-a': 1, examples: [] } }, { ['a'.repeat(65)]: { input: {} } }, { a: { output: {} } }],
]
const KEYS = [
  ...['$schema', '$id', 'title', 'version', 'input', 'output', 'description', 'x-docs', 'x-a', 'idempotent'],
  ...[
    'timeout_seconds',
    'pass_through',
    'examples',
    'actions',
    'tools_required',
    'definitions',
    '$defs',
    'migrations',
    'other',
  ],
]

test('a document that is taken for a plain contract has the shape of one, whatever stands at whichever key', () => {
  const shape = compileSchema(CONTRACT_SCHEMA, { schemas: { [CURRENT_DRAFT]: { type: ['object', 'boolean'] } } })
  const bases: readonly object[] = [
    {},
    { input: {} },
    { actions: { run: { input: true } } },
    { input: true, output: {} },
  ]
  let plain = 0
  for (const base of bases)
    for (const key of KEYS)
      for (const value of VALUES) {
        const document = { ...base, [key]: value }
        if (!isPlainContract(document)) continue
        plain++
        expect(shape.isValid(document), JSON.stringify(document)).toBe(true)
      }
  expect(plain).toBeGreaterThan(100)
})

test('a contract that is taken as it is written is right; one that names something or needs a closer look is not taken so', () => {
  const property = { type: 'string', minLength: 1, enum: ['a', 'b'], default: 'a' }
  const whole = { input: { type: 'object', properties: { a: property, b: { items: property } }, required: ['a'] } }
  expect(isSelfContained(whole)).toBe(true)
  expect(isSelfContained({ $schema: '../contract.schema.json', actions: { run: whole, test: whole } })).toBe(true)
  expect(contractFindings(whole)).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`p${i}`, true]))
  const others = [
    { ...whole, $schema: 'http://json-schema.org/draft-07/schema#' },
    { ...whole, definitions: {} },
    ...[{ $ref: '#/nowhere' }, { pattern: '(a+)+$' }, { $id: 'a#b' }, { type: 'text' }, { dependencies: {} }].map(
      (inner) => ({
        input: { properties: { deep: { anyOf: [{ items: inner }] } } },
      }),
    ),
    { input: true, output: { properties: many } },
  ]
  for (const other of others) expect(isSelfContained(other), JSON.stringify(other).slice(0, 100)).toBe(false)
  expect(contractFindings(others.at(-1))).toMatchObject([{ rule: 'schema/too-large' }])
})
