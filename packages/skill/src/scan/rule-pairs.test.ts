import { expect, test } from 'vitest'
import { type Sample, TWINS } from './fixtures/twins.ts'
import { RULES } from './rules.ts'
import { scanFiles } from './scan-files.ts'

test.each(TWINS)('$rule is seen in the evil twin and not in the benign one', async ({ rule, evil, benign }) => {
  expect(await rulesOf(evil)).toContain(rule)
  expect(await rulesOf(benign)).not.toContain(rule)
})

test.each(TWINS.filter(({ rule }) => RULES[rule].effect === 'block'))(
  'the evil twin of $rule is blocked and the benign one is not',
  async ({ evil, benign }) => {
    expect((await scanFiles(toFiles(evil))).verdict).toBe('block')
    expect((await scanFiles(toFiles(benign))).verdict).not.toBe('block')
  },
)

test('every rule that can block or ask for a review has twins', () => {
  const seen = new Set<string>(TWINS.map(({ rule }) => rule))
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
