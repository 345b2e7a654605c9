import { expect, test } from 'vitest'
import { randomNumbers } from './fixtures/random-numbers.ts'
import { type PackChoice, packLevels } from './pack-levels.ts'

test('takes what is worth most within the budget', () => {
  const items = [
    [
      { tokens: 1000, value: 1 },
      { tokens: 100, value: 0.4 },
    ],
    [
      { tokens: 500, value: 0.8 },
      { tokens: 50, value: 0.3 },
    ],
  ]
  expect(packLevels(items, 1600)).toEqual([0, 0])
  expect(packLevels(items, 1050)).toEqual([0, 1])
  expect(packLevels(items, 1000)).toEqual([1, 0])
  expect(packLevels(items, 60)).toEqual([-1, 1])
  expect(packLevels(items, 49)).toEqual([-1, -1])
  expect(packLevels([], 100)).toEqual([])
})

test('finds the best there is, never over the budget, in random cases', () => {
  const random = randomNumbers(1)
  for (let i = 0; i < 400; i++) {
    const items = Array.from({ length: 1 + random(6) }, () =>
      Array.from({ length: random(5) }, () => ({ tokens: 1 + random(800), value: (1 + random(1000)) / 1000 })),
    )
    const budget = random(2500)
    const { tokens, value } = sum(items, packLevels(items, budget))
    expect(tokens).toBeLessThanOrEqual(budget)
    expect(value).toBeCloseTo(bestValue(items, budget), 9)
  }
})

test('comes close to the best with a budget so large that it counts in blocks of tokens', () => {
  const random = randomNumbers(2)
  const items = Array.from({ length: 40 }, () => {
    const size = 1_000 + random(100_000)
    return [
      { tokens: size, value: 1 },
      { tokens: Math.ceil(size / 4), value: 0.6 },
    ]
  })
  const budget = 1_000_000
  const { tokens, value } = sum(items, packLevels(items, budget))
  expect(tokens).toBeLessThanOrEqual(budget)
  expect(tokens).toBeGreaterThan(budget * 0.97)
  // No way of packing can be worth more than filling the budget with the best shares of items.
  expect(value).toBeGreaterThan(0.97 * fractionalValue(items, budget))
})

function sum(items: readonly (readonly PackChoice[])[], taken: readonly number[]): PackChoice {
  const chosen = items.flatMap((choices, i) => choices[taken[i] ?? -1] ?? [])
  return {
    tokens: chosen.reduce((total, { tokens }) => total + tokens, 0),
    value: chosen.reduce((total, { value }) => total + value, 0),
  }
}

function bestValue([first, ...others]: readonly (readonly PackChoice[])[], budget: number): number {
  if (first === undefined) return 0
  const taken = first
    .filter(({ tokens }) => tokens <= budget)
    .map(({ tokens, value }) => value + bestValue(others, budget - tokens))
  return Math.max(bestValue(others, budget), ...taken)
}

function fractionalValue(items: readonly (readonly PackChoice[])[], budget: number): number {
  const steps = items.flatMap(([large, small]) =>
    large === undefined || small === undefined
      ? []
      : [small, { tokens: large.tokens - small.tokens, value: large.value - small.value }],
  )
  let left = budget
  let value = 0
  for (const step of steps.toSorted((a, b) => b.value / b.tokens - a.value / a.tokens)) {
    const share = Math.min(1, left / step.tokens)
    left -= share * step.tokens
    value += share * step.value
  }
  return value
}
