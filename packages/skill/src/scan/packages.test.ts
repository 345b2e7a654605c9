import { expect, test } from 'vitest'
import { judge } from './combine.ts'
import { BENIGN_PACKAGES, MALICIOUS_PACKAGES } from './fixtures/packages.ts'
import { scanFiles } from './scan-files.ts'

test.each(MALICIOUS_PACKAGES)('a malicious package is blocked: $name', async ({ files }) => {
  const { verdict, findings } = await scanFiles(toFiles(files))
  expect(verdict, findings.map((finding) => finding.rule).join(' ')).toBe('block')
})

test.each(BENIGN_PACKAGES)('a benign package that looks dangerous is not blocked: $name', async ({ files, most }) => {
  // Likeness is a matter of shares, which lookalikes.test.ts looks at.
  const findings = (await scanFiles(toFiles(files))).findings.filter(({ rule }) => !rule.endsWith('attack-likeness'))
  expect(
    most === 'pass' ? ['pass'] : ['pass', 'review'],
    findings.map((finding) => finding.message).join('\n'),
  ).toContain(judge(findings).verdict)
})

function toFiles(sample: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
