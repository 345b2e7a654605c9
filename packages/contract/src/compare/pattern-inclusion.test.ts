import { expect, test } from 'vitest'
import { workBudget } from './budget.ts'
import { compareSchemas } from './compare-schemas.ts'
import { coversPattern } from './covers-pattern.ts'
import { languages } from './language.ts'
import { listStrings } from './list-strings.ts'
import { parsePattern } from './parse-pattern.ts'

const algebra = languages(workBudget(Number.POSITIVE_INFINITY))

function language(source: string) {
  const pattern = parsePattern(source)
  return pattern && algebra.matching(pattern)
}

/** A string that matches the one and not the other, none, or unknown. */
function between(inner: string, outer: string): string | 'none' | undefined {
  const [a, b] = [language(inner), language(outer)]
  if (!a || !b) return undefined
  const { strings, isComplete } = listStrings(algebra.both([a, algebra.without(b)]), 1, {
    algebra,
    budget: workBudget(50_000),
  })
  return strings[0] ?? (isComplete ? 'none' : undefined)
}

test.each([
  ['^a', 'a'],
  ['^abc$', 'b'],
  ['^[a-c]+$', '^[a-z]+$'],
  ['^a{2,3}$', '^a*$'],
  ['^(ab|cd)$', '^[a-d]{2}$'],
  ['^\\d{4}-\\d{2}$', '^[\\d-]{7}$'],
  ['^\\w+$', '^[A-Za-z0-9_]+$'],
  ['^(a+)+$', '^a+$'],
  ['^\\u{1F600}$', '^.$'],
  ['^\\uD83D\\uDE00$', '^\\u{1F600}$'],
  ['^(?<year>\\d+)$', '^[0-9]+$'],
  ['^(?=.*x)[a-z]+$', 'x'],
  ['^(?!.*x)[a-z]+$', '^[^x]+$'],
  ['^a|b$', '(^a|b$)'],
  ['a^b', 'anything at all'],
  ['^[^\\s]+$', '^\\S+$'],
  ['^a??b+?$', '^a?b+$'],
  ['^\\x41\\cA?$'.replace('\\cA?', ''), '^A$'],
])('whatever matches %s matches %s', (inner, outer) => {
  expect(between(inner, outer)).toBe('none')
})

test.each([
  ['a', '^a'],
  ['^[a-z]+$', '^[a-c]+$'],
  ['^a*$', '^a{2,3}$'],
  ['^.$', '^[^\\n]$'.replace('\\n', '\\u2028x')],
  ['^[a-z.]+$', '^(?!.*\\.\\.)[a-z.]+$'],
  ['^(a|b)*c$', '^(a*|b*)c$'],
  ['^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$', '^[\\w]+@[\\w-]+\\.[a-z]{2,}$'],
])('something matches %s and not %s', (inner, outer) => {
  const text = between(inner, outer) ?? ''
  expect(text).toMatch(new RegExp(inner, 'u'))
  expect(text).not.toMatch(new RegExp(outer, 'u'))
})

test.each(['(a)\\1', '\\bword\\b', '(?<=a)b', '\\p{L}', '(', '[z-a]', '(^a)*', 'a{1'])(
  '%s is not understood',
  (source) => {
    expect(parsePattern(source)).toBeUndefined()
  },
)

test.each([
  ['^[a-z]{1,1000}$', '^[a-z]{1,2000}$'],
  ['^([a-z]{1,63}\\.){1,10}[a-z]{2,63}$', '^([a-z]{1,63}\\.){1,20}[a-z]{2,63}$'],
  ['^[a-z0-9]{1,32}([.-][a-z0-9]{1,32}){0,3}$', '^[a-z0-9.-]{1,200}$'],
  ['^(a{1,500}|b{2,900})$', '^[a-z]{1,900}$'],
  ['^x{5,700}$', '^(y|x{1,800})$'],
])('counts are compared without counting them out: %s to %s', (before, after) => {
  const [narrow, wide] = [before, after].map((pattern) => ({ type: 'string', pattern }) as const)
  expect(compareSchemas(narrow ?? true, wide ?? true).compatible).toBe(true)
  expect(compareSchemas(wide ?? true, narrow ?? true).compatible).not.toBe(true)
})

test('what is covered by its shape is so by what it matches', () => {
  const sources = SHAPES.flatMap((shape) =>
    ['[ab]', '[abc]', 'a'].flatMap((set) => COUNTS.map((count) => shape.replaceAll('X', set + count))),
  )
  const patterns = sources.map((source) => ({ source, pattern: parsePattern(source) }))
  let covered = 0
  for (const { source: inner, pattern: narrow } of patterns) {
    for (const { source: outer, pattern: wide } of patterns) {
      if (!narrow || !wide || !coversPattern(wide, narrow)) continue
      covered++
      expect([inner, outer, between(inner, outer)]).toEqual([inner, outer, 'none'])
    }
  }
  expect(covered).toBeGreaterThan(patterns.length)
})

const COUNTS = ['', '?', '+', '{2}', '{1,3}', '{0,2}']
const SHAPES = ['^X$', 'X', '^X', '^Xb$', '^(X|b)$', '^(Xb){1,2}$', '^(Xb?)*$', '^(?=a)X$']
