import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { openClientMachine } from './fixtures/client-machine.ts'
import { publishTo } from './fixtures/publish-to.ts'

const NOTES = `---
name: Release Notes
description: Writes release notes from a list of commits. Use when somebody wants a changelog.
version: 0.9.0
homepage: https://example.com/notes
---
# Release notes

Group the commits by kind and write one line for each.
`

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

test('the clawhub client searches, inspects, explores, installs, lists and updates (slow)', async () => {
  await publishTo(hub)
  await using machine = await openClientMachine({ registry: hub.url })
  const [searched, inspected, explored, installed] = await Promise.all([
    machine.clawhub('search', 'capital letters'),
    machine.clawhub('inspect', 'text-shout', '--files', '--versions'),
    machine.clawhub('explore'),
    machine.clawhub('install', 'text-shout'),
  ])
  expect(searched.output).toMatch(/text-shout v1\.0\.0\s+@acme\s+Text shout/)
  for (const part of ['@acme', 'latest=1.0.0', 'contract.json', '1.0.0  20']) expect(inspected.output).toContain(part)
  expect(explored.output).toContain('text-shout  v1.0.0')
  expect(installed).toMatchObject({ code: 0, output: expect.stringContaining('Installed') })
  const file = join(machine.dir, 'skills/text-shout/SKILL.md')
  expect(await readFile(file, 'utf8')).toContain('version: 1.0.0')

  await publishTo(hub, { version: '1.1.0' })
  expect((await machine.clawhub('update', '--all')).output).toContain('v1.1.0')
  expect(await readFile(file, 'utf8')).toContain('version: 1.1.0')
  const [listed, updated] = await Promise.all([machine.clawhub('list'), machine.clawhub('update', 'text-shout')])
  expect(listed.output).toContain('text-shout  1.1.0')
  expect(updated.output).toContain('up to date')
})

test('the clawhub client publishes with a token, and knows again what it published (slow)', async () => {
  await using machine = await openClientMachine({ registry: hub.url })
  await machine.write({ 'notes/SKILL.md': NOTES, 'notes/scripts/group.py': 'print(1)\n', 'notes/empty.txt': '' })
  const publish = (...args: string[]) => machine.clawhub('publish', 'notes', '--slug', 'release-notes', ...args)

  expect((await publish()).output).toContain('Not logged in')
  const token = await hub.tokenFor('writer', ['read', 'publish'])
  expect((await machine.clawhub('login', '--token', token)).output).toContain('Logged in as @writer')
  expect((await publish('--changelog', 'The first one')).output).toContain('Published release-notes@1.0.0')
  expect((await publish()).output).toContain('already published')

  await machine.write({ 'notes/SKILL.md': `${NOTES}Leave out what nobody notices.\n` })
  expect((await publish('--changelog', 'Shorter')).output).toContain('Published release-notes@1.0.1')
  const [inspected, installed] = await Promise.all([
    machine.clawhub('inspect', 'release-notes', '--versions'),
    machine.clawhub('install', '@writer/release-notes'),
  ])
  expect(inspected.output).toMatch(/1\.0\.0 .*The first one/)
  expect(installed.code).toBe(0)
  const folder = join(machine.dir, 'skills/@writer/release-notes')
  expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toContain('version: "1.0.1"')
  expect((await stat(join(folder, 'empty.txt'))).size).toBe(0)
  const document = await (await fetch(`${hub.url}/v1/skills/@writer/release-notes`)).json()
  expect(document).toMatchObject({ latest: '1.0.1', title: 'Release Notes', name: '@writer/release-notes' })
})
