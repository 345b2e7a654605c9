import { expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'
import { watchPace } from './body-pace.ts'

const MB = 1_000_000

test('what is announced takes nothing, what has come takes room until it is released', () => {
  const budget = new BodyBudget({ maxPackageBytes: 50 * MB })
  const bodies = Array.from({ length: 100 }, () => budget.open('ann', 50 * MB))
  const [one, other] = bodies
  one?.grow(50 * MB)
  other?.grow(49 * MB)
  expect(() => budget.open('ann', 50 * MB)).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }))
  expect(() => other?.grow(51 * MB)).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }))
  budget.open('bea', 50 * MB).grow(50 * MB)
  one?.release()
  one?.release()
  budget.open('ann', 50 * MB).grow(50 * MB)
})

test('all callers together stay within the budget, and small bodies always have room', () => {
  const budget = new BodyBudget({ maxPackageBytes: 50 * MB })
  for (const who of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) budget.open(who, 0).grow(50 * MB)
  expect(() => budget.open('i', 50 * MB)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
  const chunked = budget.open('i', 0)
  expect(() => chunked.grow(MB)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
  for (let i = 0; i < 1_000; i++) budget.open('a', 64 * 1024).grow(64 * 1024)
})

test('a body is too slow when a whole window brought too little, seen twice', () => {
  let now = 0
  const isSlow = watchPace(() => now)
  now = 9_999
  expect(isSlow(1)).toBe(false)
  now = 10_000
  expect(isSlow(100_000)).toBe(false)
  now = 20_000
  // A pause of the process: what came meanwhile is read before the second look.
  expect(isSlow(100_001)).toBe(false)
  expect(isSlow(900_000)).toBe(false)
  now = 30_000
  expect([isSlow(900_001), isSlow(900_002)]).toEqual([false, true])
})
