import type { RequestPlaces } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { placeParams } from './place-params.ts'

const ADDRESS = new URL('https://example.com/api')
const HALF = String.fromCharCode(0xd800)

test.each([
  ['path', { path: '/x/{p}' }],
  ['query', {}],
  ['cookie', {}],
] as const)('half a character in a key of an object is replaced where it stands in the %s', (place, more) => {
  const places: RequestPlaces = { ...more, parameters: { p: { in: place, style: 'form', explode: false } } }
  const { url, headers } = placeParams({ p: { [`a${HALF}`]: `b${HALF}` } }, places, ADDRESS)
  expect(decodeURIComponent(`${url.href} ${headers.cookie ?? ''}`)).toContain('a\uFFFD,b\uFFFD')
})

test('a header takes no half character, and says so', () => {
  const places: RequestPlaces = { parameters: { p: { in: 'header' } } }
  expect(() => placeParams({ p: { [HALF]: 1 } }, places, ADDRESS)).toThrow(/no header can carry/)
})
