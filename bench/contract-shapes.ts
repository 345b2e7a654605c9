import type { Schema, SchemaObject } from '@skillwright/contract'

/** A schema of a shape that real tools have, with inputs for it. */
export interface Shape {
  readonly name: string
  readonly schema: SchemaObject
  /** Valid, with everything in it. */
  readonly complete: unknown
  /** Valid, with its defaults missing; absent where the shape has none. */
  readonly bare?: unknown
  /** The complete input with one mistake that is repaired. */
  readonly mistaken: unknown
}

const text = { type: 'string' } as const
const int = { type: 'integer' } as const
const flag = { type: 'boolean' } as const
const object = (properties: Record<string, Schema>, more: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
const many = <Value>(count: number, make: (i: number) => Value, prefix = 'option'): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}_${i}`, make(i)]))
const maybe = (schema: Schema): SchemaObject => ({ anyOf: [schema, { type: 'null' }] })

/** A dozen shapes: the worst of them is what counts. */
export const SHAPES: readonly Shape[] = [
  shape(
    '73 properties with 26 defaults',
    object(
      many(73, (i): Schema => (i < 26 ? { ...int, default: i } : i % 2 === 0 ? text : flag)),
      {},
    ),
    many(73, (i) => (i < 26 ? i : i % 2 === 0 ? 'a value' : true)),
    { bare: Object.fromEntries(Object.entries(many(73, (i) => (i % 2 === 0 ? 'a value' : true))).slice(26)) },
  ),
  shape(
    '30 unions',
    object(many(30, (i) => maybe(i % 3 === 0 ? int : i % 3 === 1 ? text : { type: 'array', items: text }))),
    many(30, (i) => (i % 3 === 0 ? i : i % 3 === 1 ? 'a value' : ['a', 'b'])),
  ),
  shape(
    '3 properties',
    object({ count: int, query: text, safe: { ...flag, default: true } }, { required: ['query'] }),
    {
      count: 5,
      query: 'cats',
      safe: true,
    },
    { bare: { count: 5, query: 'cats' } },
  ),
  shape(
    'a tool with required enum and list',
    object(
      {
        number: { ...int, minimum: 1, maximum: 100, default: 10 },
        state: { enum: ['open', 'closed', 'all'], default: 'open' },
        labels: { type: 'array', items: { ...text, maxLength: 50 } },
        owner: { ...text, minLength: 1 },
        repository: { ...text, pattern: '^[\\w.-]+$' },
      },
      { required: ['owner', 'repository'] },
    ),
    { number: 10, state: 'open', labels: ['bug', 'help wanted'], owner: 'ann', repository: 'tools' },
    { bare: { labels: ['bug', 'help wanted'], owner: 'ann', repository: 'tools' } },
  ),
  shape(
    'references, nested four deep',
    {
      ...object({ count: int, root: { $ref: '#/$defs/node' } }, { required: ['root'] }),
      $defs: {
        node: object({
          size: { ...int, default: 1 },
          name: text,
          children: { type: 'array', items: { $ref: '#/$defs/node' } },
        }),
      },
    },
    { count: 1, root: tree(4) },
  ),
  shape(
    'a list of twenty objects',
    object({
      count: int,
      rows: {
        type: 'array',
        items: object({ id: int, name: text, on: { ...flag, default: false } }, { required: ['id'] }),
      },
    }),
    { count: 20, rows: Array.from({ length: 20 }, (_, id) => ({ id, name: `row ${id}`, on: true })) },
    { bare: { count: 20, rows: Array.from({ length: 20 }, (_, id) => ({ id, name: `row ${id}` })) } },
  ),
  shape(
    'a union by kind',
    object({
      count: int,
      step: {
        oneOf: ['read', 'write', 'move', 'copy'].map((kind) =>
          object({ kind: { const: kind }, path: text, force: flag }, { required: ['kind'] }),
        ),
      },
    }),
    { count: 1, step: { kind: 'copy', path: 'a/b', force: true } },
  ),
  shape(
    'composed of three parts',
    {
      type: 'object',
      allOf: [
        { properties: { count: int, a: { ...int, default: 1 } } },
        { properties: { b: text } },
        { properties: { c: { ...flag, default: false } }, required: ['b'] },
      ],
    },
    { count: 1, a: 1, b: 'x', c: true },
    { bare: { count: 1, b: 'x' } },
  ),
  shape(
    'a map of settings',
    object({
      count: int,
      env: { type: 'object', additionalProperties: text },
      limits: { type: 'object', patternProperties: { '^max_': int } },
    }),
    { count: 1, env: many(10, () => 'value', 'KEY'), limits: { max_a: 1, max_b: 2 } },
  ),
  shape(
    'nested options with defaults',
    object({
      count: { ...int, default: 3 },
      options: object({
        retries: { ...int, default: 2 },
        log: object({ level: { enum: ['info', 'debug'], default: 'info' }, file: text }),
      }),
    }),
    { count: 3, options: { retries: 2, log: { level: 'debug', file: 'a.log' } } },
    { bare: { options: { log: { file: 'a.log' } } } },
  ),
  // No formats: bare ajv is compared with as it comes, and then it checks none.
  shape(
    'bounds and lengths',
    object(
      {
        count: { ...int, minimum: 0 },
        ratio: { type: 'number', maximum: 1 },
        title: { ...text, maxLength: 80 },
        mode: { enum: ['fast', 'full'], default: 'fast' },
      },
      { required: ['title'] },
    ),
    { count: 1, ratio: 0.5, title: 'A title of some length', mode: 'full' },
    { bare: { count: 1, ratio: 0.5, title: 'A title of some length' } },
  ),
  shape(
    'a condition',
    {
      ...object({ count: int, save: { ...flag, default: false }, path: text }),
      if: { properties: { save: { const: true } }, required: ['save'] },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      then: { required: ['path'] },
    },
    { count: 1, save: true, path: 'a.md' },
    { bare: { count: 1, path: 'a.md' } },
  ),
]

/** The first whole number at the top is the one that is sent as text. */
function shape(
  name: string,
  schema: SchemaObject,
  complete: Readonly<Record<string, unknown>>,
  more: { bare?: unknown } = {},
): Shape {
  const at = Object.keys(complete).find((key) => typeof complete[key] === 'number') ?? ''
  return { name, schema, complete, mistaken: { ...complete, [at]: String(complete[at]) }, ...more }
}

function tree(levels: number): unknown {
  return { size: 1, name: 'a node', children: levels === 0 ? [] : [tree(levels - 1)] }
}
