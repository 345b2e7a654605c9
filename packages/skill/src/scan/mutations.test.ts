import { expect, test } from 'vitest'
import { ATTACKS, HONEST } from './fixtures/mutations.ts'
import { scanFiles } from './scan-files.ts'

test.each(Object.entries(ATTACKS))('an attack stays blocked in other clothes: %s', async (_name, sample) => {
  const { verdict, findings } = await scanFiles(toFiles(sample))
  expect(verdict, findings.map((finding) => finding.rule).join(' ')).toBe('block')
})

test.each(Object.entries(HONEST))('an honest skill is never blocked: %s', async (_name, sample) => {
  const { verdict, findings } = await scanFiles(toFiles(sample))
  expect(verdict, findings.map((finding) => finding.message).join('\n')).not.toBe('block')
})

function toFiles(sample: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)]))
}
