import { expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import type { Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { compileSchema } from './compile-schema.ts'

/** A quiet machine needs a hundredth of this; a busy one must not fail the test. */
const MOMENT_MS = 1_000

function doubled(keyword: 'allOf' | 'anyOf' | 'oneOf', levels: number): Schema {
  const $defs: Record<string, Schema> = { [`d${levels}`]: { type: 'string' } }
  for (let i = 0; i < levels; i++) {
    const next = { $ref: `#/$defs/d${i + 1}` }
    $defs[`d${i}`] = { [keyword]: [next, next] }
  }
  return { $ref: '#/$defs/d0', $defs }
}

function nest(levels: number, wrap: (inner: unknown) => unknown, core: unknown): unknown {
  let value = core
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}

test.each(['allOf', 'anyOf'] as const)('judges by %s doubled twenty times over', (keyword) => {
  const validator = within(MOMENT_MS, () => compileSchema(doubled(keyword, 20)))
  expect(within(MOMENT_MS, () => validator.isValid('x'))).toBe(true)
  expect(within(MOMENT_MS, () => validator.issues(5))).toHaveLength(1)
})

test('validates by a doubled schema with unevaluated keywords', () => {
  const validator = within(MOMENT_MS, () =>
    compileSchema({ ...(doubled('allOf', 20) as object), unevaluatedProperties: false }),
  )
  expect(within(MOMENT_MS, () => validator.isValid('x'))).toBe(true)
  expect(within(MOMENT_MS, () => validator.issues({ a: 1 }))).not.toEqual([])
})

test('judges by a schema that doubles with every level of the value', () => {
  const twice: Schema = { type: 'array', items: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }
  const either: Schema = {
    anyOf: [
      { type: 'array', items: { $ref: '#' } },
      { type: 'array', minItems: 1, items: { $ref: '#' } },
    ],
  }
  for (const schema of [twice, either]) {
    const validator = compileSchema(schema)
    expect(within(MOMENT_MS, () => validator.isValid(nest(60, (inner) => [inner], [])))).toBe(true)
    expect(within(MOMENT_MS, () => validator.issues(nest(60, (inner) => [inner], 5)))).toMatchObject([
      { path: '/0'.repeat(60) },
    ])
  }
})

test('answers for values a million levels deep', () => {
  const arrays = nest(1e6, (inner) => [inner], [])
  const objects = nest(1e6, (inner) => ({ a: inner }), {})
  const recursive = compileSchema({ items: { $ref: '#' }, additionalProperties: { $ref: '#' } })
  for (const value of [arrays, objects]) {
    expect(within(MOMENT_MS, () => recursive.isValid(value))).toBe(false)
    expect(within(MOMENT_MS, () => recursive.issues(value))).toMatchObject([{ keyword: 'depth', path: '' }])
    expect(within(MOMENT_MS, () => compileSchema({ type: ['array', 'object'] }).isValid(value))).toBe(true)
    expect(within(MOMENT_MS, () => compileSchema({ enum: [[]] }).issues(value))).toHaveLength(1)
    expect(within(MOMENT_MS, () => compileSchema({ uniqueItems: true }).issues([value, value]))).toMatchObject([
      { keyword: 'depth' },
    ])
  }
})

test('answers for a value that contains itself', () => {
  const circle: unknown[] = []
  circle.push(circle)
  expect(within(MOMENT_MS, () => compileSchema({ items: { $ref: '#' } }).issues(circle))).toMatchObject([
    { keyword: 'depth' },
  ])
})

test.each<[string, string, () => unknown]>([
  ['nested a million deep', 'schema/too-deep', () => nest(1e6, (inner) => ({ not: inner }), {})],
  ['nested a million deep in properties', 'schema/too-deep', () => nest(1e6, (a) => ({ properties: { a } }), {})],
  [
    'nested a million deep in an old keyword',
    'schema/metaschema',
    () => nest(1e6, (a) => ({ dependencies: { a } }), {}),
  ],
  ['with a constant a million deep', 'schema/too-deep', () => ({ const: nest(1e6, (inner) => [inner], 0) })],
  ['with a million subschemas', 'schema/too-large', () => ({ allOf: Array.from({ length: 1e6 }, () => true) })],
  [
    'that shares its parts a billion times',
    'schema/too-large',
    () => nest(30, (inner) => ({ allOf: [inner, inner] }), {}),
  ],
])('refuses a schema %s', (_, rule, make) => {
  const schema = make() as Schema
  const thrown = within(MOMENT_MS, () => {
    try {
      return compileSchema(schema)
    } catch (error) {
      return error
    }
  })
  expect(thrown).toBeInstanceOf(SkillError)
  expect(thrown).toMatchObject({ code: 'INVALID_CONTRACT', findings: [{ rule }] })
})

test('reads a schema nested as deep as is allowed', () => {
  const schema = nest(240, (a) => ({ properties: { a } }), { type: 'string' }) as Schema
  const value = nest(240, (a) => ({ a }), 5)
  expect(within(MOMENT_MS, () => compileSchema(schema).issues(value))).toMatchObject([{ path: '/a'.repeat(240) }])
})

test('knows a hundred thousand values', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => (i % 2 ? `value${i}` : { id: i }))
  const validator = within(MOMENT_MS, () => compileSchema({ items: { enum: values } }))
  expect(within(MOMENT_MS, () => validator.isValid(values))).toBe(true)
  expect(within(MOMENT_MS, () => validator.issues(values.map(() => 'valu1')))).toHaveLength(101)
})

test('compares the items of a large array in linear time', () => {
  const items = Array.from({ length: 50_000 }, (_, i) => ({ id: i, name: `n${i}` }))
  const validator = compileSchema({ uniqueItems: true })
  expect(within(MOMENT_MS, () => validator.isValid(items))).toBe(true)
  expect(within(MOMENT_MS, () => validator.issues([...items, { name: 'n0', id: 0 }]))).toMatchObject([
    { keyword: 'uniqueItems' },
  ])
})

test('finds the one wrong item among half a million', () => {
  const validator = compileSchema({ items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'integer' } } })
  const items: unknown[] = Array.from({ length: 500_000 }, (_, i) => i)
  items.push('x')
  expect(within(MOMENT_MS, () => validator.issues(items))).toMatchObject([{ path: '/500000' }])
})

test('leaves Object.prototype alone, whatever names come', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
  const object = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{"polluted":1}`).join()}}`)
  const schema = JSON.parse(
    `{"properties":${JSON.stringify(object).replaceAll('{"polluted":1}', '{"type":"string"}')},"required":${JSON.stringify(names)},"additionalProperties":false}`,
  )
  const issues = compileSchema(schema).issues(object)
  expect(issues.map(({ path }) => path).sort()).toEqual(names.map((name) => `/${name}`).sort())
  expect(
    compileSchema(schema)
      .issues({})
      .map(({ keyword }) => keyword),
  ).toEqual(names.map(() => 'required'))
  expect(compileSchema({ const: object }).isValid(JSON.parse(JSON.stringify(object)))).toBe(true)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
