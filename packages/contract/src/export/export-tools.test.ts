import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { compileSchema } from '../engine/compile-schema.ts'
import { isObject } from '../json.ts'
import { type Action, type Contract, openContract } from '../open-contract.ts'
import type { Schema } from '../schema.ts'
import { exportTools, type ToolTarget } from './export-tools.ts'
import { toAnthropicTool } from './to-anthropic-tool.ts'
import { toMcpTool } from './to-mcp-tool.ts'
import { toOpenAiTool } from './to-open-ai-tool.ts'
import { toolName, toolNames } from './tool-name.ts'

const actionOf = (input: Schema, output: Schema = true): Action =>
  openContract({ actions: { go: { input, output } } }).action()
const digest = async (): Promise<Contract> =>
  openContract(await readFile(join(import.meta.dirname, '../fixtures/digest-contract.json'), 'utf8'))

/** Every schema object inside a strict schema. */
function nodesOf(schema: unknown): Record<string, unknown>[] {
  if (!isObject(schema)) return []
  const inner = [...Object.values(schema.properties ?? {}), ...Object.values(schema.$defs ?? {}), schema.items]
  return [schema, ...[...inner, ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])].flatMap(nodesOf)]
}

const STRICT_KEYWORDS = {
  openai: new Set([
    ...[
      'type',
      'title',
      'description',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'anyOf',
      '$ref',
      '$defs',
    ],
    ...['enum', 'const', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ...['multipleOf', 'minItems', 'maxItems'],
  ]),
  anthropic: new Set([
    ...[
      'type',
      'title',
      'description',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'anyOf',
      '$ref',
      '$defs',
    ],
    ...['enum', 'const', 'format', 'minItems'],
  ]),
}

const RICH: Schema = {
  type: 'object',
  required: ['q'],
  'x-docs': 'For people only.',
  properties: {
    q: { type: 'string', minLength: 2, pattern: '^[a-z]+$', description: 'What to look for.', 'x-docs': 'Long text.' },
    'x-files': { type: 'boolean' },
    kind: { oneOf: [{ const: 'a' }, { const: 'b' }] },
    tags: { type: 'array', items: { $ref: '#/$defs/Tag' }, uniqueItems: true },
    map: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 }, minProperties: 1 },
    any: true,
    typeless: { minLength: 1 },
    mixed: { type: ['string', 'object'], properties: { a: { type: 'string' } }, additionalProperties: false },
    part: { allOf: [{ $ref: '#/$defs/Tag' }, { properties: { extra: { type: 'number', exclusiveMinimum: 0 } } }] },
    look: { type: 'string', pattern: '^(?!no)' },
    not: { not: { const: 3 }, type: 'integer' },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  },
  if: { required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
  then: { required: ['tags'] },
  $defs: { Tag: { type: 'object', properties: { name: { type: 'string', format: 'uri' } }, 'x-note': 1 } },
}

