import { describe, expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { openSchema } from '../open-schema.ts'
import type { Schema, SchemaObject } from '../schema.ts'

const one = { type: 'integer', default: 1 } as const
const withOne: SchemaObject = { properties: { a: one } }
const when = (condition: Schema, then: Schema): SchemaObject => ({ if: condition, then })

describe('defaults are filled in', () => {
  test.each<[string, Schema, unknown, unknown]>([
    ['at properties', withOne, {}, { a: 1 }],
    [
      'false, null, zero and the empty text',
      { properties: { a: { default: false }, b: { default: null }, c: { default: 0 }, d: { default: '' } } },
      {},
      { a: false, b: null, c: 0, d: '' },
    ],
    ['for a required property', { ...withOne, required: ['a'] }, {}, { a: 1 }],
    ['in objects that are there', { properties: { o: withOne, p: withOne } }, { o: {} }, { o: { a: 1 } }],
    ['in items', { items: withOne }, [{}, { a: 2 }, 3], [{ a: 1 }, { a: 2 }, 3]],
    [
      'in tuples',
      { prefixItems: [{}, withOne], items: { properties: { b: one } } },
      [{}, {}, {}],
      [{}, { a: 1 }, { b: 1 }],
    ],
    [
      'through a reference',
      { properties: { o: { $ref: '#/$defs/o' } }, $defs: { o: withOne } },
      { o: {} },
      { o: { a: 1 } },
    ],
    ['through a reference at the root', { $ref: '#/$defs/o', $defs: { o: withOne } }, {}, { a: 1 }],
    ['from what a property refers to', { properties: { a: { $ref: '#/$defs/one' } }, $defs: { one } }, {}, { a: 1 }],
    [
      'beside a reference rather than behind it',
      { properties: { a: { $ref: '#/$defs/one', default: 2 } }, $defs: { one } },
      {},
      { a: 2 },
    ],
    ['through allOf', { allOf: [withOne, { properties: { b: { default: 2 } } }] }, {}, { a: 1, b: 2 }],
    [
      'in one object by two parts of the schema',
      { allOf: ['a', 'b'].map((name) => ({ properties: { o: { properties: { [name]: one } } } })) },
      { o: {} },
      { o: { a: 1, b: 1 } },
    ],
    [
      'through recursion',
      { properties: { next: { $ref: '#' }, a: one } },
      { next: { next: {} } },
      { next: { next: { a: 1 }, a: 1 }, a: 1 },
    ],
    ['inside a default', { properties: { o: { ...withOne, default: {} } } }, {}, { o: { a: 1 } }],
    [
      'inside a default that needs them',
      { properties: { o: { ...withOne, required: ['a'], default: {} } } },
      {},
      { o: { a: 1 } },
    ],
    ['after what is there', { properties: { a: one, b: {} } }, { b: 2 }, { b: 2, a: 1 }],
    [
      'at names of Object.prototype',
      { properties: { constructor: one, toString: one } },
      {},
      { constructor: 1, toString: 1 },
    ],
    [
      'where a condition does not mind',
      { ...withOne, ...when({ properties: { a: { const: 1 } } }, { maxProperties: 1 }) },
      {},
      { a: 1 },
    ],
  ])('%s', (_name, schema, sent, value) => {
    const before = JSON.stringify(sent)
    for (const policy of ['strict', 'friendly'] as const) {
      const result = openSchema(schema).check(sent, { policy })
      expect(result).toEqual({ ok: true, value, coercions: [], issues: [] })
    }
    expect(JSON.stringify(sent)).toBe(before)
  })
})

describe('defaults are left out', () => {
  test.each<[string, Schema, unknown]>([
    ['when everything is there', withOne, { a: 2 }],
    ['when the value is no object', withOne, 5],
    ['in objects that are not there', { properties: { o: withOne } }, {}],
    ['in alternatives', { anyOf: [withOne], oneOf: [withOne] }, {}],
    ['in conditions', { ...when(withOne, withOne), not: { properties: { a: one }, required: ['b'] } }, {}],
    [
      'that their own schema refuses',
      { properties: { a: { type: 'integer', default: 'x' }, b: { maximum: 1, default: 2 } } },
      {},
    ],
    ['that are objects their own schema refuses', { properties: { a: { required: ['b'], default: {} } } }, {}],
    ['that never end', { properties: { next: { $ref: '#', default: {} } } }, {}],
    ['that a condition refuses', { ...withOne, ...when({ required: ['a'] }, false) }, {}],
    ['that not refuses', { ...withOne, not: { required: ['a'] } }, {}],
    ['that an alternative refuses', { ...withOne, oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { b: 1 }],
    ['that dependentRequired refuses', { ...withOne, dependentRequired: { a: ['b'] } }, {}],
    ['that make too many properties', { ...withOne, maxProperties: 0 }, {}],
    ['whose name is refused', { ...withOne, propertyNames: { maxLength: 0 } }, {}],
    ['that a pattern refuses', { ...withOne, patternProperties: { a: { minimum: 2 } } }, {}],
    ['that another part closes out', { allOf: [withOne, { additionalProperties: false }] }, {}],
    ['that make items equal', { items: withOne, uniqueItems: true }, [{}, { a: 1 }]],
    [
      'that make too many items fit',
      { items: withOne, contains: { required: ['a'] }, minContains: 0, maxContains: 0 },
      [{}],
    ],
    ['that make a listed value another one', { ...withOne, enum: [{}] }, {}],
    [
      'that a condition further up refuses',
      { properties: { o: withOne }, not: { properties: { o: { required: ['a'] } } } },
      { o: {} },
    ],
    [
      'that a condition further down refuses',
      { properties: { o: { ...withOne, not: { required: ['a'] } } } },
      { o: {} },
    ],
    [
      'by a reference to the whole schema',
      { ...withOne, properties: { a: one, o: {} }, not: { properties: { o: { $ref: '#' } }, required: ['a'] } },
      { o: {} },
    ],
  ])('%s', (_name, schema, sent) => {
    const result = openSchema(schema).check(sent)
    expect(result).toMatchObject({ ok: true, coercions: [] })
    expect(result.value).toBe(sent)
  })

  test('where a few lines of schema ask for millions of them', () => {
    const $defs: Record<string, Schema> = { d30: {} }
    for (let i = 0; i < 30; i++) {
      const next = { $ref: `#/$defs/d${i + 1}`, default: {} }
      $defs[`d${i}`] = { properties: { a: next, b: next } }
    }
    const { ok, value } = within(2_000, () => openSchema({ $ref: '#/$defs/d0', $defs }).check({}))
    expect(ok).toBe(true)
    expect(JSON.stringify(value).length).toBeLessThan(1e6)
  })

  test('where many properties ask for many each', () => {
    const fields = (count: number, schema: Schema): Record<string, Schema> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, schema]))
    const schema = {
      properties: fields(200, { $ref: '#/$defs/d', default: {} }),
      $defs: { d: { properties: fields(500, one) } },
    }
    const value = openSchema(schema).check({}).value as Record<string, object>
    const sizes = Object.values(value).map((inside) => Object.keys(inside).length)
    expect(new Set(sizes)).toEqual(new Set([500]))
    expect(sizes.length).toBeLessThan(50)
  })
})

