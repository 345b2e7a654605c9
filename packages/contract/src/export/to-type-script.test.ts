import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openContract } from '../open-contract.ts'
import { toTypeScript } from './to-type-script.ts'

const TSC = join(import.meta.dirname, '../../../../node_modules/.bin/tsc')

/** Compiles files with the real compiler and returns what it complains about. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'types-'))
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
    const flags = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--target',
      'es2024',
    ]
    const args = [...flags, '--module', 'nodenext', '--allowImportingTsExtensions', ...Object.keys(files)]
    const result = await promisify(execFile)(TSC, args, { cwd: dir }).catch((error: { stdout: string }) => error)
    return result.stdout
  } finally {
    await rm(dir, { recursive: true })
  }
}

const fixture = async (name: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, '../fixtures', name), 'utf8')) as Record<string, unknown>

const item = (type: string) => ({ type: 'object', required: ['id'], properties: { id: { type } } })

const NASTY = {
  title: 'Nasty */ export const hacked = 1 /*',
  $defs: {
    Tree: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } }, value: { $ref: '#/$defs/Json' } },
    },
    Json: {
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        { type: 'array', items: { $ref: '#/$defs/Json' } },
        { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
      ],
    },
    Loop: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Pool' } }, { type: 'string' }] },
    Pool: { allOf: [{ $ref: '#/$defs/Loop' }] },
    Leads: { anyOf: [{ $ref: '#/$defs/Loop' }, { type: 'integer' }] },
    'Self/only ~': { type: 'array', items: { $ref: '#/$defs/Self~1only%20~0' } },
  },
  actions: {
    'make.it-so': {
      description: 'Line one */\nline two\n@ts-ignore',
      input: {
        type: 'object',
        required: ['class', 'tuple', 'undeclared'],
        additionalProperties: false,
        description: '*/ alert(1) /* @ts-ignore \ud800 \u2028 lines',
        properties: {
          class: { const: 'a"b\\' },
          'with space': { enum: ['x', 1, null, true, { a: [1, { b: null }] }, '\ud800'] },
          '0': { type: 'integer', default: 5, description: 'zero' },
          __proto__x: { type: ['string', 'null'] },
          'quote"\n': { not: { type: 'string' } },
          tuple: {
            type: 'array',
            prefixItems: [{ type: 'string' }, { enum: ['a', 'b'] }],
            items: { type: 'number' },
            minItems: 1,
          },
          pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false, minItems: 2 },
          record: { type: 'object', additionalProperties: { type: 'number' } },
          both: { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: { type: 'string' } },
          pattern: { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false, type: 'object' },
          tree: { $ref: '#/$defs/Tree', description: 'with siblings', minProperties: 1 },
          json: { $ref: '#/$defs/Json' },
          loop: { $ref: '#/$defs/Loop' },
          leads: { $ref: '#/$defs/Leads' },
          self: { $ref: '#/$defs/Self~1only%20~0' },
          never: false,
          any: true,
          both_of: { allOf: [item('string'), { oneOf: [{ required: ['x'] }, { required: ['y'] }] }] },
          huge: { enum: Array.from({ length: 3000 }, (_, i) => `v${i}`) },
          either: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        },
      },
      output: { $defs: { Item: item('string') }, type: 'array', items: { $ref: '#/$defs/Item' } },
    },
    Actions: {
      input: { type: 'object' },
      output: { $defs: { Item: item('integer') }, $ref: '#/$defs/Item', title: 'x' },
    },
    second: { input: true, output: { type: 'object', properties: { again: { $ref: '#' } } } },
  },
}

