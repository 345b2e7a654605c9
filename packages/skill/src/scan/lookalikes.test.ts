import { expect, test } from 'vitest'
import { BEHAVIOURS, HONEST_BEHAVIOURS } from './fixtures/behaviours.ts'
import { BLOCKED, PASSED } from './fixtures/causes.ts'
import { ATTACKS, LOOKALIKES } from './fixtures/lookalikes.ts'
import type { Sample } from './fixtures/rule-pairs.ts'
import { KEPT, SEIZED } from './fixtures/seized.ts'
import { scanFiles } from './scan-files.ts'

test.each(Object.entries({ ...ATTACKS, ...BEHAVIOURS }))('an attack does not pass: %s', async (_name, sample) => {
  expect((await scan(sample)).verdict).not.toBe('pass')
})

test.each(Object.entries({ ...BLOCKED, ...SEIZED }))('an attack is blocked: %s', async (_name, sample) => {
  const { verdict, findings } = await scan(sample)
  expect(verdict, findings.map(({ message }) => message).join('\n')).toBe('block')
})

test.each(Object.entries({ ...LOOKALIKES, ...HONEST_BEHAVIOURS, ...PASSED, ...KEPT }))(
  'what only looks like an attack passes: %s',
  async (_name, sample) => {
    const { verdict, findings } = await scan(sample)
    expect(verdict, findings.map(({ message }) => message).join('\n')).toBe('pass')
  },
)

function scan(sample: Sample) {
  return scanFiles(new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)])))
}
