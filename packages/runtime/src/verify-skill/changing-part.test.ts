import { expect, test } from 'vitest'
import { changesBetween, withoutChanges } from './changing-part.ts'

test.each<[string, unknown, unknown, string[]]>([
  ['the same', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['a value', { a: 1, id: 'x' }, { a: 1, id: 'y' }, ['/id']],
  ['a value of each item', [{ at: 1 }, { at: 2 }], [{ at: 3 }, { at: 4 }], ['/*/at', '/*/at']],
  ['how many', { ids: [1] }, { ids: [1, 2] }, ['/ids']],
  ['the names', { of: { x: 1 } }, { of: { y: 1 } }, ['/of']],
  ['the kind', { a: {} }, { a: [] }, ['/a']],
  ['everything', 1, 2, ['']],
])('answers that differ in %s', (_, first, second, changes) => {
  expect(changesBetween(first, second)).toEqual(changes)
  const left = [first, second].map((one) => withoutChanges(one, new Set(changes)))
  expect(left[0]).toEqual(left[1])
})

test('how many there are stays, whatever they are', () => {
  const left = [['a'], ['b', 'c']].map((ids) => withoutChanges({ ids }, new Set(['/ids/*'])))
  expect(left).toEqual([{ ids: [null] }, { ids: [null, null] }])
})
