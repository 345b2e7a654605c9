import { describe, expect, test } from 'vitest'
import type { Schema, SchemaObject } from './schema.ts'
import { upgradeSchema } from './upgrade-schema.ts'

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#'
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema'
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema'

describe('an older schema means the same in draft 2020-12', () => {
  test.each<[string, SchemaObject, SchemaObject]>([
    ['a tuple', { items: [{ type: 'string' }, true] as never }, { prefixItems: [{ type: 'string' }, true] }],
    ['a closed tuple', { items: [true] as never, additionalItems: false }, { prefixItems: [true], items: false }],
    ['an empty tuple', { items: [] as never, additionalItems: { type: 'null' } }, { items: { type: 'null' } }],
    [
      'additionalItems without a tuple',
      { $schema: DRAFT_7, items: true, additionalItems: false },
      { $schema: DRAFT_2020, items: true },
    ],
    ['boolean exclusiveMinimum', { minimum: 1, exclusiveMinimum: true as never }, { exclusiveMinimum: 1 }],
    ['exclusiveMinimum: false', { minimum: 1, exclusiveMinimum: false as never }, { minimum: 1 }],
    ['boolean exclusiveMaximum', { maximum: 9, exclusiveMaximum: true as never }, { exclusiveMaximum: 9 }],
    ['definitions', { definitions: { A: { items: [true] } } }, { $defs: { A: { prefixItems: [true] } } }],
    [
      'definitions beside $defs',
      { definitions: { A: true }, $defs: { A: false } },
      { definitions: { A: true }, $defs: { A: false } },
    ],
    [
      'dependencies of both kinds',
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
    ],
    ['id of draft-04', { $schema: DRAFT_4, id: 'http://x/y' }, { $schema: DRAFT_2020, $id: 'http://x/y' }],
    ['an $id that is an anchor', { $schema: DRAFT_7, $id: '#A' }, { $schema: DRAFT_2020, $anchor: 'A' }],
    [
      'an $id that says where it stands',
      { $schema: DRAFT_7, properties: { a: { $id: '#/properties/a', type: 'string' } } },
      { $schema: DRAFT_2020, properties: { a: { type: 'string' } } },
    ],
    ...['http://x/y', 'http://x/y#', 'y', 'urn:x:y'].map((id): [string, SchemaObject, SchemaObject] => {
      const own = id.replace('#', '')
      return [
        `a reference by the schema's own $id ${id}`,
        { $schema: DRAFT_7, $id: id, definitions: { A: true }, not: { $ref: `${own}#/definitions/A` } },
        { $schema: DRAFT_2020, $id: own, $defs: { A: true }, not: { $ref: `${own}#/$defs/A` } },
      ]
    }),
    [
      'a reference by the $id of a schema inside, relative to the $id around it',
      {
        $schema: DRAFT_7,
        $id: 'http://x/y',
        definitions: { B: { $id: 'b', definitions: { A: true } } },
        not: { $ref: '/b#/definitions/A' },
      },
      {
        $schema: DRAFT_2020,
        $id: 'http://x/y',
        $defs: { B: { $id: 'b', $defs: { A: true } } },
        not: { $ref: '/b#/$defs/A' },
      },
    ],
    [
      'an $id that a $ref silences',
      { $schema: DRAFT_7, definitions: { A: true }, not: { $id: '/not', $ref: '#/definitions/A' } },
      { $schema: DRAFT_2020, $defs: { A: true }, not: { $ref: '#/$defs/A' } },
    ],
    [
      'a text that says what is deprecated',
      { $schema: DRAFT_7, deprecated: 'use b' as never },
      { $schema: DRAFT_2020, deprecated: true },
    ],
    [
      'notes that the draft does not define',
      { $schema: DRAFT_4, examples: 'x' as never, readOnly: 'yes' as never, type: 'string' },
      { $schema: DRAFT_2020, type: 'string' },
    ],
    [
      '$recursiveRef',
      { $schema: DRAFT_2019, items: { $recursiveRef: '#' } },
      { $schema: DRAFT_2020, items: { $ref: '#' } },
    ],
    [
      '$recursiveAnchor',
      { $schema: DRAFT_2019, $recursiveAnchor: true, items: { $recursiveRef: '#' } },
      { $schema: DRAFT_2020, $dynamicAnchor: 'recursive', items: { $dynamicRef: '#recursive' } },
    ],
    ['what document A writes', { $schema: 'https://json-schema.org/draft/2020-12' }, { $schema: DRAFT_2020 }],
    ['an id that is only a word', { id: 'http://x/y', type: 'object' }, { id: 'http://x/y', type: 'object' }],
  ])('%s', (_title, before, after) => {
    expect(upgradeSchema(before)).toEqual(after)
  })
})

describe('references follow what they point at', () => {
  test.each([
    ['#/definitions/A', '#/$defs/A'],
    ['#/definitions/A/items/0', '#/$defs/A/prefixItems/0'],
    ['#/definitions/A/additionalItems', '#/$defs/A/items'],
    ['#/dependencies/c', '#/dependentSchemas/c'],
    ['#/properties/definitions', '#/properties/definitions'],
    ['#/definitions/with%20space', '#/$defs/with%20space'],
    ['#', '#'],
    ['http://elsewhere/x#/definitions/A', 'http://elsewhere/x#/definitions/A'],
  ])('%s becomes %s', (before, after) => {
    const schema = {
      definitions: { A: { items: [true], additionalItems: false }, 'with space': true },
      dependencies: { c: true },
      properties: { definitions: { type: 'string' }, x: { $ref: before } },
    }
    expect(upgradeSchema(schema as never)).toMatchObject({ properties: { x: { $ref: after } } })
  })
})

test('up to draft-07 a $ref silences the keywords beside it, later it does not', () => {
  const schema = { $ref: '#/definitions/A', type: 'string', title: 'kept', definitions: { A: true } } as const
  expect(upgradeSchema({ $schema: DRAFT_7, ...schema })).not.toHaveProperty('type')
  expect(upgradeSchema({ $schema: DRAFT_7, ...schema })).toHaveProperty('title')
  expect(upgradeSchema(schema)).toHaveProperty('type')
})

test('the schema that is given stays as it is, and so do the values inside it', () => {
  const schema = { definitions: { A: { items: [true] } }, enum: [{ items: [1] }], default: { definitions: {} } }
  const copy = structuredClone(schema)
  expect(upgradeSchema(schema as never)).toMatchObject({ enum: [{ items: [1] }], default: { definitions: {} } })
  expect(schema).toEqual(copy)
})

test('hostile schemas are rewritten without harm: deep ones, shared ones, __proto__', () => {
  let deep: Schema = true
  for (let i = 0; i < 200_000; i++) deep = { not: deep }
  expect(upgradeSchema(deep)).toBeTypeOf('object')
  let shared: Schema = { type: 'string' }
  for (let i = 0; i < 60; i++) shared = { allOf: [shared, shared] }
  expect(upgradeSchema(shared)).toBeTypeOf('object')
  const hostile = upgradeSchema(JSON.parse('{"properties":{"__proto__":{"items":[true]}}}')) as SchemaObject
  expect(Object.keys(hostile.properties ?? {})).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).prefixItems).toBeUndefined()
})
