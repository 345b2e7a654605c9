import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePackage } from '../registry/package-under-test.ts'
import { startTestHub, type TestHub } from '../server/hub-under-test.ts'
import { openClientMachine } from './client-under-test.ts'

const NOTES = `---
name: Release Notes
description: Writes release notes from a list of commits. Use when somebody wants a changelog.
version: 0.9.0
homepage: https://example.com/notes
---
# Release notes

Group the commits by kind and write one line for each.
`

test('the clawhub client finds, inspects, installs, lists and updates a skill of the hub', async () => {
  await using hub = await startTestHub()
  await publish(hub, { owner: 'acme', name: 'text-shout', version: '1.0.0' })
  await using machine = await openClientMachine({ registry: hub.url })

  expect(await machine.clawhub('search', 'capital letters')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/text-shout v1\.0\.0\s+@acme\s+Text shout/),
  })
  expect(await machine.clawhub('search', 'text-', '--prefix')).toMatchObject({
    code: 0,
    output: expect.stringContaining('text-shout'),
  })
  const inspected = await machine.clawhub('inspect', 'text-shout', '--files', '--versions')
  expect(inspected.code).toBe(0)
  for (const part of ['@acme', 'latest=1.0.0', 'contract.json', '1.0.0  20']) expect(inspected.output).toContain(part)
  expect((await machine.clawhub('inspect', 'text-shout', '--file', 'SKILL.md')).output).toContain('# Text shout')

  expect(await machine.clawhub('install', 'text-shout')).toMatchObject({ code: 0 })
  expect(await readFile(join(machine.dir, 'skills/text-shout/SKILL.md'), 'utf8')).toContain('version: 1.0.0')
  expect((await machine.clawhub('list')).output).toContain('text-shout  1.0.0')
  expect((await machine.clawhub('update', '--all')).output).toContain('up to date')

  await publish(hub, { owner: 'acme', name: 'text-shout', version: '1.1.0' })
  expect((await machine.clawhub('update', 'text-shout')).output).toContain('v1.1.0')
  expect(await readFile(join(machine.dir, 'skills/text-shout/SKILL.md'), 'utf8')).toContain('version: 1.1.0')
  expect((await machine.clawhub('explore')).output).toContain('text-shout  v1.1.0')
}, 60_000)

test('the clawhub client publishes with a token, and knows again what it published', async () => {
  await using hub = await startTestHub()
  const token = await hub.tokenFor('acme', ['read', 'publish'])
  await using machine = await openClientMachine({ registry: hub.url })
  await machine.write({
    'notes/SKILL.md': NOTES,
    'notes/scripts/group.py': 'print("grouped")\n',
    'notes/empty.txt': '',
  })

  expect((await machine.clawhub('publish', 'notes', '--slug', 'release-notes')).code).not.toBe(0)
  expect((await machine.clawhub('login', '--token', token)).output).toContain('@acme')
  expect((await machine.clawhub('whoami')).output).toContain('acme')
  const first = await machine.clawhub('publish', 'notes', '--slug', 'release-notes', '--changelog', 'The first one')
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Published release-notes@1.0.0') })
  const again = await machine.clawhub('publish', 'notes', '--slug', 'release-notes')
  expect(again.output).toContain('already published')

  await machine.write({ 'notes/SKILL.md': `${NOTES}Leave out what nobody notices.\n` })
  const second = await machine.clawhub('publish', 'notes', '--slug', 'release-notes', '--changelog', 'Shorter')
  expect(second.output).toContain('Published release-notes@1.0.1')
  expect((await machine.clawhub('inspect', 'release-notes', '--versions')).output).toMatch(/1\.0\.0 .*The first one/)

  const document = await (await fetch(`${hub.url}/v1/skills/@acme/release-notes`)).json()
  expect(document).toMatchObject({ latest: '1.0.1', title: 'Release Notes', name: 'release-notes' })
  expect((await machine.clawhub('install', '@acme/release-notes')).code).toBe(0)
  const installed = join(machine.dir, 'skills/@acme/release-notes')
  expect(await readFile(join(installed, 'SKILL.md'), 'utf8')).toContain('version: "1.0.1"')
  expect((await stat(join(installed, 'empty.txt'))).size).toBe(0)
}, 60_000)

async function publish(hub: TestHub, { owner, name, version }: { owner: string; name: string; version: string }) {
  const token = await hub.tokenFor(owner, ['read', 'publish'])
  const { archive } = await makePackage({ name, version })
  const answer = await fetch(`${hub.url}/v1/skills/@${owner}/${name}/versions/${version}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
}
