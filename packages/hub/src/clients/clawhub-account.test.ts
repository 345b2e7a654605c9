import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { openClientMachine } from './fixtures/client-machine.ts'
import { publishTo } from './fixtures/publish-to.ts'

test('the clawhub client signs in by a code, and hides, withdraws, restores, stars and verifies (slow)', async () => {
  await using hub = await startTestHub()
  await publishTo(hub)
  await publishTo(hub, { version: '1.1.0' })
  await using machine = await openClientMachine({ registry: hub.url })
  const clawhub = async (...args: string[]) => (await machine.clawhub(...args)).output
  const seen = async () => (await fetch(`${hub.url}/v1/skills/@acme/text-shout`)).status

  const desk = await hub.tokenFor('acme', ['read', 'publish', 'account'])
  const login = await machine.clawhubWatched(approveFor(hub, desk), 'login', '--label', 'ci machine')
  expect(login.output).toContain('Logged in as @acme')
  expect(await names(hub, desk)).toContain('clawhub: ci machine')

  const [starred, verified, installed] = await Promise.all([
    clawhub('star', '@acme/text-shout', '--yes'),
    machine.clawhub('skill', 'verify', 'text-shout', '--version', '1.0.0'),
    clawhub('install', 'text-shout'),
  ])
  expect([starred, await stars(hub)]).toEqual([expect.stringContaining('OK. Starred text-shout'), 1])
  expect(verified.code).toBe(1)
  const reasons = ['verify.missing']
  expect(JSON.parse(verified.output)).toMatchObject({ decision: 'fail', reasons, version: '1.0.0' })
  expect(installed).toContain('Installed')
  const file = await readFile(join(machine.dir, 'skills/text-shout/SKILL.md'), 'utf8')
  expect(file).toMatch(/^---\nname: text-shout\n/)

  expect(await clawhub('hide', 'text-shout', '--yes', '--reason', 'not now')).toContain('OK. Hidden text-shout')
  expect(await seen()).toBe(404)
  expect(await clawhub('undelete', 'text-shout', '--yes')).toContain('OK. Undeleted')
  expect(await seen()).toBe(200)

  const withdrawn = clawhub('delete', 'text-shout', '--version', '1.1.0', '--yes')
  const unstarred = clawhub('unstar', 'text-shout', '--yes')
  expect([await withdrawn, await latest(hub)]).toEqual([expect.stringContaining('OK. Deleted'), '1.0.0'])
  expect([await unstarred, await stars(hub)]).toEqual([expect.stringContaining('OK. Unstarred'), 0])
  expect(await clawhub('undelete', 'text-shout', '--version', '1.1.0', '--yes')).toContain('OK. Undeleted')
  expect(await latest(hub)).toBe('1.1.0')
})

/** Types the code that the client shows, as a user who is signed in elsewhere. */
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
