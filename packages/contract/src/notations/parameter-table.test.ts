import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import { schemaToTable, tableToSchema } from './parameter-table.ts'

// Document C, 29.3.
const RESEARCH = `| Parameter | Type | Required | Default | Description |
|-----------|------|----------|---------|-------------|
| \`topic\` | string | Yes | — | The research topic or question |
| \`depth\` | enum | No | "medium" | Research depth: "quick" / "medium" / "deep" |
| \`sources\` | integer | No | 3 | Number of sources to consult (1–10) |
| \`language\` | string | No | "auto" | Summary language (auto-detect from user) |
| \`format\` | enum | No | "prose" | Output format: "prose" / "bullets" / "structured" |`

const closed = (properties: Record<string, Schema>, more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
const RESEARCH_SCHEMA = closed(
  {
    topic: { type: 'string', description: 'The research topic or question' },
    depth: { type: 'string', enum: ['quick', 'medium', 'deep'], default: 'medium', description: 'Research depth' },
    sources: { type: 'integer', minimum: 1, maximum: 10, default: 3, description: 'Number of sources to consult' },
    language: { type: 'string', default: 'auto', description: 'Summary language (auto-detect from user)' },
    format: {
      type: 'string',
      enum: ['prose', 'bullets', 'structured'],
      default: 'prose',
      description: 'Output format',
    },
  },
  { required: ['topic'] },
)

/** The schema of the only parameter, `x`, of a table with these cells. */
function readOne(type: string, fallback: string, description: string): unknown {
  const { schema, findings } = tableToSchema(
    `| Parameter | Type | Default | Description |\n|---|---|---|---|\n| x | ${type} | ${fallback} | ${description} |`,
  )
  return findings.length > 0 ? findings.map(({ rule }) => rule) : schema.properties?.x
}

describe("document C's parameter table", () => {
  test('becomes a schema with its alternatives, range and defaults', () => {
    expect(tableToSchema(`### Parameters\n\n${RESEARCH}\n\n### Process\n`)).toEqual({
      schema: RESEARCH_SCHEMA,
      findings: [],
    })
  })

  test('comes back to the letter', () => {
    expect(schemaToTable(RESEARCH_SCHEMA)).toEqual({ markdown: RESEARCH, findings: [] })
  })
})

describe('a parameter table', () => {
  test('is read in Chinese, in any order of columns', () => {
    const markdown = `
| 说明 | 参数 | 必填 | 类型 | 默认值 |
| :--- | :--: | --- | --- | ---: |
| 主题 | \`topic\` | 是 | 字符串 | 无 |
| 数量（1～10） | count | 否 | 整数 | \`3\` |
| 深度："quick" 或 "deep" | depth | 否 | 枚举 | “quick” |`
    expect(tableToSchema(markdown)).toEqual({
      schema: closed(
        {
          topic: { type: 'string', description: '主题' },
          count: { type: 'integer', minimum: 1, maximum: 10, default: 3, description: '数量' },
          depth: { type: 'string', enum: ['quick', 'deep'], default: 'quick', description: '深度' },
        },
        { required: ['topic'] },
      ),
      findings: [],
    })
  })

  test('may lack columns, outer pipes and cells', () => {
    expect(tableToSchema('Name | Type\n--|--\n**a** | int\nb |\n`c`* | bool').schema).toEqual(
      closed({ a: { type: 'integer' }, b: {}, c: { type: 'boolean' } }, { required: ['c'] }),
    )
    expect(tableToSchema('| Argument | Meaning |\n|---|---|\n| a | What |').schema).toEqual(
      closed({ a: { description: 'What' } }),
    )
    expect(
      tableToSchema('| Param | Type |\n|---|---|\n| a | string, required |\n| b | int (optional) |').schema.required,
    ).toEqual(['a'])
  })

  test('is found after other tables and outside code', () => {
    const other = '| Field | Place |\n|---|---|\n| id | front |'
    const code = '```\n| Parameter | Type |\n|---|---|\n| wrong | string |\n```'
    const { schema } = tableToSchema(`${other}\n\n${code}\n\n${RESEARCH}`)
    expect(Object.keys(schema.properties ?? {})).toEqual(['topic', 'depth', 'sources', 'language', 'format'])
  })

  test.each<[type: string, fallback: string, description: string, unknown]>([
    ['string', '', '', { type: 'string' }],
    ['`str`', '—', 'Text', { type: 'string', description: 'Text' }],
    ['string[]', '["a"]', '', { type: 'array', items: { type: 'string' }, default: ['a'] }],
    ['array<string>', '`[]`', '', { type: 'array', items: { type: 'string' }, default: [] }],
    [
      'list[str]',
      '',
      'Tags (1–5 items)',
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 5, description: 'Tags' },
    ],
    ['List of integers', '', '', { type: 'array', items: { type: 'integer' } }],
    ['Array<Array<number>>', '', '', { type: 'array', items: { type: 'array', items: { type: 'number' } } }],
    [
      'dict[str, int]',
      '{"a": 1}',
      '',
      { type: 'object', additionalProperties: { type: 'integer' }, default: { a: 1 } },
    ],
    ['string \\| null', 'null', '', { type: ['string', 'null'], default: null }],
    ['string or integer', '5', '', { type: ['string', 'integer'], default: 5 }],
    ['string', '"—"', '', { type: 'string', default: '—' }],
    ['string', '3', '', { type: 'string', default: '3' }],
    ['string', '""', '', { type: 'string', default: '' }],
    ['string', 'null', '', { type: 'string' }],
    ['integer', '"3"', '', { type: 'integer', default: 3 }],
    ['boolean', 'Yes', '', { type: 'boolean', default: true }],
    [
      'number',
      '0.5',
      'Share (> 0, ≤ 1)',
      { type: 'number', default: 0.5, exclusiveMinimum: 0, maximum: 1, description: 'Share' },
    ],
    [
      'integer',
      '',
      'Seconds (5–120 seconds)',
      { type: 'integer', minimum: 5, maximum: 120, description: 'Seconds (5–120 seconds)' },
    ],
    [
      'integer',
      '',
      'From (1,000 to 10,000) on',
      { type: 'integer', minimum: 1000, maximum: 10000, description: 'From (1,000 to 10,000) on' },
    ],
    ['integer', '', 'Level (-5 – -1)', { type: 'integer', minimum: -5, maximum: -1, description: 'Level' }],
    ['string', '', 'Name (2–100 characters)', { type: 'string', minLength: 2, maxLength: 100, description: 'Name' }],
    ['string', '', 'Name (2–100)', { type: 'string', description: 'Name (2–100)' }],
    ['date', '', '', { type: 'string', format: 'date' }],
    ['url', '', '', { type: 'string', format: 'uri' }],
    [
      'enum',
      'prose',
      'Format: prose, bullets, or structured.',
      { type: 'string', enum: ['prose', 'bullets', 'structured'], default: 'prose', description: 'Format' },
    ],
    ['enum', '', 'Depth (quick/deep)', { type: 'string', enum: ['quick', 'deep'], description: 'Depth' }],
    [
      'enum',
      '',
      "Use 'a', 'b' or 'c' as you like",
      { type: 'string', enum: ['a', 'b', 'c'], description: "Use 'a', 'b' or 'c' as you like" },
    ],
    ['enum', '2', 'Level: 1 / 2 / 3', { type: 'integer', enum: [1, 2, 3], default: 2, description: 'Level' }],
    ['enum(quick, deep)', '', 'Depth', { type: 'string', enum: ['quick', 'deep'], description: 'Depth' }],
    ['`"a" \\| "b"`', '', '', { type: 'string', enum: ['a', 'b'] }],
    [
      'enum[]',
      '["a"]',
      'Parts: "a" / "b" (1–2 items)',
      {
        type: 'array',
        items: { type: 'string', enum: ['a', 'b'] },
        minItems: 1,
        maxItems: 2,
        default: ['a'],
        description: 'Parts',
      },
    ],
    ['string', '', 'One<br>two \\| three', { type: 'string', description: 'One\ntwo | three' }],
    ['string', '', 'Use "a" or "b"', { type: 'string', description: 'Use "a" or "b"' }],
    ['enum', '', 'Depth of the search', ['contract/notation-enum']],
    ['blob', '', '', ['contract/notation-type']],
    ['integer', 'many', '', ['contract/notation-default']],
  ])('reads type %j, default %j, description %j', (type, fallback, description, expected) => {
    expect(readOne(type, fallback, description)).toEqual(expected)
  })

  test.each([
    ['no table', 'Nothing here', 'contract/notation-shape'],
    ['a name twice', '| Parameter | Type |\n|---|---|\n| a | string |\n| `a` | string |', 'contract/notation-name'],
    ['no name', '| Parameter | Type |\n|---|---|\n| | string |', 'contract/notation-name'],
    ['neither yes nor no', '| Parameter | Required |\n|---|---|\n| a | sometimes |', 'contract/notation-required'],
    ['too many cells', '| Parameter | Type |\n|---|---|\n| a | string | b |', 'contract/notation-shape'],
  ])('that is wrong gets a finding: %s', (_name, markdown, rule) => {
    expect(tableToSchema(markdown).findings.map((finding) => finding.rule)).toEqual([rule])
  })

  test.each<[string, Schema, pointer: string]>([
    ['a pattern', { type: 'string', pattern: '^a' }, '/properties/x/pattern'],
    ['a nested object', { type: 'object', properties: { a: { type: 'string' } } }, '/properties/x/properties'],
    ['items with limits', { type: 'array', items: { type: 'string', minLength: 2 } }, '/properties/x/items'],
    ['a combinator', { anyOf: [{ type: 'string' }] }, '/properties/x/anyOf'],
    ['a description that reads as a range', { type: 'integer', description: 'Part (1–2)' }, '/properties/x'],
    ['a reference', { $ref: '#/$defs/A' }, '/properties/x/$ref'],
  ])('has a finding for what it cannot say: %s', (_name, property, pointer) => {
    expect(schemaToTable(closed({ x: property })).findings.map((finding) => finding.pointer)).toContain(pointer)
  })
})

