import fc from 'fast-check'
import { expect, test } from 'vitest'
import { within } from '../../../../scripts/within-cpu.ts'
import { compilePattern, patternSafety } from './pattern.ts'

test.each([
  '^(auto|[a-z]{2})$',
  '^\\d{4}-\\d{2}-\\d{2}(/\\d{4}-\\d{2}-\\d{2})?$',
  '^[^<>:"\\\\|?*]+\\.md$',
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^(?=.*\\d)(?=.*[a-z]).{8,}$',
  '^(?!.*\\.\\.)[\\w./-]+$',
  '^((?!foo).)*$',
  '^[\\u4e00-\\u9fa5]{2,8}$',
  '^.{1,5000}$',
  '^\\p{L}+$',
  'foo',
  '',
])('runs %s as it is', (source) => expect(patternSafety(source)).toBe('safe'))

test.each([
  '^(a+)+$',
  '(a|a)*b',
  '(a*)*',
  '(a|b|ab)*c',
  '^(a|a){30}$',
  '^(?:a?){30}a{30}$',
  '(x+x+)+y',
  'a+b',
  '\\s+$',
  '^\\S+@\\S+\\.\\S+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(\\p{L}+\\s?)+$',
])('leaves %s to the linear engine', (source) => expect(patternSafety(source)).toBe('linear'))

test.each(['[', '(a)\\1', '(?<x>a)\\k<x>', '(?i:a+)+$', 'x*(?=y*z)', 'a'.repeat(5_001)])('refuses %s', (source) => {
  expect(patternSafety(source)).toBe('refused')
  expect(compilePattern(source).test('a')).toBe(false)
})

test.each([
  ['^(a+)+$', 'a'],
  ['(a|a)*b', 'a'],
  ['^(a|a){30}$', 'a'],
  ['(x+x+)+y', 'x'],
  ['\\s+$', ' '],
  ['^(?:[ab]|b)*$', 'ab'],
  ['^(?:a|b)*$', 'ab'],
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'a@.'],
])('answers %s within a moment for a megabyte of %s', (source, piece) => {
  const pattern = compilePattern(source)
  const text = `${piece.repeat(1e6 / piece.length)}!`
  within(2_000, () => pattern.test(text))
})

test('gives text that fills the stack of V8 to the linear engine', () => {
  expect(compilePattern('^(?:a|b)*$').test('ab'.repeat(5e6))).toBe(true)
})

test.each([
  ['^(\\s+)+x\\s*x$', ['\u00a0x\ufeffx', '\u2029xx'], ['\u200bxx']],
  ['^.*x.*x$', ['axbx'], ['\nxx', 'x\u2028x']],
  ['^\\w+\\w+\\b', ['ab'], ['é']],
  ['(\\d+)+$', ['1'], ['١']],
  ['^(😀+)+$', ['😀😀'], ['\ud83d']],
  ['^([\\ud83d\\ude00-😂]+)+$', ['😁'], ['😃', '\ud83d']],
  ['^(\\p{Script=Greek}+)+$', ['αβ'], ['ab']],
  ['^([^\\p{Letter}]+)+$', ['12'], ['1a']],
  ['^([\\]\\-\\\\^]+)+$', ['-]\\^'], ['a']],
  ['^(\\cJ|\\x41|\\u{1F600}|\\0)+\\n*$', ['\nA😀\0'], ['a']],
  ['(?<year>\\d+)+-$', ['1999-'], ['-']],
])('understands %s on the linear engine as ECMA-262 does', (source, matching, others) => {
  expect(patternSafety(source)).toBe('linear')
  const native = new RegExp(source, 'u')
  for (const text of [...matching, ...others]) expect(compilePattern(source).test(text)).toBe(native.test(text))
  expect(matching.every((text) => compilePattern(source).test(text))).toBe(true)
  expect(others.some((text) => compilePattern(source).test(text))).toBe(false)
})

const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '(?:ab|a)', '(?:a|b)', '\\b', '')
const quantified = fc
  .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '*?'))
  .map(([a, q]) => (/^(?:\\b)?$/.test(a) ? a : a + q))
const group = fc
  .tuple(fc.array(quantified, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '*', '+', '{0,2}'))
  .map(([parts, q]) => `(?:${parts.join('')})${q}`)
const pattern = fc
  .tuple(fc.constantFrom('^', ''), fc.array(fc.oneof(quantified, group), { maxLength: 4 }), fc.constantFrom('$', ''))
  .map(([start, parts, end]) => start + parts.join('') + end)

test('answers as V8 does whichever engine it chose', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.array(fc.stringMatching(/^[abc \n]{0,8}$/), { minLength: 1, maxLength: 5 }),
      (source, texts) => {
        const native = new RegExp(source, 'u')
        const { safety, test: matches } = compilePattern(source)
        expect(safety).not.toBe('refused')
        for (const text of texts) expect([source, text, matches(text)]).toEqual([source, text, native.test(text)])
      },
    ),
    { numRuns: 300 },
  )
})

test('never calls a pattern safe that a long text can hold up', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.constantFrom('a', 'b', 'ab', 'aab'),
      fc.constantFrom('', '!', '\n'),
      (source, piece, end) => {
        const { safety, test: matches } = compilePattern(source)
        if (safety !== 'safe') return
        within(1_000, () => matches(piece.repeat(20_000) + end))
      },
    ),
    { numRuns: 200 },
  )
})
