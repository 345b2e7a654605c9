import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { RULE_PAIRS } from './fixtures/rule-pairs.ts'
import { RULES } from './rules.ts'

test('docs/scan.md lists every rule as it is', async () => {
  const page = await readFile(new URL('../../../../docs/scan.md', import.meta.url), 'utf8')
  const listed = page.split('\n').filter((line) => line.startsWith('| `scan/'))
  expect(listed).toEqual(
    Object.entries(RULES).map(
      ([id, { effect, family, weight, what }]) => `| \`${id}\` | ${effect} | ${family} | ${weight} | ${what} |`,
    ),
  )
})

test('every rule says what, why and what to do in whole sentences', () => {
  for (const [id, { what, why, fix }] of Object.entries(RULES)) {
    expect(what, id).toMatch(/^[a-z].*[^.]$/)
    expect(why, id).toMatch(/^[A-Z].*\.$/)
    expect(fix, id).toMatch(/^[A-Z].*\.$/)
  }
})

test('only a rule of weight eight blocks', () => {
  for (const [id, { effect, weight }] of Object.entries(RULES)) expect(weight === 8, id).toBe(effect === 'block')
})

test('every note has a pair too, except what is only about size', () => {
  const seen = new Set<string>(RULE_PAIRS.map(({ rule }) => rule))
  expect(Object.keys(RULES).filter((rule) => !seen.has(rule))).toEqual([
    'scan/link-out',
    'scan/unreadable',
    'scan/not-fully-scanned',
  ])
})