describe('defaults of recursive schemas', () => {
  const many = (count: number, schema: Schema): Record<string, Schema> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, schema]))

  test('two hundred that lead back to the whole are found to be endless at once', () => {
    const schema = { properties: { ...many(200, { $ref: '#', default: {} }), a: one } }
    expect(within(500, () => openSchema(schema).check({}))).toMatchObject({ ok: true, value: { a: 1 } })
  })

  test('what only contains an endless one is kept, without it', () => {
    const schema = {
      properties: { box: { default: {}, properties: { a: one, next: { $ref: '#/$defs/loop', default: {} } } } },
      $defs: { loop: { properties: { next: { $ref: '#/$defs/loop', default: {} } } } },
    }
    expect(openSchema(schema).check({}).value).toEqual({ box: { a: 1, next: {} } })
  })

  test('two that contain each other are both left out', () => {
    const schema = {
      properties: { x: { $ref: '#/$defs/x', default: {} }, a: one },
      $defs: {
        x: { properties: { y: { $ref: '#/$defs/y', default: {} } } },
        y: { properties: { x: { $ref: '#/$defs/x', default: {} } } },
      },
    }
    expect(openSchema(schema).check({}).value).toEqual({ x: {}, a: 1 })
  })

  test('a chain of thousands is counted without recursion', () => {
    const $defs: Record<string, Schema> = { d2000: { properties: { a: one } } }
    for (let i = 0; i < 2000; i++) $defs[`d${i}`] = { properties: { n: { $ref: `#/$defs/d${i + 1}`, default: {} } } }
    expect(within(2_000, () => openSchema({ $ref: '#/$defs/d0', $defs }).check({}).ok)).toBe(true)
    expect(openSchema({ $ref: '#/$defs/d1999', $defs }).check({}).value).toEqual({ n: { a: 1 } })
  })
})

