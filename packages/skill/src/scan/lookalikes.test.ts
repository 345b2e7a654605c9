import { expect, test } from 'vitest'
import { judge } from './combine.ts'
import { BEHAVIOURS, HONEST_BEHAVIOURS } from './fixtures/behaviours.ts'
import { ATTACKS, LOOKALIKES } from './fixtures/lookalikes.ts'
import { BENIGN_PACKAGES } from './fixtures/packages.ts'
import { ACCESS_ATTACKS } from './fixtures/powers/access-attacks.ts'
import { AGENT_ATTACKS } from './fixtures/powers/agent-attacks.ts'
import { CREDENTIAL_ATTACKS } from './fixtures/powers/credential-attacks.ts'
import { DESTRUCTION_ATTACKS } from './fixtures/powers/destruction-attacks.ts'
import { EXECUTION_ATTACKS } from './fixtures/powers/execution-attacks.ts'
import { HONEST_TWINS, REVIEWED_TWINS } from './fixtures/powers/honest-twins.ts'
import { MONEY_ATTACKS } from './fixtures/powers/money-attacks.ts'
import { PERSISTENCE_ATTACKS } from './fixtures/powers/persistence-attacks.ts'
import type { Sample } from './fixtures/rule-pairs.ts'
import { script } from './fixtures/sample-skill.ts'
import { scanFiles } from './scan-files.ts'

test.each(Object.entries({ ...ATTACKS, ...BEHAVIOURS }))('an attack does not pass: %s', async (_name, sample) => {
  expect((await scan(sample)).verdict).not.toBe('pass')
})

const BLOCKED = {
  ...ACCESS_ATTACKS,
  ...AGENT_ATTACKS,
  ...CREDENTIAL_ATTACKS,
  ...DESTRUCTION_ATTACKS,
  ...EXECUTION_ATTACKS,
  ...MONEY_ATTACKS,
  ...PERSISTENCE_ATTACKS,
}

test.each(Object.entries(BLOCKED))('an attack is blocked: %s', async (_name, sample) => {
  const { verdict, findings } = await scan(sample)
  expect(verdict, findings.map(({ message }) => message).join('\n')).toBe('block')
})

test.each(Object.entries({ ...LOOKALIKES, ...HONEST_BEHAVIOURS, ...HONEST_TWINS }))(
  'what only looks like an attack passes: %s',
  async (_name, sample) => {
    const findings = (await scan(sample)).findings.filter(({ rule }) => !rule.endsWith('attack-likeness'))
    expect(judge(findings).verdict, findings.map(({ message }) => message).join('\n')).toBe('pass')
  },
)

test('of what only looks like an attack one in a hundred looks so much like one that a reviewer sees it, and none is blocked', async () => {
  const samples = [
    ...Object.values({ ...LOOKALIKES, ...HONEST_BEHAVIOURS, ...HONEST_TWINS }),
    ...BENIGN_PACKAGES.filter(({ most }) => most === 'pass').map(({ files }) => files),
  ]
  const verdicts = await Promise.all(samples.map(async (sample) => (await scan(sample)).verdict))
  expect(verdicts.filter((verdict) => verdict !== 'pass').length).toBeLessThanOrEqual(samples.length / 100)
  expect(verdicts).not.toContain('block')
})

test.each(Object.entries(REVIEWED_TWINS))('what a person should look at is not blocked: %s', async (_name, sample) => {
  const { verdict, findings } = await scan(sample)
  expect(verdict, findings.map(({ message }) => message).join('\n')).not.toBe('block')
})

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
