import { expect, test } from 'vitest'
import { inexactNumber } from './index.ts'

test.each<[string, string | undefined]>([
  ['9007199254740992', undefined],
  ['9007199254740993', '9007199254740993'],
  ['{"id": [1, -9223372036854775807]}', '-9223372036854775807'],
  ['{"id": "9223372036854775807"}', undefined],
  ['10000000000000000000000', undefined],
  ['3.14159265358979323846', undefined],
  ['{"a\\\\": "\\"9007199254740993", "b\\"": 9007199254740993}', '9007199254740993'],
  ['1e400', '1e400'],
  ['[-1e999]', '-1e999'],
  ['1e22', undefined],
  [`1${'0'.repeat(400)}`, `1${'0'.repeat(400)}`],
])('%.40s', (text, found) => {
  expect(inexactNumber(text)).toBe(found)
})
