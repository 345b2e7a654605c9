import { expect, test } from 'vitest'
import type { Schema } from '../schema.ts'
import { askUnfilled } from './ask-unfilled.ts'
import { workBudget } from './budget.ts'
import { nodeBuilder } from './build-nodes.ts'
import { containmentProver } from './contain-schema.ts'
import { documentFinder } from './find-document.ts'
import { keywordTester } from './keyword-tester.ts'
import { languages } from './language.ts'
import { parsePattern } from './parse-pattern.ts'
import { sampleDocuments } from './sample-documents.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`)

test('deriving a pattern is paid for by its parts, and once', () => {
  const budget = workBudget(1_000_000)
  const algebra = languages(budget)
  const cost = (source: string): number => {
    const before = budget.spent()
    const pattern = parsePattern(source)
    if (pattern) algebra.after(algebra.matching(pattern), 0x61, true)
    return budget.spent() - before
  }
  const short = cost('^ab?c$')
  expect(cost(`^(${names(50).join('|')})$`)).toBeGreaterThan(5 * short)
  expect(cost('^ab?c$')).toBe(0)
})

test('the more properties are required, the more a search costs', () => {
  const finder = documentFinder()
  const cost = (count: number): number => {
    const node = finder.node({ type: 'object', required: names(count), properties: { p0: { type: 'integer' } } })
    finder.find([{ node, holds: true }], 100_000)
    return finder.spent()
  }
  expect(cost(400) - cost(4)).toBeGreaterThan(50)
})

test('large samples are fewer', () => {
  const node = nodeBuilder()({ type: 'object', required: names(400) })
  const samples = [...sampleDocuments([node], { documents: 250, work: 4_000 })]
  expect(samples.length).toBeGreaterThan(2)
  expect(samples.length).toBeLessThan(50)
})

test('patterns are read once, not once for each default', () => {
  const readings = (count: number): number => {
    let read = 0
    const ownKeys = () => {
      read++
      return ['^q']
    }
    const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true, value: true })
    const patternProperties = new Proxy({}, { ownKeys, getOwnPropertyDescriptor })
    askUnfilled({}, { patternProperties }, new Map(names(count).map((name) => [name, 1])), () => true)
    return read
  }
  expect(readings(100)).toBe(readings(1))
})

test('trying a name on a pattern is paid for, and ends with the budget', () => {
  const budget = workBudget(10)
  const test = keywordTester(budget)
  let tried = 0
  while (tried < 10_000 && test('pattern', '^p', 'p1') === true) tried++
  expect(tried).toBeGreaterThan(100)
  expect(tried).toBeLessThan(10_000)
})

test('asking whether a document is accepted is paid for, and ends with the budget', () => {
  const inner: Schema = { type: 'object', not: { maxProperties: 2 } }
  const outer: Schema = { type: 'object', not: { minProperties: 5 } }
  const asked = (steps: number): number => {
    let count = 0
    const accepts = () => {
      count++
      return true
    }
    const prover = containmentProver(new Map([[inner, { accepts, steps }]]))
    for (let i = 0; i < 20; i++) prover.isWithin(inner, outer, { steps: 100 })
    return count
  }
  expect(asked(1)).toBeGreaterThan(10)
  expect(asked(20_000)).toBeLessThan(5)
})
