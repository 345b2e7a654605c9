import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import { parametersToSchema, schemaToParameters } from './parameter-definitions.ts'

// Document D, 4.5.
const TRANSLATE = [
  {
    name: 'text',
    type: 'string',
    description: '要翻译的文本',
    required: true,
    schema: { minLength: 1, maxLength: 10000 },
  },
  { name: 'target_language', type: 'string', description: '目标语言代码(ISO 639-1)', required: true },
  {
    name: 'source_language',
    type: 'string',
    description: '源语言代码(留空则自动检测)',
    required: false,
    default: 'auto',
  },
]

const closed = (properties: Record<string, Schema>, more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

describe("document D's translate example", () => {
  test('becomes a closed schema', () => {
    expect(parametersToSchema(TRANSLATE)).toEqual({
      schema: closed(
        {
          text: { type: 'string', description: '要翻译的文本', minLength: 1, maxLength: 10000 },
          target_language: { type: 'string', description: '目标语言代码(ISO 639-1)' },
          source_language: { type: 'string', description: '源语言代码(留空则自动检测)', default: 'auto' },
        },
        { required: ['text', 'target_language'] },
      ),
      findings: [],
    })
  })

  test('comes back as it was', () => {
    expect(schemaToParameters(parametersToSchema(TRANSLATE).schema)).toEqual({ parameters: TRANSLATE, findings: [] })
  })

  test('has no default where it says null', () => {
    const { schema, findings } = parametersToSchema([{ ...TRANSLATE[0], default: null }])
    expect(findings).toEqual([])
    expect(schema.properties?.text).not.toHaveProperty('default')
  })
})

describe('parameter definitions', () => {
  test.each<[string, unknown, Schema]>([
    ['a list type', { type: 'string[]' }, { type: 'array', items: { type: 'string' } }],
    [
      'a list type with more about its items',
      { type: 'list[str]', schema: { items: { minLength: 2 }, maxItems: 5 } },
      { type: 'array', items: { type: 'string', minLength: 2 }, maxItems: 5 },
    ],
    ['an enum', { type: 'enum', schema: { enum: ['a', 'b'] } }, { type: 'string', enum: ['a', 'b'] }],
    ['a narrower type in the schema', { type: 'number', schema: { type: 'integer' } }, { type: 'integer' }],
    ['anything', { type: 'any' }, {}],
    [
      'a null default in the schema',
      { type: 'any', schema: { type: ['string', 'null'], default: null } },
      { type: ['string', 'null'], default: null },
    ],
  ])('are read: %s', (_name, definition, expected) => {
    const { schema, findings } = parametersToSchema([{ name: 'x', ...(definition as object) }])
    expect(schema.properties?.x).toEqual(expected)
    expect(findings).toEqual([])
  })

  test.each<[string, unknown, pointer: string]>([
    ['no list', { name: 'x' }, ''],
    ['no definition', ['x'], '/0'],
    ['no name', [{ type: 'string' }], '/0'],
    [
      'a name twice',
      [
        { name: 'x', type: 'any' },
        { name: 'x', type: 'any' },
      ],
      '/1/name',
    ],
    ['no type', [{ name: 'x' }], '/0'],
    ['an unknown type', [{ name: 'x', type: 'blob' }], '/0/type'],
    ['an enum without values', [{ name: 'x', type: 'enum' }], '/0/type'],
    ['two types', [{ name: 'x', type: 'string', schema: { type: 'integer' } }], '/0/type'],
    ['two defaults', [{ name: 'x', type: 'any', default: 1, schema: { default: 2 } }], '/0/default'],
    ['a required that is text', [{ name: 'x', type: 'any', required: 'yes' }], '/0/required'],
    ['a schema that is none', [{ name: 'x', type: 'any', schema: 'long' }], '/0/schema'],
    ['a keyword outside the schema', [{ name: 'x', type: 'string', minLength: 1 }], '/0'],
    [
      'two definitions of one name',
      [
        { name: 'x', type: 'any', schema: { $defs: { A: true } } },
        { name: 'y', type: 'any', schema: { $defs: { A: false } } },
      ],
      '/1/schema/$defs/A',
    ],
  ])('that are wrong get a finding: %s', (_name, definitions, pointer) => {
    expect(parametersToSchema(definitions).findings.map((finding) => finding.pointer)).toEqual([pointer])
  })

  test('carry the definitions they refer to, also recursive ones', () => {
    const schema = closed(
      { tree: { $ref: '#/$defs/Node' }, name: { type: 'string' } },
      {
        $defs: {
          Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, kind: { $ref: '#/$defs/Kind' } } },
          Kind: { enum: ['a'] },
        },
      },
    )
    const { parameters, findings } = schemaToParameters(schema)
    expect(findings).toEqual([])
    expect(Object.keys(parameters[0]?.schema?.$defs ?? {})).toEqual(['Node', 'Kind'])
    expect(parameters[1]).toEqual({ name: 'name', type: 'string', required: false })
    expect(parametersToSchema(parameters).schema).toEqual(schema)
  })

  test.each<[string, unknown, pointer: string]>([
    ['a condition on the whole', closed({}, { if: {}, else: {} }), '/if'],
    ['allOf on the whole', closed({}, { allOf: [] }), '/allOf'],
    ['an open object', { type: 'object', properties: {} }, '/additionalProperties'],
    ['a title', closed({}, { title: 'T' }), '/title'],
    ['a required property it does not have', closed({}, { required: ['x'] }), '/required'],
    [
      'a reference to another parameter',
      closed({ a: { type: 'string' }, b: { $ref: '#/properties/a' } }),
      '/properties/b',
    ],
    ['a definition without a reference', closed({}, { $defs: { A: true } }), '/$defs/A'],
    ['no object', { type: 'string' }, ''],
    ['no schema', 5, ''],
  ])('have a finding for what they cannot say: %s', (_name, schema, pointer) => {
    expect(schemaToParameters(schema).findings.map((finding) => finding.pointer)).toContain(pointer)
  })
})

