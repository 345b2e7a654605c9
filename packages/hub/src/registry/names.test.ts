import { bumpBetween, parseVersion, SkillError } from '@skillwright/contract'
import { checkVersion } from '@skillwright/hub-api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneEditApart, nameNeighbours, nameSkeleton } from './name-skeleton.ts'
import { isReservedName } from './skill-name.ts'
import { versionOrder } from './version-order.ts'

test.each(['official', 'skillwright', '0fficial', 'off-icial', 'adm1n', 'clawhub'])('%s is a reserved name', (name) =>
  expect(isReservedName(name)).toBe(true),
)

test.each(['officials-guide', 'apis', 'vi', 'admin-notes', 'logs'])('%s is a name that is not reserved', (name) =>
  expect(isReservedName(name)).toBe(false),
)

test.each([
  ['web-scraper', 'webscraper'],
  ['web-scraper', 'web-scrape-r'],
  ['google-docs', 'g00gle-docs'],
  ['pdf-tool', 'pdf-too1'],
  ['modem-log', 'modern-1og'],
  ['wiki', 'vviki'],
])('%s looks like %s', (one, other) => expect(nameSkeleton(one)).toBe(nameSkeleton(other)))

test('two names one edit apart always share a neighbour, and the neighbours of a name are few', () => {
  const letters = fc.stringMatching(/^[a-e]{2,12}$/)
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom(...'abcde'), fc.nat(3), (name, at, letter, edit) => {
      const i = at % name.length
      const [head, tail] = [name.slice(0, i), name.slice(i)]
      const other =
        [head + letter + tail, head + tail.slice(1), head + letter + tail.slice(1), swapped(name, i)][edit] ?? ''
      if (other === name) return
      expect(isOneEditApart(name, other), `${name} ${other}`).toBe(true)
      expect(nameNeighbours(name).filter((one) => nameNeighbours(other).includes(one))).not.toEqual([])
      expect(nameNeighbours(name).length).toBeLessThanOrEqual(name.length + 1)
    }),
  )
})

test.each([
  ['abc', 'abc'],
  ['abc', 'abcde'],
  ['abcd', 'badc'],
  ['abcd', 'wxyz'],
])('%s and %s are not one edit apart', (one, other) => expect(isOneEditApart(one, other)).toBe(false))

test('versions sort as text the way they sort as versions', () => {
  const number = fc.oneof(fc.nat(12), fc.nat(100_000), fc.constant(Number.MAX_SAFE_INTEGER))
  const identifier = fc.oneof(fc.nat(200).map(String), fc.stringMatching(/^[a-cA-Z-]{1,3}$/), fc.constant('rc1'))
  const version = fc
    .tuple(number, number, number, fc.array(identifier, { maxLength: 3 }))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length > 0 ? `-${pre.join('.')}` : ''}`)
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [a, b] = [versionOrder(parseVersion(one)), versionOrder(parseVersion(other))]
      const step = bumpBetween(one, other)
      expect(a < b ? 'up' : a === b ? 'none' : 'downgrade', `${one} ${other}`).toBe(
        step === 'downgrade' || step === 'none' ? step : 'up',
      )
      expect(a).toMatch(/^[0-9a-f]+$/)
    }),
    { numRuns: 500 },
  )
})

test.each(['1.2.0', '0.0.1', '2.0.0-rc.1'])('%s can be published', (text) => expect(checkVersion(text).text).toBe(text))

test.each(['v1.2.0', '1.2', '1.2.0+build', 'latest', '', `1.0.0-${'a'.repeat(80)}`, '01.0.0'])(
  '%j is not a version that can be published',
  (text) => expect(() => checkVersion(text)).toThrow(SkillError),
)

function swapped(text: string, at: number): string {
  const next = text[at + 1] ?? ''
  return text.slice(0, at) + next + (text[at] ?? '') + text.slice(at + 2)
}
