import { describe, expect, test } from 'vitest'
import { applyStep } from './apply-step.ts'
import type { MigrationStep } from './migrations-schema.ts'

const DONE: readonly [string, MigrationStep, before: unknown, after: unknown][] = [
  ['renames', { op: 'rename', path: '/topic', to: '/topics' }, { topic: 'AI', n: 1 }, { topics: 'AI', n: 1 }],
  ['renames onto the same value', { op: 'rename', path: '/a', to: '/b' }, { a: [1], b: [1] }, { b: [1] }],
  [
    'renames over another value with `overwrite`',
    { op: 'rename', path: '/a', to: '/b', overwrite: true },
    { a: 1, b: 2 },
    { b: 1 },
  ],
  [
    'renames in every item',
    { op: 'rename', path: '/articles/*/title', to: '/articles/*/headline' },
    { articles: [{ title: 'x' }, { other: 1 }, 'text'] },
    { articles: [{ headline: 'x' }, { other: 1 }, 'text'] },
  ],
  [
    'moves into a new object',
    { op: 'move', path: '/depth', to: '/options/depth' },
    { depth: 1 },
    { options: { depth: 1 } },
  ],
  ['moves beside others', { op: 'move', path: '/a', to: '/o/a' }, { a: 1, o: { b: 2 } }, { o: { b: 2, a: 1 } }],
  [
    'moves a value into itself',
    { op: 'move', path: '/query', to: '/query/text' },
    { query: 'x' },
    { query: { text: 'x' } },
  ],
  ['moves out of an array', { op: 'move', path: '/range/0', to: '/from' }, { range: [1, 2] }, { range: [2], from: 1 }],
  ['wraps', { op: 'wrap', path: '/topics' }, { topics: 'AI' }, { topics: ['AI'] }],
  ['leaves an array wrapped once', { op: 'wrap', path: '/topics' }, { topics: ['AI'] }, { topics: ['AI'] }],
  ['wraps every key', { op: 'wrap', path: '/tags/*' }, { tags: { a: 1, b: [2] } }, { tags: { a: [1], b: [2] } }],
  ['unwraps', { op: 'unwrap', path: '/topic' }, { topic: ['AI'] }, { topic: 'AI' }],
  ['leaves what is not wrapped', { op: 'unwrap', path: '/topic' }, { topic: 'AI' }, { topic: 'AI' }],
  ['maps', { op: 'map', path: '/d', values: { fast: 'quick' } }, { d: 'fast' }, { d: 'quick' }],
  [
    'maps numbers and booleans',
    { op: 'map', path: '/*', values: { 1: 'low', true: 'on' } },
    { a: 1, b: true },
    { a: 'low', b: 'on' },
  ],
  [
    'keeps unknown values on request',
    { op: 'map', path: '/d', values: { a: 'b' }, otherwise: 'keep' },
    { d: 'z' },
    { d: 'z' },
  ],
  ['sets what is absent', { op: 'set', path: '/o/mode', value: 'x' }, {}, { o: { mode: 'x' } }],
  ['sets in every item', { op: 'set', path: '/l/*/n', value: 1 }, { l: [{}, { n: 2 }] }, { l: [{ n: 1 }, { n: 2 }] }],
  ['does not set what is there', { op: 'set', path: '/mode', value: 'x' }, { mode: null }, { mode: null }],
  [
    'sets what is there on request',
    { op: 'set', path: '/mode', value: 'x', overwrite: true },
    { mode: 'y' },
    { mode: 'x' },
  ],
  ['removes', { op: 'remove', path: '/old' }, { old: 1, new: 2 }, { new: 2 }],
  ['converts to an integer', { op: 'convert', path: '/n', to: 'integer' }, { n: ' 5.0 ' }, { n: 5 }],
  ['converts to a number', { op: 'convert', path: '/n', to: 'number' }, { n: '-1.5e3' }, { n: -1500 }],
  [
    'converts to text',
    { op: 'convert', path: '/*', to: 'string' },
    { a: 5, b: false, c: 'x' },
    { a: '5', b: 'false', c: 'x' },
  ],
  [
    'converts to a boolean',
    { op: 'convert', path: '/*', to: 'boolean' },
    { a: 'Yes', b: 0, c: 'false' },
    { a: true, b: false, c: false },
  ],
  ['reads escaped names', { op: 'rename', path: '/a~1b', to: '/c~0d' }, { 'a/b': 1 }, { 'c~d': 1 }],
]

