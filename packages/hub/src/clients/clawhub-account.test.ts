import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/hub-under-test.ts'
import { openClientMachine } from './client-under-test.ts'
import { publishTo } from './publish-under-test.ts'

test('the clawhub client signs in by a code, and hides, withdraws, restores, stars and verifies (slow)', async () => {
  await using hub = await startTestHub()
  await publishTo(hub)
  await publishTo(hub, { version: '1.1.0' })
  await using machine = await openClientMachine({ registry: hub.url })
  const clawhub = async (...args: string[]) => (await machine.clawhub(...args)).output
  const seen = async (path = '') => (await fetch(`${hub.url}/v1/skills/@acme/text-shout${path}`)).status

  const desk = await hub.tokenFor('acme', ['read', 'publish', 'account'])
  const login = await machine.clawhubWatched(approveFor(hub, desk), 'login', '--label', 'ci machine')
  expect(login.output).toContain('Logged in as @acme')
  expect(await names(hub, desk)).toContain('clawhub: ci machine')

  expect(await clawhub('star', 'text-shout', '--yes')).toContain('OK. Starred text-shout')
  expect(await clawhub('star', '@acme/text-shout', '--yes')).toContain('already starred')
  expect(await stars(hub)).toBe(1)
  expect(await clawhub('unstar', 'text-shout', '--yes')).toContain('OK. Unstarred')
  expect(await stars(hub)).toBe(0)

  expect(await clawhub('hide', 'text-shout', '--yes', '--reason', 'not now')).toContain('OK. Hidden text-shout')
  expect(await seen()).toBe(404)
  expect(await clawhub('unhide', 'text-shout', '--yes')).toContain('OK. Unhidden text-shout')
  expect(await clawhub('delete', '@acme/text-shout', '--yes')).toContain('OK. Deleted @acme/text-shout')
  expect(await seen()).toBe(404)
  expect(await clawhub('undelete', 'text-shout', '--yes')).toContain('OK. Undeleted')
  expect(await seen()).toBe(200)

  expect(await clawhub('delete', 'text-shout', '--version', '1.1.0', '--yes')).toContain('OK. Deleted')
  expect(await latest(hub)).toBe('1.0.0')
  expect(await clawhub('undelete', 'text-shout', '--version', '1.1.0', '--yes')).toContain('OK. Undeleted')
  expect(await latest(hub)).toBe('1.1.0')

  const verified = await machine.clawhub('skill', 'verify', 'text-shout', '--version', '1.0.0')
  expect(verified.code).toBe(1)
  expect(JSON.parse(verified.output)).toMatchObject({
    decision: 'fail',
    reasons: ['verify.missing'],
    version: '1.0.0',
    resolvedFrom: 'version',
  })

  expect(await clawhub('install', 'text-shout')).toContain('Installed')
  const installed = await readFile(join(machine.dir, 'skills/text-shout/SKILL.md'), 'utf8')
  expect(installed).toMatch(/^---\nname: text-shout\n/)
  expect(installed).not.toContain('\nid:')
  expect(await clawhub('update', 'text-shout')).toContain('up to date')
}, 180_000)

/** Types the code that the client shows, as somebody who is signed in elsewhere. */
function approveFor(hub: TestHub, token: string) {
  let isTyped = false
  return (output: string) => {
    const [, code] = /enter code: (\S+)\n/.exec(output) ?? []
    if (code === undefined || isTyped) return
    isTyped = true
    void fetch(`${hub.url}/v1/device/${code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approve' }),
    })
  }
}

async function names(hub: TestHub, token: string): Promise<string[]> {
  const answer = await fetch(`${hub.url}/v1/tokens`, { headers: { authorization: `Bearer ${token}` } })
  const { items } = (await answer.json()) as { items: { name: string }[] }
  return items.map(({ name }) => name)
}

async function stars(hub: TestHub): Promise<number> {
  const answer = await fetch(`${hub.url}/api/v1/skills/text-shout`)
  return ((await answer.json()) as { skill: { stats: { stars: number } } }).skill.stats.stars
}

async function latest(hub: TestHub): Promise<string> {
  const answer = await fetch(`${hub.url}/v1/skills/@acme/text-shout`)
  return ((await answer.json()) as { latest: string }).latest
}