describe('an object schema', () => {
  const number = fc.integer({ min: -100, max: 100 })
  const property: fc.Arbitrary<Schema> = fc.oneof(
    fc.record(
      {
        type: fc.constant('string' as const),
        description: fc.string(),
        minLength: fc.nat(),
        pattern: fc.constant('^a'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('integer' as const, 'number' as const),
        minimum: number,
        default: number,
        multipleOf: fc.constant(2),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant(['string', 'null'] as const), default: fc.constantFrom(null, 'x') },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array' as const),
        items: fc.constant({ type: 'object' as const, required: ['a'] }),
        examples: fc.array(fc.jsonValue()),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ enum: fc.array(fc.jsonValue(), { minLength: 1 }), 'x-docs': fc.string() }, { requiredKeys: [] }),
    fc.record(
      { anyOf: fc.constant([{ type: 'string' as const }, { $ref: '#/$defs/Shared' }]), $comment: fc.string() },
      { requiredKeys: ['anyOf'] },
    ),
  )
  const schemas = fc
    .dictionary(fc.string({ minLength: 1 }), fc.tuple(property, fc.boolean()), { maxKeys: 6 })
    .map((entries) => {
      const required = Object.entries(entries).filter(([, [, isRequired]]) => isRequired)
      const properties = Object.fromEntries(Object.entries(entries).map(([name, [schema]]) => [name, schema]))
      const isShared = JSON.stringify(properties).includes('#/$defs/Shared')
      return closed(properties, {
        ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
        ...(isShared ? { $defs: { Shared: { type: 'integer' } } } : {}),
      })
    })

  test('comes back identical from parameter definitions', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const { parameters, findings } = schemaToParameters(schema)
        expect(findings).toEqual([])
        expect(parametersToSchema(JSON.parse(JSON.stringify(parameters)))).toEqual({
          schema: JSON.parse(JSON.stringify(schema)),
          findings: [],
        })
      }),
      { numRuns: 150 },
    )
  })
})

describe('anything at all', () => {
  test('is read without a throw into a schema that compiles', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.record(
              { name: fc.string(), type: fc.string(), schema: fc.constantFrom({}, null, true) },
              { requiredKeys: [] },
            ),
          ),
        ),
        (value) => {
          expect(() => openSchema(parametersToSchema(value).schema).validator).not.toThrow()
          schemaToParameters(value)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('hostile is harmless', () => {
    let deep: SchemaObject = {}
    for (let i = 0; i < 1_000_000; i++) deep = { not: deep }
    const schema = closed(JSON.parse('{"__proto__": {"type": "string"}, "constructor": {}}'), {
      required: ['__proto__'],
    })
    const { parameters } = schemaToParameters(schema)
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['__proto__', true],
      ['constructor', false],
    ])
    expect(parametersToSchema(parameters).schema).toEqual(schema)
    const { properties = {} } = parametersToSchema(schemaToParameters(closed({ deep })).parameters).schema
    expect((properties.deep as SchemaObject).not === deep.not).toBe(true)
    expect(({} as Record<string, unknown>).type).toBeUndefined()
  })
})