describe('an object schema', () => {
  const words = fc.stringMatching(/^[a-z|"\\]{1,8}( [a-z|]{1,6}){0,3}$/)
  const described = { description: words }
  const integer = fc.integer({ min: -1000, max: 1000 })
  const property: fc.Arbitrary<Schema> = fc.oneof(
    fc.record(
      {
        type: fc.constant('string' as const),
        default: fc.string(),
        minLength: fc.nat(9),
        maxLength: fc.integer({ min: 9, max: 99 }),
        ...described,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('integer' as const),
        default: integer,
        minimum: fc.integer({ min: -9, max: 0 }),
        maximum: fc.nat(9),
        ...described,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('number' as const),
        default: fc.double({ noNaN: true, noDefaultInfinity: true }),
        exclusiveMinimum: integer,
        maximum: integer,
        ...described,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('boolean' as const), default: fc.boolean(), ...described },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('string' as const), enum: fc.uniqueArray(fc.string(), { minLength: 1 }), ...described },
      { requiredKeys: ['type', 'enum'] },
    ),
    fc.record(
      {
        type: fc.constant('array' as const),
        items: fc.constant({ type: ['string', 'null'] as const }),
        maxItems: fc.nat(9),
        default: fc.array(fc.string()),
        ...described,
      },
      { requiredKeys: ['type', 'items'] },
    ),
    fc.record(
      {
        type: fc.constant('array' as const),
        items: fc.record({ type: fc.constant('string' as const), enum: fc.uniqueArray(words, { minLength: 1 }) }),
        minItems: fc.nat(9),
      },
      { requiredKeys: ['type', 'items'] },
    ),
    fc.record(
      { type: fc.constant('object' as const), default: fc.dictionary(words, fc.integer()), ...described },
      { requiredKeys: ['type'] },
    ),
  )
  const schemas = fc
    .dictionary(fc.stringMatching(/^[a-zA-Z_|][\w.|-]{0,8}$/), fc.tuple(property, fc.boolean()), { maxKeys: 5 })
    .map((entries) => {
      const required = Object.entries(entries).flatMap(([name, [, isRequired]]) => (isRequired ? name : []))
      const properties = Object.fromEntries(Object.entries(entries).map(([name, [schema]]) => [name, schema]))
      return closed(properties, required.length > 0 ? { required } : {})
    })
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

  test('that a table can say comes back identical', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const { markdown, findings } = schemaToTable(plain(schema))
        expect(findings).toEqual([])
        expect(tableToSchema(markdown)).toEqual({ schema: plain(schema), findings: [] })
      }),
      { numRuns: 150 },
    )
  })

  test('comes back identical or has a finding, whatever its descriptions, names and defaults are', () => {
    const wild = fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.record(
        {
          type: fc.constantFrom('string', 'integer', 'array', 'any', 'date'),
          description: fc.string({ unit: 'binary' }),
          default: fc.jsonValue(),
          enum: fc.array(fc.jsonValue()),
          maximum: fc.double(),
        },
        { requiredKeys: [] },
      ),
      { maxKeys: 3 },
    )
    fc.assert(
      fc.property(wild, (properties) => {
        const schema = closed(plain(properties))
        const { markdown, findings } = schemaToTable(schema)
        if (findings.length === 0) expect(tableToSchema(markdown).schema).toEqual(schema)
      }),
      { numRuns: 300 },
    )
  })
})

