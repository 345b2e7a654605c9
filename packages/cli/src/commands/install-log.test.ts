import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type SkillHub, startSkillHub } from '../../../install/src/fixtures/skill-hub.ts'
import { callCli } from '../fixtures/call-cli.ts'

type Tamper = (path: string, body: string) => string

const before = process.cwd()
let hub: SkillHub
let proxy: Server
let url: string
let dir: string
let tamper: Tamper = (_, body) => body
const seen: { path: string; authorization: string | undefined }[] = []

beforeAll(async () => {
  hub = await startSkillHub()
  await hub.publish({ name: 'good' })
  await hub.publish({ name: 'other' })
  // Everything that is no package goes through here as text.
  proxy = createServer(async (request, answer) => {
    const path = request.url ?? ''
    seen.push({ path, authorization: request.headers.authorization })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const got = await fetch(`${hub.url}${path}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    const bytes = Buffer.from(await got.arrayBuffer())
    const body = path.endsWith('/package') ? bytes : Buffer.from(tamper(path, bytes.toString('utf8')))
    answer.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-log-'))
  for (const [name, folder] of [
    ['SKILLWRIGHT_DATA', 'data'],
    ['SKILLWRIGHT_CONFIG', 'config'],
    ['HOME', 'home'],
  ] as const)
    vi.stubEnv(name, join(dir, folder))
  process.chdir(dir)
  tamper = (_, body) => body
  seen.length = 0
  return async () => {
    process.chdir(before)
    vi.unstubAllEnvs()
    await rm(dir, { recursive: true, force: true })
  }
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await hub[Symbol.asyncDispose]()
})

interface Receipt {
  index: number
  /** JSON. */
  entry: string
  inclusion: string[]
}
interface Receipts {
  checkpoint: string
  receipts: Receipt[]
}

/** Changes what the hub says of its log. */
const answer =
  (change: (answer: Receipts) => Partial<Receipts>): Tamper =>
  (path, body) => {
    if (!path.startsWith('/v1/log/receipts')) return body
    const told = JSON.parse(body) as Receipts
    return JSON.stringify({ ...told, ...change(told) })
  }
const each = (change: (receipt: Receipt) => Partial<Receipt>) =>
  answer(({ receipts }) => ({ receipts: receipts.map((one) => ({ ...one, ...change(one) })) }))
const entry = (more: Record<string, unknown>) =>
  each((one) => ({ entry: JSON.stringify({ ...(JSON.parse(one.entry) as object), ...more }) }))
const checkpoint = (from: RegExp, to: string) => answer((told) => ({ checkpoint: told.checkpoint.replace(from, to) }))
const flip = (hash: string) => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`
const wrongProof = each(({ inclusion }) => ({ inclusion: inclusion.map(flip) }))

test.each<[string, Tamper]>([
  ['an entry of another digest', entry({ digest: `sha256:${'0'.repeat(64)}` })],
  ['an entry about another skill', entry({ skill: '@acme/other' })],
  ['an entry of another version', entry({ version: '9.0.0' })],
  ['an entry with something more in it', entry({ more: 1 })],
  ['a proof with one bit changed', wrongProof],
  ['a proof that is cut short', each(({ inclusion }) => ({ inclusion: inclusion.slice(1) }))],
  ['no proof at all', answer(() => ({ receipts: [] }))],
  ['the proof of another entry', each(({ index }) => ({ index: index + 1 }))],
  ['a checkpoint of another size', checkpoint(/\n\d+\n/, '\n999\n')],
  ['a checkpoint that no one signed', checkpoint(/\n— [\s\S]*$/, '\n')],
  ['a checkpoint with another signature', checkpoint(/.{8}(?=\n?$)/, 'AAAAAAA=')],
])('a log with %s is refused', async (_, change) => {
  tamper = change
  const { code, stderr } = await callCli(['install', '@acme/good', '--hub', url])
  expect(stderr).toContain('INTEGRITY_FAILED')
  expect(code).toBe(1)
  tamper = (__, body) => body
  expect(await callCli(['list', '--json'])).toMatchObject({ stdout: '[]\n' })
})

test('a log that forgot what it said is refused, and one that grew is not', async () => {
  expect(await callCli(['install', '@acme/good', '--hub', url])).toMatchObject({ code: 0 })
  // The hub as it was before: what was seen of its log is no part of it.
  await using older = await startSkillHub()
  for (const name of ['other', 'good']) await older.publish({ name })
  const [mine, theirs] = [hub, older]
  hub = theirs
  const { stderr } = await callCli(['install', '@acme/other', '--hub', url])
  hub = mine
  expect(stderr).toContain('INTEGRITY_FAILED')
  await hub.publish({ name: 'later' })
  expect(await callCli(['install', '@acme/later', '--hub', url])).toMatchObject({ code: 0 })
})

test('the log is looked at also for a lock that came with the project, and that says nothing of it', async () => {
  expect(await callCli(['install', '@acme/good', '--hub', url])).toMatchObject({ code: 0 })
  const lock = (await readFile('skillwright.lock', 'utf8')).replace(/ {4}log: .*\n/, '')
  await writeFile('skillwright.lock', lock)
  for (const verb of ['install', 'ci']) {
    vi.stubEnv('SKILLWRIGHT_DATA', join(dir, `other-${verb}`))
    await rm('.agents', { recursive: true })
    tamper = wrongProof
    expect((await callCli([verb, '--hub', url])).stderr).toContain('INTEGRITY_FAILED')
    tamper = (_, body) => body
    expect(await callCli([verb, '--hub', url])).toMatchObject({ code: 0 })
  }
})

test('the token of the environment goes to the hub that its user means, not to the one a manifest names', async () => {
  vi.stubEnv('SKILLWRIGHT_HUB_TOKEN', 'secret-token')
  await writeFile('skillwright.yaml', `hub: ${url}\nskills: [{ id: "@acme/good" }]\n`)
  expect(await callCli(['install', '--hub', hub.url])).toMatchObject({ code: 0 })
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter(({ authorization }) => authorization !== undefined)).toEqual([])
})

test('what cannot be had is explained in lines, with where to look', async () => {
  const { stderr } = await callCli(['install', '@acme/absent', '--hub', url])
  expect(stderr.split('\n')).toEqual([
    'error CONFLICT: There is no set of versions that fits together:',
    expect.stringMatching(/^ {2}You ask for @acme\/absent \*, of which there is no version/),
    'hint See what there is: skillwright search absent',
    '',
  ])
})
