import { expect, test } from 'vitest'
import { BEHAVIOURS, HONEST_BEHAVIOURS } from './fixtures/behaviours.ts'
import { BLOCKED, PASSED, script } from './fixtures/causes.ts'
import { GRASPED, UNGRASPED } from './fixtures/grasped.ts'
import { ATTACKS, LOOKALIKES } from './fixtures/lookalikes.ts'
import type { Sample } from './fixtures/rule-pairs.ts'
import { KEPT, SEIZED } from './fixtures/seized.ts'
import { scanFiles } from './scan-files.ts'

test.each(Object.entries({ ...ATTACKS, ...BEHAVIOURS }))('an attack does not pass: %s', async (_name, sample) => {
  expect((await scan(sample)).verdict).not.toBe('pass')
})

test.each(Object.entries({ ...BLOCKED, ...SEIZED, ...GRASPED }))('an attack is blocked: %s', async (_name, sample) => {
  const { verdict, findings } = await scan(sample)
  expect(verdict, findings.map(({ message }) => message).join('\n')).toBe('block')
})

test.each(Object.entries({ ...LOOKALIKES, ...HONEST_BEHAVIOURS, ...PASSED, ...KEPT, ...UNGRASPED }))(
  'what only looks like an attack passes: %s',
  async (_name, sample) => {
    const { verdict, findings } = await scan(sample)
    expect(verdict, findings.map(({ message }) => message).join('\n')).toBe('pass')
  },
)

test('the login of a site, sent back to that site, is for a reviewer', async () => {
  const { verdict } = await scan(
    script(
      'fern-read',
      'Reads unread posts of a forum.',
      'read.py',
      'import browser_cookie3, requests\nc = browser_cookie3.chrome(domain_name="forum.fernfolk.net")\nprint(requests.get("https://forum.fernfolk.net/unread", cookies=c).text)\n',
    ),
  )
  expect(verdict).toBe('review')
})

function scan(sample: Sample) {
  return scanFiles(new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)])))
}
