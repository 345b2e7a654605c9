import { describe, expect, test } from 'vitest'
import { within } from '../../../scripts/within-cpu.ts'
import { SkillError } from './skill-error.ts'
import { parseVersion } from './version.ts'
import { parseRange, satisfies } from './version-range.ts'

const RANGES: readonly [range: string, inside: readonly string[], outside: readonly string[]][] = [
  // npm form
  ['^1.2', ['1.2.0', '1.9.9'], ['1.1.9', '2.0.0']],
  ['^0.2.3', ['0.2.3', '0.2.9'], ['0.3.0', '0.2.2']],
  ['~1.2', ['1.2.0', '1.2.9'], ['1.3.0']],
  ['~>1.2.3', ['1.2.9'], ['1.3.0']],
  ['1.x', ['1.0.0', '1.9.0'], ['2.0.0', '0.9.0']],
  ['1.*', ['1.0.0'], ['2.0.0']],
  ['>=1 <2', ['1.0.0', '1.9.9'], ['2.0.0', '0.9.9']],
  ['>=1.0.0<2.0.0', ['1.5.0'], ['2.0.0']],
  ['1.2.3 - 2.3', ['1.2.3', '2.3.9'], ['2.4.0']],
  ['^1 || ^3', ['1.5.0', '3.0.0'], ['2.0.0']],
  ['v1.2.3', ['1.2.3'], ['1.2.4']],
  ['', ['0.0.1', '9.9.9'], []],
  ['*', ['0.0.1'], []],
  // comma form
  ['>=3.0.0,<4.0.0', ['3.0.0', '3.9.9'], ['2.9.1', '4.0.0']],
  ['  >= 3.0.0 ,\t< 4.0.0 , ', ['3.0.0', '3.9.9'], ['2.9.1', '4.0.0']],
  ['==3.1.*', ['3.1.0', '3.1.7'], ['3.2.0', '3.0.9']],
  ['==3.1', ['3.1.0'], ['3.1.1']],
  ['===3.1.2', ['3.1.2'], ['3.1.3']],
  ['~=3.1', ['3.1.0', '3.9.0'], ['3.0.9', '4.0.0']],
  ['~=3.1.2', ['3.1.2', '3.1.9'], ['3.1.1', '3.2.0']],
  ['!=3.2.0', ['3.2.1', '1.0.0'], ['3.2.0']],
  ['>=3,!=3.2.*,<4', ['3.1.9', '3.3.0'], ['3.2.0', '3.2.5', '4.0.0']],
  ['>=3.0.0rc1', ['3.0.0-rc.1', '3.0.0'], ['3.0.0-beta.9']],
  // both at once
  ['^3.1,!=3.2.0', ['3.1.0', '3.3.0'], ['3.2.0', '4.0.0']],
  ['>=1,<2 || ==5.0.*', ['1.5.0', '5.0.3'], ['3.0.0', '5.1.0']],
  ['1.0 - 2.0, !=1.5.0', ['1.0.0', '2.0.3'], ['1.5.0', '2.1.0']],
  // where the two forms differ, the form decides
  ['>3.1', ['3.2.0'], ['3.1.0', '3.1.1']],
  ['>3.1,<4', ['3.1.1', '3.2.0'], ['3.1.0']],
  ['<=3.1', ['3.1.9'], ['3.2.0']],
  ['<=3.1,>=3', ['3.1.0'], ['3.1.1']],
]

describe('a version range', () => {
  test.each(RANGES)('%j includes %j and not %j', (range, inside, outside) => {
    expect(inside.filter((version) => !satisfies(version, range))).toEqual([])
    expect(outside.filter((version) => satisfies(version, range))).toEqual([])
  })

  test.each([
    ['>=3.0.0', '3.1.0-rc.1', false],
    ['>=3.0.0,<4.0.0', '4.0.0-rc.1', false],
    ['>=3.0.0-rc.1,<4', '3.0.0-rc.2', true],
    ['>=3.0.0-rc.1,<4', '3.1.0-rc.2', false],
    ['>=3.2.0-rc.1,!=3.2.*', '3.2.0-rc.2', false],
  ])('%j takes the pre-release %j only when it names one of the same release: %j', (range, version, expected) => {
    expect(satisfies(version, range)).toBe(expected)
  })

  test.each([
    'latest',
    '>=',
    '1 2 three',
    '~=3',
    '^1 ||',
    '>=1.0.0.0.1',
    '1.2.3.4',
    '=>1',
    '__proto__',
    '<script>',
    '1!2.0',
    ';',
  ])('refuses %j and says what was expected', (text) => {
    expect(() => parseRange(text)).toThrow(SkillError)
    expect(() => parseRange(text)).toThrow(/Expected a version range such as/)
  })

  test('refuses a megabyte of anything at once, with a short message', () => {
    for (const text of ['>'.repeat(1e6), ' '.repeat(1e6), '1.'.repeat(5e5), '||'.repeat(5e5), '9'.repeat(1e6)]) {
      within(300, () => {
        expect(() => parseRange(text)).toThrow(SkillError)
        expect(() => parseVersion(text)).toThrow(SkillError)
        expect(() => parseVersion(text, { short: true })).toThrow(SkillError)
      })
    }
  })

  test('refuses what is no text', () => {
    for (const value of [undefined, null, 1, {}, [], Object.create(null)]) {
      expect(() => parseRange(value as string)).toThrow(SkillError)
      expect(() => parseVersion(value as string)).toThrow(SkillError)
    }
  })
})

describe('a version', () => {
  test('is read into its parts', () => {
    expect(parseVersion(' v1.2.3-rc.1+build.5 ')).toEqual({
      text: '1.2.3-rc.1',
      major: 1,
      minor: 2,
      patch: 3,
      prerelease: ['rc', 1],
    })
  })

  test.each(['1.2', '1', '1.2.3.4', '', '01.2.3', '1.2.3-', 'one', '9007199254740993.0.0'])('is not %j', (text) => {
    expect(() => parseVersion(text)).toThrow(/Expected a semantic version such as 1.2.0, got/)
  })

  test.each([
    ['3', '3.0.0'],
    ['v3.1', '3.1.0'],
    ['3.1.0rc1', '3.1.0-rc.1'],
    ['3.1b2', '3.1.0-beta.2'],
    ['3.1-rc.1', '3.1.0-rc.1'],
    ['3.1.2', '3.1.2'],
  ])('may be short where that is allowed: %j is %j', (text, expected) => {
    expect(parseVersion(text, { short: true }).text).toBe(expected)
  })
})
