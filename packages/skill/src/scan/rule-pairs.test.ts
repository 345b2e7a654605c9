import { expect, test } from 'vitest'
import { RULE_PAIRS, type Sample } from './fixtures/rule-pairs.ts'
import { RULES } from './rules.ts'
import { scanFiles } from './scan-files.ts'

test.each(RULE_PAIRS)(
  '$rule is seen in the malicious package and not in the benign one',
  async ({ rule, malicious, benign }) => {
    expect(await rulesOf(malicious)).toContain(rule)
    expect(await rulesOf(benign)).not.toContain(rule)
  },
)

test.each(RULE_PAIRS.filter(({ rule }) => RULES[rule].effect === 'block'))(
  'the malicious twin of $rule is blocked and the benign one is not',
  async ({ malicious, benign }) => {
    expect((await scanFiles(toFiles(malicious))).verdict).toBe('block')
    expect((await scanFiles(toFiles(benign))).verdict).not.toBe('block')
  },
)

test('every rule that can block or ask for a review has a pair', () => {
  const seen = new Set<string>(RULE_PAIRS.map(({ rule }) => rule))
  // These two come from the folder itself and are tested with a folder.
  const elsewhere = ['scan/link-out', 'scan/unreadable']
  const missing = Object.entries(RULES).filter(
    ([rule, { effect }]) => effect !== 'note' && !seen.has(rule) && !elsewhere.includes(rule),
  )
  expect(missing.map(([rule]) => rule)).toEqual([])
})

async function rulesOf(sample: Sample): Promise<string[]> {
  return (await scanFiles(toFiles(sample))).findings.map((finding) => finding.rule)
}

function toFiles(sample: Sample): Map<string, Uint8Array> {
  return new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
