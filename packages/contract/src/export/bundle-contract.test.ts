import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileSchema } from '../engine/compile-schema.ts'
import { openContract } from '../open-contract.ts'
import { bundleContract } from './bundle-contract.ts'

const METASCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const item = (type: string) => ({ type: 'object', required: ['id'], properties: { id: { type } } })
const listOf = (type: string) => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: { $ref: '#/$defs/Item' } },
    first: { $ref: '#/properties/items/items' },
    again: { $ref: '#' },
    named: { $ref: '#here' },
  },
  $defs: { Item: item(type), 'odd ~/%': { $anchor: 'here', type: 'boolean' }, unused: { type: 'null' } },
})

describe('a bundled contract', () => {
  const contract = openContract({
    actions: {
      texts: { input: listOf('string'), output: listOf('string') },
      numbers: {
        input: listOf('integer'),
        output: { type: 'array', items: { $ref: '#/$defs/Item' }, $defs: { Item: item('integer') } },
      },
    },
  })
  const bundle = bundleContract(contract)

  test('is a schema document that the metaschema accepts, with local references only', () => {
    expect(compileSchema({ $ref: METASCHEMA }).issues(bundle)).toEqual([])
    const refs = [...JSON.stringify(bundle).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(0)
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/\$defs\//)
      const name = decodeURIComponent(ref.slice(8)).replaceAll('~1', '/').replaceAll('~0', '~')
      expect(Object.keys(bundle.$defs ?? {})).toContain(name)
    }
  })

  test('accepts and refuses under each name what the action does', () => {
    const values = [
      {},
      { items: [{ id: 'a' }] },
      { items: [{ id: 1 }] },
      { first: { id: 1 } },
      { again: { first: { id: 'x' } } },
    ]
    for (const action of contract.actions.values()) {
      for (const side of ['input', 'output'] as const) {
        const bundled = compileSchema({ ...bundle, $ref: `#/$defs/${action.name}.${side}` })
        const more = [...values, [], [{ id: 1 }], [{ id: 'a' }], { named: true }, { named: 1 }, { again: 1 }]
        for (const value of more) expect(bundled.isValid(value)).toBe(action[side].validator.isValid(value))
      }
    }
  })

  test('keeps apart definitions that only share a name, and holds equal ones once', () => {
    const names = Object.keys(bundle.$defs ?? {})
    expect(names.filter((name) => name.endsWith('Item'))).toEqual(['Item', 'numbers.input.Item'])
    expect(names).not.toContain('unused')
  })

  test('of document A holds its example', async () => {
    const text = await readFile(join(import.meta.dirname, '../fixtures/digest-contract.json'), 'utf8')
    const digest = bundleContract(openContract(text))
    expect(Object.keys(digest.$defs ?? {})).toEqual(['run.input', 'run.output', 'SuccessResponse', 'ErrorResponse'])
    expect(compileSchema({ ...digest, $ref: '#/$defs/run.input' }).isValid({ topics: ['AI'] })).toBe(true)
    expect(compileSchema({ ...digest, $ref: '#/$defs/run.input' }).isValid({ topics: [] })).toBe(false)
  })
})
