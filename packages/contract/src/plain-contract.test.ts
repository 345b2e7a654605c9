import { expect, test } from 'vitest'
import { CONTRACT_SCHEMA } from './contract-schema.ts'
import { compileSchema } from './engine/compile-schema.ts'
import { isPlainContract } from './plain-contract.ts'
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
