import { expect, test } from 'vitest'
import { openContract } from './open-contract.ts'
import { openSchema } from './open-schema.ts'

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['topics', 'limit', 'mode'],
  properties: {
    topics: { type: 'array', items: { type: 'string' } },
    limit: { type: 'integer', minimum: 1, maximum: 10 },
    mode: { enum: ['fast', 'full'] },
    save: { type: 'boolean', default: false },
    nested: { type: 'object', properties: { depth: { type: 'integer' }, flag: { type: 'boolean' } } },
  },
} as const
const paths = (value: unknown) =>
  openSchema(SCHEMA)
    .check(value)
    .issues.map(({ path, keyword }) => `${path} ${keyword}`)
const repairs = (value: unknown) =>
  openSchema(SCHEMA)
    .check(value)
    .coercions.map(({ path }) => path)

test.each([
  ['a number as text beside a wrong choice', { topics: ['a'], limit: '5', mode: 'slow' }, ['/mode enum'], ['/limit']],
  ['a list of one beside a missing field', { topics: 'a', limit: 5 }, ['/mode required'], ['/topics']],
  ['two repairs beside one error', { topics: 'a', limit: '5', mode: 'slow' }, ['/mode enum'], ['/topics', '/limit']],
  [
    'a repair beside an unknown key',
    { topics: ['a'], limit: '5', mode: 'fast', x: 1 },
    ['/x additionalProperties'],
    ['/limit'],
  ],
  [
    'a repair deep inside',
    { topics: ['a'], limit: 50, mode: 'fast', nested: { depth: '3' } },
    ['/limit maximum'],
    ['/nested/depth'],
  ],
])('what can be repaired is no issue: %s', (_name, value, issues, repaired) => {
  expect(paths(value)).toEqual(issues)
  expect(repairs(value).toSorted()).toEqual(repaired.toSorted())
})

test('a place that stays wrong is reported as it was sent, and is no repair', () => {
  const { ok, issues, coercions, value } = openSchema(SCHEMA).check({ topics: 'a', limit: '50', mode: 'fast' })
  expect({ ok, value }).toEqual({ ok: false, value: { topics: 'a', limit: '50', mode: 'fast' } })
  expect(issues).toMatchObject([{ path: '/limit', received: '"50"', suggestion: expect.stringContaining('50') }])
  expect(coercions.map(({ path }) => path)).toEqual(['/topics'])
})

test('under the strict policy nothing is repaired', () => {
  const { issues, coercions } = openSchema(SCHEMA).check(
    { topics: 'a', limit: '5', mode: 'slow' },
    { policy: 'strict' },
  )
  expect(issues.map(({ path }) => path).toSorted()).toEqual(['/limit', '/mode', '/topics'])
  expect(coercions).toEqual([])
})

test('the action of a contract says the same', () => {
  const contract = openContract({
    version: '1.0.0',
    description: 'Digests.',
    input: SCHEMA,
    output: { type: 'object' },
  })
  const { issues, coercions } = contract.action().input.check({ topics: 'a', limit: 5, mode: 'slow' })
  expect([issues.map(({ path }) => path), coercions.map(({ path }) => path)]).toEqual([['/mode'], ['/topics']])
})
