import { expect, test } from 'vitest'
import { BENIGN_PACKAGES, MALICIOUS_PACKAGES } from './fixtures/packages.ts'
import { scanFiles } from './scan-files.ts'

test.each(MALICIOUS_PACKAGES)('a malicious package is blocked: $name', async ({ files }) => {
  const { verdict, findings } = await scanFiles(toFiles(files))
  expect(verdict, findings.map((finding) => finding.rule).join(' ')).toBe('block')
})

test.each(BENIGN_PACKAGES)('a benign package that looks dangerous is not blocked: $name', async ({ files, most }) => {
  const { verdict, findings } = await scanFiles(toFiles(files))
  expect(
    most === 'pass' ? ['pass'] : ['pass', 'review'],
    findings.map((finding) => finding.message).join('\n'),
  ).toContain(verdict)
})

function toFiles(sample: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
