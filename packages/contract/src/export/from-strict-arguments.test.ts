import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileSchema } from '../engine/compile-schema.ts'
import { defineKey, jsonEquals } from '../json.ts'
import { type Action, openContract } from '../open-contract.ts'
import type { Schema } from '../schema.ts'
import { fromStrictArguments } from './from-strict-arguments.ts'
import { toAnthropicTool } from './to-anthropic-tool.ts'
import { toOpenAiTool } from './to-open-ai-tool.ts'

function actionOf(input: Schema): Action {
  return openContract({ actions: { go: { input } } }).action()
}

/** A kind of value: its schema, and values paired with the form a strict tool wants them in. */
interface Kind {
  readonly schema: Schema
  readonly pairs: fc.Arbitrary<readonly [value: unknown, strict: unknown]>
}
const same = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((value) => [value, value] as const)
const NAMES = ['a', 'b', 'long name', '__proto__', 'constructor', 'x~/y', '名'] as const

const scalar: fc.Arbitrary<Kind> = fc.constantFrom(
  { schema: { type: 'string', maxLength: 5 }, pairs: same(fc.string({ maxLength: 5 })) },
  { schema: { type: 'integer', minimum: 0, maximum: 9 }, pairs: same(fc.integer({ min: 0, max: 9 })) },
  { schema: { enum: ['x', 2, false] }, pairs: same(fc.constantFrom('x', 2, false)) },
  { schema: { type: ['boolean', 'number'] }, pairs: same(fc.oneof(fc.boolean(), fc.integer())) },
  { schema: { $ref: '#/$defs/Short' }, pairs: same(fc.string({ maxLength: 3 })) },
  {
    schema: true,
    pairs: fc
      .jsonValue()
      .map((v) => JSON.parse(JSON.stringify(v)))
      .map((v) => [v, JSON.stringify(v)]),
  },
  { schema: { type: 'object' }, pairs: fc.constantFrom([{ q: [1] }, '{"q":[1]}'], [{}, '{}']) },
)

const { kind } = fc.letrec<{ kind: Kind; object: Kind }>((tie) => ({
  kind: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    tie('object'),
    tie('kind').map(arrayOf),
    tie('kind').map(mapOf),
    fc.tuple(tie('kind'), tie('kind')).map(taggedOf),
    fc.tuple(tie('kind'), tie('kind')).map(tupleOf),
  ),
  object: fc
    .uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), kind: tie('kind'), optional: fc.boolean() }), {
      selector: (property) => property.name,
      maxLength: 4,
    })
    .map(objectOf),
}))

function arrayOf({ schema, pairs }: Kind): Kind {
  return {
    schema: { type: 'array', items: schema, uniqueItems: false },
    pairs: fc.array(pairs, { maxLength: 3 }).map(unzip),
  }
}

function mapOf({ schema, pairs }: Kind): Kind {
  const isFree = schema === true
  return {
    schema: { type: 'object', additionalProperties: schema },
    pairs: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), pairs), { selector: ([key]) => key, maxLength: 3 })
      .map((list) => {
        const value = {}
        for (const [key, [inner]] of list) defineKey(value, key, inner)
        return [value, isFree ? JSON.stringify(value) : list.map(([key, [, strict]]) => ({ key, value: strict }))]
      }),
  }
}

function taggedOf([one, two]: [Kind, Kind]): Kind {
  const branch = (tag: string, { schema }: Kind) => ({
    type: 'object' as const,
    properties: { tag: { const: tag }, body: schema },
    required: ['tag', 'body'],
    additionalProperties: false,
  })
  const pairs = (tag: string, { pairs: inner }: Kind) =>
    inner.map(
      ([value, strict]) =>
        [
          { tag, body: value },
          { tag, body: strict },
        ] as const,
    )
  return { schema: { oneOf: [branch('1', one), branch('2', two)] }, pairs: fc.oneof(pairs('1', one), pairs('2', two)) }
}

function tupleOf([one, two]: [Kind, Kind]): Kind {
  const schema = { type: 'array' as const, prefixItems: [one.schema, two.schema], items: false }
  return { schema, pairs: fc.tuple(one.pairs, two.pairs).map(unzip) }
}