describe('TypeScript types', () => {
  test('of ordinary and of nasty contracts compile, allow right use and refuse wrong use', async () => {
    const digest = {
      input: await fixture('digest-input.json'),
      output: await fixture('digest-output.json'),
      title: 'Digest',
    }
    const actions = openContract({
      title: digest.title,
      actions: { digest: { input: digest.input, output: digest.output } },
    })
    const right = `
      import type { Actions, DigestInput, DigestOutput } from './digest.ts'
      export const least: DigestInput = { topics: ['AI'] }
      export const input: Actions['digest']['input'] = { topics: ['AI'], time_range: 'today', max_articles_per_topic: 3 }
      export const of = (answer: DigestOutput): string | undefined => answer.topics_covered[0]?.articles[0]?.title
      import type { Actions as Nasty, MakeItSoInput } from './nasty.ts'
      export const nasty: Nasty['make.it-so']['input'] = {
        class: 'a"b\\\\', tuple: ['s', 'a', 1, 2], undeclared: Symbol(), 0: 1, record: { any: 1 }, pair: ['p', null],
        'with space': { a: [1, { b: null }] }, json: { deep: [null, { more: true }] }, either: ['a', 1],
        tree: { children: [{ children: [], value: [[]] }] }, both_of: { id: 'i', x: 1 }, both: { a: 1, b: 'x' },
      }
      export const short: MakeItSoInput['tuple'] = ['only']
      export const items: Nasty['make.it-so']['output'] = [{ id: 'text' }]
      export const other: Nasty['Actions']['output'] = { id: 5 }
    `
    const wrong = `
      import type { DigestInput } from './digest.ts'
      import type { Actions } from './nasty.ts'
      export const a: DigestInput = {}
      export const b: DigestInput = { topics: 'AI' }
      export const c: DigestInput = { topics: [], time_range: 'yesterday' }
      export const d: DigestInput = { topics: [], surprise: 1 }
      export const e: Actions['make.it-so']['input']['pair'] = ['only one']
      export const f: Actions['make.it-so']['input']['record'] = { a: 'text' }
      export const g: Actions['Actions']['output'] = { id: 'text' }
      export const h: Actions['make.it-so']['input']['both_of'] = { id: 'neither x nor y' }
      export const i: Actions['unknown'] = 1
    `
    const files = {
      'digest.ts': toTypeScript(actions),
      'nasty.ts': toTypeScript(openContract(NASTY)),
      'seed.ts': toTypeScript(openContract(await fixture('digest-contract.json'))),
      'right.ts': right,
      'wrong.ts': wrong,
    }
    const complaints = (await compile(files)).split('\n').filter((line) => line.includes('error TS'))
    expect(complaints.filter((line) => !line.startsWith('wrong.ts'))).toEqual([])
    const linesOf = wrong.split('\n').flatMap((line, i) => (line.includes('export const') ? [i + 1] : []))
    expect([...new Set(complaints.map((line) => Number(/\((\d+),/.exec(line)?.[1])))]).toEqual(linesOf)
  })

  test('tell what a property means and what it is when left out', () => {
    const text = toTypeScript(
      openContract({
        input: {
          type: 'object',
          properties: { days: { type: 'integer', default: 7, description: 'How far back.' } },
        },
      }),
    )
    expect(text).toContain('/**\n   * How far back.\n   * @default 7\n   */\n  days?: number')
    expect(text).toContain('"run": { input: RunInput; output: RunOutput }')
  })

  test('share a definition that is equal in two actions and separate two that only share a name', () => {
    const actions = (left: string, right: string) => ({
      one: { input: { type: 'object', properties: { i: { $ref: '#/$defs/Item' } }, $defs: { Item: item(left) } } },
      two: { input: { type: 'object', properties: { i: { $ref: '#/$defs/Item' } }, $defs: { Item: item(right) } } },
    })
    const equal = toTypeScript(openContract({ actions: actions('string', 'string') }))
    expect(equal.match(/export interface \w*Item/g)).toEqual(['export interface Item'])
    const different = toTypeScript(openContract({ actions: actions('string', 'integer') }))
    expect(different.match(/export interface \w*Item/g)).toEqual([
      'export interface Item',
      'export interface TwoInputItem',
    ])
  })

  test('are the same text every time', () => {
    expect(toTypeScript(openContract(NASTY))).toBe(toTypeScript(openContract(structuredClone(NASTY))))
  })
})
