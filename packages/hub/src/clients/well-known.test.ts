import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lintFiles, readArchive } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { makePackage } from '../registry/package-under-test.ts'
import { startTestHub, type TestHub } from '../server/hub-under-test.ts'
import { openClientMachine } from './client-under-test.ts'

test('npx skills add installs what is public from the address of the hub, and one skill from its own', async () => {
  await using hub = await startTestHub()
  await publish(hub, { owner: 'acme', name: 'text-shout' })
  await publish(hub, { owner: 'acme', name: 'text-whisper' })
  await using machine = await openClientMachine()
  const one = await machine.skills('add', `${hub.url}/@acme/text-whisper`, '-y', '-a', 'codex')
  console.log(one.output)
  expect(await readdir(join(machine.dir, '.agents/skills'))).toEqual(['text-whisper'])
  const all = await machine.skills('add', hub.url, '-y', '-a', 'codex')
  console.log(all.output)
  expect((await readdir(join(machine.dir, '.agents/skills'))).sort()).toEqual(['text-shout', 'text-whisper'])
  const text = await readFile(join(machine.dir, '.agents/skills/text-shout/SKILL.md'), 'utf8')
  expect(text).toMatch(/^---\nname: text-shout\n/)
}, 60_000)

async function publish(
  hub: TestHub,
  {
    owner,
    name,
    version = '1.0.0',
    access = 'public',
  }: { owner: string; name: string; version?: string; access?: string },
) {
  const token = await hub.tokenFor(owner, ['read', 'publish'])
  const { archive } = await makePackage({ name, version })
  const answer = await fetch(`${hub.url}/v1/skills/@${owner}/${name}/versions/${version}?access=${access}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
}
