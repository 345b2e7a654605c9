import { SkillError } from '@skillwright/contract'
import { describe, expect, test } from 'vitest'
import { parseExact, parseReference, parseScoped, writeReference } from './parse-reference.ts'
import { checkName, scopeOf } from './skill-name.ts'

describe('a skill is written', () => {
  test.each([
    ['@acme/web-scraper@^1.2', { prefix: 'acme', isScope: true, name: 'web-scraper', range: '^1.2' }],
    ['acme/web-scraper@1.2.0', { prefix: 'acme', isScope: false, name: 'web-scraper', range: '1.2.0' }],
    ['official/core-research@1.2.0', { prefix: 'official', isScope: false, name: 'core-research', range: '1.2.0' }],
    ['web-research-summarizer', { isScope: false, name: 'web-research-summarizer' }],
    [' pdf-reader@>=1.0.0 <2.0.0 ', { isScope: false, name: 'pdf-reader', range: '>=1.0.0 <2.0.0' }],
    ['pdf-reader@>=3.0.0,<4.0.0', { isScope: false, name: 'pdf-reader', range: '>=3.0.0,<4.0.0' }],
  ])('%s', (text, expected) => expect(parseReference(text)).toEqual(expected))

  test.each([
    '',
    'A',
    'x',
    'a/b/c',
    '@acme',
    '@/name',
    'acme/',
    'name@',
    'name@1@2',
    '../../etc',
    'na me',
    'pdf_reader',
  ])('and never as %j', (text) => expect(() => parseReference(text)).toThrow(SkillError))

  test('and a very long text is refused at once', () => {
    expect(() => parseReference('a-'.repeat(500_000))).toThrow(SkillError)
    expect(() => checkName('a-'.repeat(500_000))).toThrow(SkillError)
  })
})

test('a scope in a URL may have its @', () => {
  expect(scopeOf('@acme')).toBe('acme')
  expect(scopeOf('acme')).toBe('acme')
  expect(() => scopeOf('@@acme')).toThrow(SkillError)
})

test('where nothing may be left to guess, the scope is written, and for one version the version', () => {
  expect(parseScoped('acme/web-search')).toEqual({ scope: 'acme', skill: 'web-search' })
  expect(parseExact('@acme/web-search@1.2.0')).toEqual({ scope: 'acme', skill: 'web-search', version: '1.2.0' })
  expect(writeReference(parseExact('acme/web-search@1.2.0-rc.1'))).toBe('@acme/web-search@1.2.0-rc.1')
  for (const text of ['web-search', '@acme', '@Acme/x', '@acme/../x'])
    expect(() => parseScoped(text)).toThrow(SkillError)
  for (const text of ['@acme/web-search', '@acme/web-search@^1', '@acme/web-search@latest', '@acme/web-search@..'])
    expect(() => parseExact(text)).toThrow('Expected @scope/name@version')
})