describe('any text at all', () => {
  const cell = fc.oneof(
    fc.constantFrom('enum', 'string[]', '(1–', '"a" /', '—', '`', '\\', '|', '(', '“', ': '),
    fc.string({ unit: 'binary' }),
  )
  const table = fc
    .array(fc.array(cell, { minLength: 5, maxLength: 6 }), { maxLength: 4 })
    .map((rows) =>
      [
        '| Parameter | Type | Required | Default | Description |',
        '|-|-|-|-|-|',
        ...rows.map((cells) => `|${cells.join('|')}|`),
      ].join('\n'),
    )

  test('is read without a throw into a schema that compiles', () => {
    fc.assert(
      fc.property(fc.oneof(table, fc.string({ unit: 'binary', maxLength: 300 })), (markdown) => {
        expect(() => openSchema(tableToSchema(markdown).schema).validator).not.toThrow()
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    '|',
    '`',
    '(',
    '“',
    '"',
    "'",
    ':',
    ' ',
    '\\',
    '(1–2',
    '"a" / ',
    '<br',
    '*',
    '[',
    'a[]',
    '\n',
    '|-',
    '9',
    '\ud800',
  ])('200,000 characters of %j are read in time', (piece) => {
    const text = piece.repeat(200_000 / piece.length)
    within(3_000, () => {
      tableToSchema(text)
      tableToSchema(
        `| Parameter | Type | Required | Default | Description |\n|-|-|-|-|-|\n| x | ${text} | No | ${text} | ${text} |`,
      )
      tableToSchema(`| Parameter | Type | Default | Description |\n|-|-|-|-|\n| ${text} | enum | ${text} | ${text} |`)
      tableToSchema(`| Parameter | Type | Default | Description |\n|-|-|-|-|\n| x | integer | ${text} | ${text}) |`)
      schemaToTable(closed({ x: { type: 'integer', description: text, default: text, enum: [text] }, [text]: true }))
    })
  })

  test('hostile schemas are harmless', () => {
    let deep: Schema = {}
    for (let i = 0; i < 1_000_000; i++) deep = { type: 'array', items: deep }
    const schema = closed({
      deep,
      shallow: { default: deep },
      odd: { type: 5, enum: [deep] } as unknown as Schema,
      ...JSON.parse('{"__proto__": {"type": "string"}}'),
    })
    expect(schemaToTable(schema).findings.length).toBeGreaterThan(0)
    expect(schemaToTable(null).findings).toHaveLength(1)
    const { properties = {} } = tableToSchema('| Parameter | Type |\n|-|-|\n| __proto__ | string |').schema
    expect(Object.keys(properties)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).type).toBeUndefined()
  })
})

test.each([
  ['✅ 是', true],
  ['Yes (or name)', true],
  ['✔️', true],
  ['**Yes**', true],
  ['必填（二选一）', true],
  ['No (default 5)', false],
  ['❌ 否', false],
  ['Optional, see below', false],
])('a cell that says "%s" says whether it is required', (cell, isRequired) => {
  const { schema, findings } = tableToSchema(
    `| Parameter | Type | Required |\n|---|---|---|\n| a | string | ${cell} |\n`,
  )
  expect([schema.required?.includes('a') ?? false, findings]).toEqual([isRequired, []])
})

test('what is required only at times is taken as optional, and said', () => {
  const { schema, findings } = tableToSchema(
    '| Parameter | Type | Required |\n|---|---|---|\n| a | string | Yes (if b is absent) |\n',
  )
  expect([schema.required ?? [], findings.map(({ rule }) => rule)]).toEqual([[], ['contract/notation-required']])
})