function objectOf(properties: readonly { name: string; kind: Kind; optional: boolean }[]): Kind {
  const declared = {}
  for (const { name, kind } of properties) defineKey(declared, name, kind.schema)
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => name)
  const pairs = fc
    .tuple(...properties.map(({ kind, optional }) => (optional ? fc.option(kind.pairs) : kind.pairs)))
    .map((list) => {
      const value = {}
      const strict = {}
      list.forEach((pair, i) => {
        const name = properties[i]?.name ?? ''
        if (pair) defineKey(value, name, pair[0])
        defineKey(strict, name, pair ? pair[1] : null)
      })
      return [value, strict] as const
    })
  return { schema: { type: 'object', properties: declared, required, additionalProperties: false }, pairs }
}

function unzip(pairs: readonly (readonly [unknown, unknown])[]): readonly [unknown, unknown] {
  return [pairs.map(([value]) => value), pairs.map(([, strict]) => strict)]
}

describe('arguments of a strict tool', () => {
  test('any valid input has a strict form that the exported schema accepts, and that reads back as the same input', () => {
    const cases = kind.chain((inner) => {
      const { schema, pairs } = objectOf([
        { name: 'need', kind: inner, optional: false },
        { name: 'may', kind: inner, optional: true },
      ])
      const root = { ...(schema as object), $defs: { Short: { type: 'string' as const } } }
      return pairs.map(([value, strict]) => ({ root, value, strict }))
    })
    fc.assert(
      fc.property(cases, ({ root, value, strict }) => {
        const action = actionOf(root)
        expect(action.input.validator.isValid(value)).toBe(true)
        const { tool } = toOpenAiTool(action, { strict: true })
        if (!tool.function.strict) return
        expect(compileSchema(tool.function.parameters).issues(strict)).toEqual([])
        expect(jsonEquals(fromStrictArguments(action, strict), value)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  test('null for an optional property is absence, at every depth and through references', () => {
    const action = actionOf({
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      $defs: {
        Node: {
          allOf: [
            { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
            { properties: { label: { type: 'string' }, next: { $ref: '#/$defs/Node' } } },
          ],
        },
      },
    })
    const args = { list: [{ id: 1, label: null, next: { id: 2, label: 'two', next: null } }] }
    expect(fromStrictArguments(action, args)).toEqual({ list: [{ id: 1, next: { id: 2, label: 'two' } }] })
    const { tool } = toOpenAiTool(action, { strict: true })
    expect(compileSchema(tool.function.parameters).issues(args)).toEqual([])
  })

  test('null stays where it is a value of its own or the property is required', () => {
    const action = actionOf({
      type: 'object',
      required: ['need'],
      properties: { need: { type: 'string' }, file: { type: ['string', 'null'] } },
    })
    expect(fromStrictArguments(action, { need: null, file: null })).toEqual({ need: null, file: null })
    expect(toOpenAiTool(action, { strict: true }).losses).toContainEqual(
      expect.objectContaining({ pointer: '/input/properties/file', keyword: 'required' }),
    )
  })

  test('the form of Anthropic, where optional stays optional, reads back too', () => {
    const action = actionOf({
      type: 'object',
      required: ['headers'],
      properties: { headers: { type: 'object', additionalProperties: { type: 'string' } }, note: { type: 'string' } },
    })
    const { tool } = toAnthropicTool(action, { strict: true })
    const args = { headers: [{ key: '__proto__', value: 'x' }] }
    expect(compileSchema(tool.input_schema).issues(args)).toEqual([])
    expect(fromStrictArguments(action, args)).toEqual({ headers: JSON.parse('{"__proto__":"x"}') })
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  test('what does not fit is handed on for the check to refuse', () => {
    const action = actionOf({ type: 'object', properties: { map: { additionalProperties: { type: 'string' } } } })
    for (const args of [null, 5, [], { map: 'no list' }, { map: [{ key: 1 }] }, { other: null }]) {
      expect(fromStrictArguments(action, args)).toEqual(args)
    }
  })

  test('a million levels are no danger', () => {
    const action = actionOf({ type: 'object', properties: { next: { $ref: '#' } } })
    let args: unknown = {}
    for (let i = 0; i < 1_000_000; i++) args = { next: args }
    expect(fromStrictArguments(action, args)).toBeTypeOf('object')
  })
})
