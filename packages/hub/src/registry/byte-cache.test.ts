import { expect, test } from 'vitest'
import { ByteCache } from './byte-cache.ts'

test('keeps no more than so many bytes, and what was used for longer than what was not', () => {
  const cache = new ByteCache<string>(40)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 10)
  cache.get('a')
  cache.set('e', 'e', 10)
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e'])
  // All were used: the new one is kept all the same.
  cache.set('f', 'f', 10)
  expect(['a', 'c', 'd', 'e', 'f'].filter((key) => cache.get(key) !== undefined)).toHaveLength(4)
  expect(cache.get('f')).toBe('f')
})

test('what would push out most of the others is not kept', () => {
  const cache = new ByteCache<string>(40)
  cache.set('large', 'large', 11)
  expect(cache.get('large')).toBeUndefined()
})
