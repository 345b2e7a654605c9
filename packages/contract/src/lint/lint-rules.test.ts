import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lintContract } from './lint-contract.ts'
import { LINT_RULES } from './lint-rules.ts'

/** What differs from a contract without faults; null removes a key. */
type Parts = Readonly<Record<string, unknown>>
/** A contract with a finding of a rule, its place, and a similar contract without one. */
interface RuleCase {
  readonly rule: string
  readonly at: string
  readonly invalid: Parts
  readonly valid: Parts
}

const FAULTLESS = {
  version: '1.0.0',
  description: 'Looks a word up in the weather archive.',
  idempotent: true,
  examples: [{ input: {} }],
  input: { type: 'object', properties: {}, additionalProperties: false },
  output: { type: 'object' },
}

let deep: unknown = {}
for (let i = 0; i < 300; i++) deep = { type: 'array', items: deep }

const RULE_CASES: readonly RuleCase[] = [
  { rule: 'contract/too-large', at: '', invalid: { input: deep }, valid: {} },
  ...readFileSync(new URL('./fixtures/rule-cases.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
]

function contract(parts: Parts): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...FAULTLESS, ...parts }).filter(([, value]) => value !== null))
}

test('the contract that the cases start from has no finding at all', () => {
  expect(lintContract(FAULTLESS)).toEqual([])
})

test('every rule has an invalid and a valid case', () => {
  expect([...new Set(RULE_CASES.map(({ rule }) => rule))].sort()).toEqual(Object.keys(LINT_RULES).sort())
})

test.each(RULE_CASES)('$rule is noticed at "$at", with why and what to do, and the valid case has none', (example) => {
  const { rule, at, invalid, valid } = example
  const found = lintContract(contract(invalid)).filter((finding) => finding.rule === rule)
  expect(found.map(({ pointer }) => pointer)).toEqual([at])
  for (const { severity, message, why, fix } of found) {
    expect({ severity, why }).toEqual({ severity: LINT_RULES[rule]?.severity, why: LINT_RULES[rule]?.why })
    expect(message.length).toBeGreaterThan(10)
    expect(fix?.length).toBeGreaterThan(5)
  }
  expect(lintContract(contract(valid)).filter((finding) => finding.rule === rule)).toEqual([])
})

test('docs/lint.md has one true line for each rule and no other', () => {
  const page = readFileSync(new URL('../../../../docs/lint.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const lines = rows.map((row) => row.replaceAll(/ +/g, ' '))
  const expected = Object.entries(LINT_RULES).map(([id, { severity, summary, why, fix, fixable }]) => {
    const cells = [`\`${id}\``, severity, summary, why, fix, fixable ? 'yes' : 'no']
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  expect(lines).toEqual(expected)
})
