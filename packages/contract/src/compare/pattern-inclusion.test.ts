import { expect, test } from 'vitest'
import { workBudget } from './budget.ts'
import { languages } from './language.ts'
import { listStrings } from './list-strings.ts'
import { parsePattern } from './parse-pattern.ts'

const algebra = languages()

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
