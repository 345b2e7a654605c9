import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lintFiles, readArchive } from '@skillwright/skill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { openClientMachine } from './fixtures/client-machine.ts'
import { administer, publishTo } from './fixtures/publish-to.ts'
import { Catalogue } from './well-known/catalogue.ts'

const V2 = '/.well-known/agent-skills/index.json'
const V1 = '/.well-known/skills/index.json'

interface Entry {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly url: string
  readonly digest: string
  readonly files: readonly string[]
}

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await publishTo(hub)
  await publishTo(hub, { name: 'text-whisper', files: { 'scripts/run.sh': '#!/bin/sh\ntr A-Z a-z\n' } })
  await publishTo(hub, { name: 'hidden-one', access: 'private' })
  await publishTo(hub, { name: 'members-only', access: 'restricted' })
})
afterAll(() => hub[Symbol.asyncDispose]())

test('npx skills add installs one skill from its address, and all that is public from that of the hub (slow)', async () => {
  await indexOf(V2)
  await using machine = await openClientMachine()
  const installed = async () => (await readdir(join(machine.dir, '.agents/skills'))).sort()
  const one = await machine.skills('add', `${hub.url}/@acme/text-whisper`, '-y', '-a', 'codex')
  expect(await installed(), one.output).toEqual(['text-whisper'])
  const all = await machine.skills('add', hub.url, '-y', '-a', 'codex')
  expect(await installed(), all.output).toEqual(['text-shout', 'text-whisper'])
  const text = await readFile(join(machine.dir, '.agents/skills/text-shout/SKILL.md'), 'utf8')
  expect(text).toMatch(/^---\nname: text-shout\n/)
})

test('the index of discovery 0.2 lists what is public, with the digest of what it hands out', async () => {
  const { $schema, skills } = await indexOf(V2)
  expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  expect(skills.map(({ name, type }) => [name, type])).toEqual([
    ['text-shout', 'archive'],
    ['text-whisper', 'archive'],
  ])
  for (const { name, url, digest } of skills) {
    const answer = await fetch(new URL(url, `${hub.url}${V2}`))
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest)
    const { files } = await readArchive(bytes)
    expect(
      lintFiles(files, { profile: 'agentskills', folder: name }).filter((one) => one.severity === 'error'),
    ).toEqual([])
  }
})

test('the index of discovery 0.1 lists files, and each is there as it is in the archive', async () => {
  const { skills } = await indexOf(V1)
  const whisper = skills.find(({ name }) => name === 'text-whisper')
  expect(whisper?.files).toEqual(['SKILL.md', 'contract.json', 'scripts/run.sh', 'skill.json'])
  const script = await get('/.well-known/skills/text-whisper/scripts/run.sh')
  expect([script.headers.get('content-type'), await script.text()]).toEqual([
    'text/plain; charset=utf-8',
    '#!/bin/sh\ntr A-Z a-z\n',
  ])
  expect(await (await get('/@acme/.well-known/skills/text-whisper/SKILL.md')).text()).toMatch(
    /^---\nname: text-whisper/,
  )
  for (const path of ['nothing.md', '../text-shout/SKILL.md', '%2e%2e/%2e%2e/index.json'])
    expect((await get(`/.well-known/skills/text-whisper/${path}`)).status).not.toBe(500)
  expect((await get('/.well-known/skills/hidden-one/SKILL.md')).status).toBe(404)
  expect((await get('/.well-known/skills/members-only/SKILL.md')).status).toBe(404)
  expect((await get('/@acme/hidden-one/.well-known/agent-skills/index.json')).status).toBe(404)
})

test('curl and tar are enough to install a package', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'curl-'))
  const url = `${hub.url}/v1/skills/@acme/text-whisper/versions/latest/package`
  await promisify(execFile)('sh', ['-c', `curl -fsS "${url}" | tar xz -C "${dir}"`])
  expect((await readdir(dir)).sort()).toEqual(['SKILL.md', 'contract.json', 'scripts', 'skill.json'])
  await rm(dir, { recursive: true })
})

test('what changes is in the next answer, and what does not is not sent again', async () => {
  const first = await get(V2)
  const etag = first.headers.get('etag') ?? ''
  expect((await fetch(`${hub.url}${V2}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const [listed] = (await indexOf('/@acme/text-shout/.well-known/agent-skills/index.json')).skills
  await publishTo(hub, { name: 'text-shout', version: '1.1.0' })
  const [updated] = (await indexOf('/@acme/text-shout/.well-known/agent-skills/index.json')).skills
  expect(updated?.digest).not.toBe(listed?.digest)
  await publishTo(hub, { name: 'short-lived' })
  expect(await names(V2)).toContain('short-lived')
  const [entry] = (await indexOf('/@acme/short-lived/.well-known/agent-skills/index.json')).skills
  await administer(hub, '/v1/skills/@acme/short-lived/access', { access: 'private' }, 'PUT')
  expect(await names(V2)).not.toContain('short-lived')
  expect(await names(V1)).not.toContain('short-lived')
  expect((await get(entry?.url ?? '')).status).toBe(404)
})

test('of several skills with one name the oldest keeps it, and the others go by their scope', async () => {
  await publishTo(hub, { owner: 'older', name: 'same-name' })
  await publishTo(hub, { owner: 'newer', name: 'same-name' })
  expect((await names(V2)).filter((name) => name.includes('same'))).toEqual(['newer-same-name', 'same-name'])
  const file = await get('/.well-known/skills/newer-same-name/SKILL.md')
  expect(await file.text()).toMatch(/^---\nname: newer-same-name\n/)
  expect(await names('/@newer/.well-known/agent-skills/index.json')).toEqual(['same-name'])
})

function get(path: string): Promise<Response> {
  return fetch(`${hub.url}${path}`)
}

async function indexOf(path: string): Promise<{ $schema?: string; skills: Entry[] }> {
  // However long a busy machine takes to make what is listed, it is there when it is asked for.
  await using catalogue = new Catalogue(hub.hub)
  await catalogue.prepare()
  const answer = await get(path)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { skills: Entry[] }
}

async function names(path: string): Promise<string[]> {
  return (await indexOf(path)).skills.map(({ name }) => name)
}
