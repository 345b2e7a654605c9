import { expect, test } from 'vitest'
import { EVASIONS } from './fixtures/evasions.ts'
import { ATTACKS, BENIGN } from './fixtures/mutations.ts'
import { scanFiles } from './scan-files.ts'

test.each(Object.entries(ATTACKS))('an attack stays blocked in other clothes: %s', async (_name, sample) => {
  const { verdict, findings } = await scanFiles(toFiles(sample))
  expect(verdict, findings.map((finding) => finding.rule).join(' ')).toBe('block')
})

test.each(Object.entries(BENIGN))('a benign skill is never blocked: %s', async (_name, sample) => {
  const { verdict, findings } = await scanFiles(toFiles(sample))
  expect(verdict, findings.map((finding) => finding.message).join('\n')).not.toBe('block')
})

test.each(EVASIONS)('a way around the rules is seen: $name', async ({ files, least }) => {
  const { verdict, findings } = await scanFiles(toFiles(files))
  expect(
    least === 'block' ? ['block'] : ['block', 'review'],
    findings.map((finding) => finding.rule).join(' '),
  ).toContain(verdict)
})

function toFiles(sample: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