describe('strict tools', () => {
  test.each(['openai', 'anthropic'] as const)(
    'for %s use only what its strict mode knows, and close every object',
    (target) => {
      const action = actionOf(RICH)
      const schema =
        target === 'openai'
          ? toOpenAiTool(action, { strict: true }).tool.function.parameters
          : toAnthropicTool(action, { strict: true }).tool.input_schema
      expect(compileSchema({ $ref: 'https://json-schema.org/draft/2020-12/schema' }).issues(schema)).toEqual([])
      for (const node of nodesOf(schema)) {
        for (const keyword of Object.keys(node)) expect(STRICT_KEYWORDS[target]).toContain(keyword)
        expect(node.type ?? node.anyOf ?? node.$ref ?? node.const ?? node.enum).toBeDefined()
        if (node.type !== 'object') continue
        expect(node.additionalProperties).toBe(false)
        if (target === 'openai') expect(node.required).toEqual(Object.keys(node.properties ?? {}))
      }
      expect(JSON.stringify(schema)).not.toMatch(/x-docs|x-note|For people/)
      expect(JSON.stringify(schema)).toContain('"x-files"')
    },
  )

  test('say every loss with a pointer that leads into the contract', () => {
    const { losses } = toOpenAiTool(actionOf(RICH), { strict: true })
    const lost = losses.map(({ pointer, keyword }) => `${pointer} ${keyword}`)
    expect(lost).toEqual(
      expect.arrayContaining([
        '/input/properties/q/minLength minLength',
        '/input/properties/tags/uniqueItems uniqueItems',
        '/input/properties/map additionalProperties',
        '/input/properties/any type',
        '/input/properties/look/pattern pattern',
        '/input/properties/not/not not',
        '/input/properties/pair prefixItems',
        '/input/properties/kind/oneOf oneOf',
        '/input/$defs/Tag/properties/name/format format',
        '/input/if if',
        '/input/then then',
      ]),
    )
    expect(lost.filter((text) => text.includes('/properties/q/pattern'))).toEqual([])
    expect(losses.find(({ keyword }) => keyword === 'minLength')?.how).toBe('in the description: at least 2 characters')
  })

  test('say in words what they cannot say in keywords', () => {
    const { tool } = toAnthropicTool(actionOf(RICH), { strict: true })
    expect(tool.input_schema).toMatchObject({
      properties: { q: { description: 'What to look for. (at least 2 characters; matches ^[a-z]+$)' } },
    })
  })

  test('merge allOf, and let a recursive schema refer to itself where that is allowed', () => {
    const action = actionOf({
      type: 'object',
      additionalProperties: false,
      properties: { tree: { $ref: '#/$defs/Tree' } },
      $defs: {
        Tree: {
          additionalProperties: false,
          type: 'object',
          required: ['kids'],
          properties: { kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
        },
      },
    })
    const { tool, losses } = toOpenAiTool(action, { strict: true })
    expect(losses).toEqual([])
    expect(tool.function.parameters).toMatchObject({
      properties: { tree: { anyOf: [{ $ref: '#/$defs/Tree' }, { type: 'null' }] } },
      $defs: { Tree: { properties: { kids: { items: { $ref: '#/$defs/Tree' } } } } },
    })
    const claude = toAnthropicTool(action, { strict: true })
    expect(claude.tool.strict).toBeUndefined()
    expect(claude.losses).toContainEqual({
      pointer: '/input',
      keyword: 'strict',
      how: 'not strict: it refers to itself',
    })
  })

  test.each<[string, Schema]>([
    ['keys are free', { type: 'object', additionalProperties: { type: 'string' } }],
    [
      'enum is too long',
      { type: 'object', properties: { a: { enum: Array.from({ length: 1001 }, (_, i) => `v${i}`) } } },
    ],
    [
      'nesting is too deep',
      Array.from({ length: 11 }).reduce<Schema>((a) => ({ type: 'object', properties: { a } }), true),
    ],
  ])('become plain, and say so, when %s', (_, schema) => {
    const { tool, losses } = toOpenAiTool(actionOf(schema), { strict: true })
    expect(tool.function.strict).toBe(false)
    expect(losses[0]).toMatchObject({ pointer: '/input', keyword: 'strict' })
    expect(tool.function.parameters).toMatchObject({ type: 'object' })
  })

  test('offer the properties of all alternatives at the root, where no anyOf may stand', () => {
    const schema: Schema = {
      type: 'object',
      oneOf: [
        { required: ['url'], properties: { url: { type: 'string' }, by: { const: 1 } } },
        { required: ['id'], properties: { id: { type: 'integer' }, by: { const: 'x' } } },
      ],
    }
    for (const strict of [true, false]) {
      const { tool, losses } = toOpenAiTool(actionOf(schema), { strict })
      expect(Object.keys(tool.function.parameters.properties ?? {})).toEqual(['url', 'by', 'id'])
      expect(tool.function.parameters.oneOf ?? tool.function.parameters.anyOf).toBeUndefined()
      expect(tool.function.parameters.description).toBe('one of these sets of properties is needed: url; or id')
      expect(losses).toContainEqual(expect.objectContaining({ pointer: '/input/oneOf', keyword: 'oneOf' }))
      expect(compileSchema(tool.function.parameters).isValid({ url: 'u', by: 1, id: strict ? null : 2 })).toBe(true)
    }
  })
})

describe('plain tools', () => {
  test('accept what the contract accepts', async () => {
    const action = (await digest()).action()
    const { tool, losses } = toOpenAiTool(action)
    expect(losses).toEqual([])
    expect(tool.function.strict).toBe(false)
    for (const value of [{ topics: ['AI'] }, { topics: [] }, {}, { topics: ['AI'], surprise: 1 }]) {
      expect(compileSchema(tool.function.parameters).isValid(value)).toBe(action.input.validator.isValid(value))
    }
  })

  test('carry no keywords of ours, also in definitions, and leave a property that looks like one', () => {
    const { tool } = toAnthropicTool(actionOf(RICH))
    expect(JSON.stringify(tool)).not.toMatch(/x-docs|x-note/)
    expect(tool.input_schema.properties).toHaveProperty('x-files')
    expect(tool.strict).toBeUndefined()
  })

  test('are refused for an action whose input is no object', () => {
    expect(() => toOpenAiTool(actionOf({ type: 'array' }))).toThrow('the input of action go takes array')
  })
})

describe('MCP tools', () => {
  test('have an object at the root of both schemas, also when the output is a choice of objects', async () => {
    const { tools, losses } = exportTools(await digest(), 'mcp')
    expect(losses).toEqual([])
    expect(tools).toMatchObject([
      {
        name: 'run',
        title: 'Daily News Digest Skill API Contract',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object', oneOf: [{}, {}] },
        annotations: { idempotentHint: false },
      },
    ])
  })

  test('leave out an output schema that is no object, and say so', () => {
    const { tool, losses } = toMcpTool(actionOf({ type: 'object' }, { type: 'array', items: { type: 'string' } }))
    expect(tool.outputSchema).toBeUndefined()
    expect(losses).toMatchObject([{ pointer: '/output', keyword: 'type' }])
  })

  test('validate the same inputs as the contract, if/then and all', () => {
    const action = actionOf(RICH)
    const schema = compileSchema(toMcpTool(action).tool.inputSchema)
    for (const value of [
      {},
      { q: 'ab' },
      { q: 'ab', kind: 'a' },
      { q: 'ab', kind: 'a', tags: [] },
      { q: 'ab', not: 3 },
    ]) {
      expect(schema.isValid(value)).toBe(action.input.validator.isValid(value))
    }
  })
})

describe('names', () => {
  const rule = { forbidden: /[^A-Za-z0-9_-]/u, maxLength: 20 }
  test.each([
    ['plain', 'plain'],
    ['with.dot', 'with_dot'],
    ['总结', /^action_[0-9a-f]{8}$/],
    ['', /^action_[0-9a-f]{8}$/],
    ['x'.repeat(30), /^x{11}_[0-9a-f]{8}$/],
    ['\ud800ok', '_ok'],
  ])('%j becomes a name that the target accepts', (name, expected) => {
    expect(toolName(name, rule)).toMatch(expected)
    expect(toolName(name, rule)).toBe(toolName(name, rule))
  })

  test('that would collide are made distinct, in any order', () => {
    const names = toolNames(['a.b', 'a_b', 'a b'], rule)
    expect(new Set(names).size).toBe(3)
    expect(names[1]).toBe('a_b')
    expect(toolNames(['a b', 'a.b', 'a_b'], rule)).toEqual([names[2], names[0], names[1]])
  })
})

test.each<ToolTarget>(['openai', 'openai-strict', 'anthropic', 'anthropic-strict', 'mcp'])(
  'all actions are exported for %s, each loss with its action, the same text every time',
  (target) => {
    const document = {
      actions: {
        'get.it': { description: 'Gets.', idempotent: true, input: RICH, output: { type: 'string' } },
        put: { input: { type: 'object', properties: { a: { $ref: '#' } } }, output: RICH },
      },
    }
    const { tools, losses } = exportTools(openContract(document), target)
    expect(tools).toHaveLength(2)
    for (const { pointer } of losses) expect(pointer).toMatch(/^\/actions\/(get\.it|put)(\/|$)/)
    expect(JSON.stringify(exportTools(openContract(structuredClone(document)), target))).toBe(
      JSON.stringify({ tools, losses }),
    )
  },
)

test('hostile schemas are exported or refused in good time and harm nothing', () => {
  const refs = (n: number) => Array.from({ length: n }, (_, j) => ({ $ref: `#/$defs/d${j}` }))
  const cases: Schema[] = [
    { $ref: '#' },
    { type: 'object', properties: { a: { allOf: Array.from({ length: 2 ** 14 }, () => ({ minLength: 1 })) } } },
    { type: 'object', properties: JSON.parse('{"__proto__":{"type":"object","properties":{"polluted":true}}}') },
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(refs(40).map((_, i) => [`d${i}`, { anyOf: refs(40) }])),
    },
    Array.from({ length: 40 }).reduce<Schema>(
      (a) => ({ type: 'object', properties: { a, b: true }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
      true,
    ),
  ]
  for (const schema of cases) {
    const contract = openOrRefuse({ input: schema, output: schema })
    if (!contract) continue
    for (const target of ['openai', 'openai-strict', 'anthropic-strict', 'mcp'] as const) {
      within(2_000, () => exportTools(contract, target))
    }
  }
  expect('polluted' in {}).toBe(false)
})

function openOrRefuse(document: unknown): Contract | undefined {
  try {
    return openContract(document)
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_CONTRACT' })
    return undefined
  }
}
