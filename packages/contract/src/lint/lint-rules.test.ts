import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lintContract } from './lint-contract.ts'
import { LINT_RULES } from './lint-rules.ts'

/** What differs from a contract without faults; null removes a key. */
type Parts = Readonly<Record<string, unknown>>
/** A contract that a rule must notice, where, and one that looks like it and must be spared. */
interface Twins {
  readonly rule: string
  readonly at: string
  readonly evil: Parts
  readonly benign: Parts
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

const TWINS: readonly Twins[] = [
  { rule: 'contract/too-large', at: '', evil: { input: deep }, benign: {} },
  ...readFileSync(new URL('./fixtures/rule-twins.jsonl', import.meta.url), 'utf8')
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

test('every rule has an evil case and a benign twin', () => {
  expect([...new Set(TWINS.map(({ rule }) => rule))].sort()).toEqual(Object.keys(LINT_RULES).sort())
})

test.each(TWINS)('$rule is noticed at "$at", with why and what to do, and its twin is spared', (twins) => {
  const { rule, at, evil, benign } = twins
  const found = lintContract(contract(evil)).filter((finding) => finding.rule === rule)
  expect(found.map(({ pointer }) => pointer)).toEqual([at])
  for (const { severity, message, why, fix } of found) {
    expect({ severity, why }).toEqual({ severity: LINT_RULES[rule]?.severity, why: LINT_RULES[rule]?.why })
    expect(message.length).toBeGreaterThan(10)
    expect(fix?.length).toBeGreaterThan(5)
  }
  expect(lintContract(contract(benign)).filter((finding) => finding.rule === rule)).toEqual([])
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