describe('a step', () => {
  test.each(DONE)('%s', (_name, step, before, after) => {
    const given = structuredClone(before)
    const { value, problems } = applyStep(step, given)
    expect(problems).toEqual([])
    expect(value).toEqual(after)
    expect(given).toEqual(before)
  })

  const ABSENT: readonly MigrationStep[] = [
    { op: 'rename', path: '/x', to: '/y' },
    { op: 'move', path: '/x/y', to: '/y' },
    { op: 'wrap', path: '/x/*' },
    { op: 'unwrap', path: '/items/9' },
    { op: 'map', path: '/items/length', values: { 1: 2 } },
    { op: 'remove', path: '/items/length' },
    { op: 'convert', path: '/constructor/name', to: 'integer' },
    { op: 'remove', path: '/text/0' },
  ]
  test.each(ABSENT)('does nothing where nothing is: %j', (step) => {
    const given = { items: [1], text: 'abc' }
    const { value, applied } = applyStep(step, given)
    expect(value).toBe(given)
    expect(applied.count).toBe(0)
  })

  const LOSSY: readonly [MigrationStep, value: unknown, path: string][] = [
    [{ op: 'rename', path: '/a', to: '/b' }, { a: 1, b: 2 }, '/b'],
    [{ op: 'move', path: '/a', to: '/b/c' }, { a: 1, b: 'text' }, '/b'],
    [{ op: 'move', path: '/a', to: '/b/0' }, { a: 1, b: [] }, '/b'],
    [{ op: 'unwrap', path: '/a' }, { a: [1, 2] }, '/a'],
    [{ op: 'unwrap', path: '/a' }, { a: [] }, '/a'],
    [{ op: 'map', path: '/l/*', values: { a: 'b' } }, { l: ['a', 'z'] }, '/l/1'],
    [{ op: 'map', path: '/a', values: { a: 'b' } }, { a: 'toString' }, '/a'],
    [{ op: 'map', path: '/a', values: { a: 'b' } }, { a: {} }, '/a'],
    [{ op: 'set', path: '/a/b', value: 1 }, { a: 'text' }, '/a'],
    [{ op: 'convert', path: '/n', to: 'integer' }, { n: 5.5 }, '/n'],
    [{ op: 'convert', path: '/n', to: 'integer' }, { n: 'five' }, '/n'],
    [{ op: 'convert', path: '/n', to: 'integer' }, { n: '9007199254740993' }, '/n'],
    [{ op: 'convert', path: '/n', to: 'number' }, { n: '0.1234567890123456789' }, '/n'],
    [{ op: 'convert', path: '/n', to: 'number' }, { n: '1e-999' }, '/n'],
    [{ op: 'convert', path: '/n', to: 'number' }, { n: true }, '/n'],
    [{ op: 'convert', path: '/n', to: 'number' }, { n: '0x10' }, '/n'],
    [{ op: 'convert', path: '/n', to: 'boolean' }, { n: 2 }, '/n'],
    [{ op: 'convert', path: '/n', to: 'string' }, { n: null }, '/n'],
  ]
  test.each(LOSSY)('refuses to lose anything: %j of %j', (step, given, path) => {
    const { value, problems } = applyStep(step, given)
    expect(value).toBe(given)
    expect(problems.map((problem) => problem.path)).toEqual([path])
  })

  test('says what it removed and where it was', () => {
    const { applied } = applyStep({ op: 'remove', path: '/l/*/x' }, { l: [{ x: 1 }, {}, { x: [2] }] })
    expect(applied).toMatchObject({
      count: 2,
      removed: [
        { path: '/l/0/x', value: 1 },
        { path: '/l/2/x', value: [2] },
      ],
    })
  })

  test('treats __proto__ as any other name', () => {
    const given = JSON.parse('{"a": {"polluted": true}, "__proto__": {"b": 1}}')
    const moved = applyStep({ op: 'move', path: '/a', to: '/__proto__/a' }, given).value
    expect(JSON.stringify(moved)).toBe('{"__proto__":{"b":1,"a":{"polluted":true}}}')
    const made = applyStep({ op: 'set', path: '/__proto__/polluted', value: true }, {}).value
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
    expect(JSON.stringify(applyStep({ op: 'remove', path: '/__proto__' }, given).value)).toBe('{"a":{"polluted":true}}')
    applyStep({ op: 'set', path: '/constructor/prototype/polluted', value: true, overwrite: true }, {})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('takes a value a million levels deep and an array of a million items', () => {
    let deep: unknown = 1
    for (let i = 0; i < 1_000_000; i++) deep = [deep]
    expect(applyStep({ op: 'rename', path: '/a', to: '/b' }, { a: deep, b: deep }).problems).toEqual([])
    expect(applyStep({ op: 'map', path: '/a', values: { x: 'y' } }, { a: deep }).problems).toHaveLength(1)
    const wide = applyStep({ op: 'convert', path: '/l/*', to: 'integer' }, { l: new Array(1_000_000).fill('x') })
    expect(wide.problems.length).toBeLessThan(100)
  })
})
