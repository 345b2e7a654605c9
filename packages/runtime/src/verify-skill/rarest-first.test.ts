import { expect, test } from 'vitest'
import { rarestFirst } from './rarest-first.ts'

test('what few inputs were answered comes first, else the order stays', () => {
  expect(rarestFirst(['b1', 'a1', 'b2', 'c1', 'b3', 'c2'], ([key = '']) => key)).toEqual([
    ...['a1', 'c1', 'c2'],
    ...['b1', 'b2', 'b3'],
  ])
  expect(rarestFirst(['c', 'a', 'b'], (item) => item)).toEqual(['c', 'a', 'b'])
})