test('no two results share a default', () => {
  const checker = openSchema({ properties: { list: { type: 'array', default: [{ a: 1 }] } } })
  const first = checker.check({}).value as { list: { a: number }[] }
  first.list[0] = { a: 2 }
  first.list.push({ a: 3 })
  expect(checker.check({}).value).toEqual({ list: [{ a: 1 }] })
})

test('a default named __proto__ becomes a property, not a prototype', () => {
  const checker = openSchema({ properties: JSON.parse('{"__proto__":{"default":{"bad":1}}}') })
  const { value } = checker.check({})
  expect(JSON.stringify(value)).toBe('{"__proto__":{"bad":1}}')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test('names and texts that look like code are only data', () => {
  const name = '"]; throw new Error("run") //%25\u2028é'
  const checker = openSchema({ properties: { [name]: { default: `'"\`\${1}\u2029` } } })
  expect(checker.check({}).value).toEqual({ [name]: `'"\`\${1}\u2029` })
})

test('a name with half a character in it does no harm', () => {
  const checker = openSchema({ properties: { '\ud800': { default: 1 }, a: { type: 'integer', default: 2 } } })
  expect(checker.check({})).toMatchObject({ ok: true, value: { a: 2 } })
  expect(checker.check({ '\ud800': 'x', a: '3' })).toMatchObject({ ok: true, value: { '\ud800': 'x', a: 3 } })
})

describe('thousands of references to one large schema are planned for in good time', () => {
  const many = (count: number, make: (i: number) => Schema): Record<string, Schema> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, make(i)]))
  const listed = Array.from({ length: 30_000 }, (_, i) => `v${i}`)
  test.each<[string, SchemaObject]>([
    ['defaults that lead to all others', { properties: many(3000, () => ({ $ref: '#', default: {} })) }],
    ['defaults that lead to all but one', { properties: many(4900, () => ({ $ref: '#', default: { p1: 1 } })) }],
    [
      'each with a property of its own',
      { properties: many(2400, (i) => ({ $ref: '#', default: {}, properties: { [`q${i}`]: { default: 1 } } })) },
    ],
    [
      'a long list of values',
      { properties: many(2400, () => ({ $ref: '#/$defs/x', default: 'v1' })), $defs: { x: { enum: listed } } },
    ],
  ])('%s', (_what, schema) => {
    const checker = openSchema({ type: 'object', ...schema })
    // The first check, and the first that needs a repair.
    expect(within(200, () => checker.check({})).ok).toBe(true)
    expect(within(50, () => checker.check({ p1: [] })).ok).toBe(false)
  })
})
