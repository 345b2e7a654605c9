import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installLine } from '@skillwright/hub-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../server/fixtures/test-hub.ts'
import { makePackage } from './fixtures/make-package.ts'

const shell = promisify(execFile)
const OWN = { 'README.md': 'my own words\n', LICENSE: 'my own licence\n' }

let hub: TestHub
let dir: string
beforeAll(async () => {
  hub = await startTestHub()
  dir = await mkdtemp(join(tmpdir(), 'install-line-'))
  for (const [name, text] of Object.entries(OWN)) await writeFile(join(dir, name), text)
  const token = await hub.tokenFor('author', ['read', 'publish'])
  const { archive } = await makePackage({ name: 'shout', files: { 'README.md': 'theirs', LICENSE: 'theirs' } })
  const answer = await fetch(`${hub.url}/v1/skills/@author/shout/versions/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(archive),
  })
  expect(answer.status).toBe(201)
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

test('the line unpacks into a folder of its own, and touches nothing that is there', async () => {
  const own = installLine(hub.url, { scope: 'author', name: 'shout' })
  await shell('sh', ['-c', own], { cwd: dir })
  for (const [name, text] of Object.entries(OWN)) expect(await readFile(join(dir, name), 'utf8')).toBe(text)
  expect(await readdir(join(dir, 'shout'))).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'SKILL.md']))
  await writeFile(join(dir, 'shout', 'README.md'), 'changed')
  await expect(shell('sh', ['-c', own], { cwd: dir })).rejects.toMatchObject({ code: 1 })
  expect(await readFile(join(dir, 'shout', 'README.md'), 'utf8')).toBe('changed')
})

test('the line of one version names it', () => {
  expect(installLine('https://hub.example.com/', { scope: 'author', name: 'shout', version: '1.0.0' })).toBe(
    "mkdir shout && curl -fsSL 'https://hub.example.com/v1/skills/@author/shout/versions/1.0.0/package' | tar xz -C shout",
  )
})

test.each([
  { scope: 'author', name: '..' },
  { scope: 'author', name: '-p' },
  { scope: 'author', name: 'a; touch owned' },
  { scope: "x'$(touch owned)'", name: 'shout' },
  { scope: 'author', name: 'shout', version: "1.0.0'; touch owned; '" },
])('nothing else comes into the shell: %j', (reference) => {
  expect(() => installLine('https://hub.example.com', reference)).toThrow(/Expected a/)
})

test('an address with a quote stays one word', async () => {
  const line = installLine("https://hub.example.com/a'$(touch owned)'", { scope: 'author', name: 'shout' })
  const { stdout } = await shell('sh', ['-c', line.replace(/^mkdir shout && curl -fsSL/, 'echo').replace(/\|.*/, '')])
  expect(stdout).toContain('%27$(touch%20owned)%27')
})

test('every page that shows such a line makes a folder first', async () => {
  const docs = join(import.meta.dirname, '../../../../docs')
  const pages = (await readdir(docs)).filter((file) => file.endsWith('.md'))
  for (const page of pages)
    for (const line of (await readFile(join(docs, page), 'utf8')).split('\n'))
      if (/\|\s*tar\s+-?x/.test(line)) expect(line, page).toMatch(/^mkdir (\S+) && curl .* -C \1$/)
})
