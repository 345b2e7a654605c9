import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SkillHub, startSkillHub } from './fixtures/skill-hub.ts'
import { openProject, type TestProject } from './fixtures/test-project.ts'
import { readState } from './index.ts'

let hub: SkillHub
let proxy: Server
let url: string
/** Changes an answer of the hub on its way. */
let tamper: (path: string, body: Buffer) => Buffer = (_, body) => body

beforeAll(async () => {
  hub = await startSkillHub()
  await hub.publish({ name: 'good', version: '1.0.0' })
  await hub.publish({ name: 'other', version: '1.0.0' })
  proxy = createServer(async (request, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks)
    const got = await fetch(`${hub.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      ...(sent.length === 0 ? {} : { body: sent }),
    })
    const body = tamper(request.url ?? '', Buffer.from(await got.arrayBuffer()))
    answer.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy.close()
  await hub[Symbol.asyncDispose]()
})

const ADD = { add: [{ id: '@acme/good', version: '*' }] }

async function refusal(project: TestProject, request: object = ADD): Promise<string> {
  const error = await project.install(request).then(
    () => ({ code: 'installed' }),
    (thrown: { code: string }) => thrown,
  )
  tamper = (_, body) => body
  return error.code
}

describe('what comes from a hub', () => {
  const json = (change: (release: Record<string, unknown>) => void) => (path: string, body: Buffer) => {
    if (path !== '/v1/releases') return body
    const answer = JSON.parse(body.toString()) as { skills: { releases: Record<string, unknown>[] }[] }
    for (const { releases } of answer.skills) for (const release of releases) change(release)
    return Buffer.from(JSON.stringify(answer))
  }
  const archive = (change: (body: Buffer) => Buffer) => (path: string, body: Buffer) =>
    path.endsWith('/package') ? change(body) : body
  test.each<[string, typeof tamper, string]>([
    [
      'an archive with one byte changed',
      archive((body) => Buffer.from(body.map((byte, i) => (i === 60 ? byte ^ 1 : byte)))),
      'INTEGRITY_FAILED',
    ],
    ['an archive that is cut short', archive((body) => body.subarray(0, -20)), 'INTEGRITY_FAILED'],
    [
      'an archive with something behind it',
      archive((body) => Buffer.concat([body, Buffer.from('x')])),
      'INTEGRITY_FAILED',
    ],
    [
      'a digest that is another',
      json((release) => Object.assign(release, { digest: `sha256:${'0'.repeat(64)}` })),
      'INTEGRITY_FAILED',
    ],
    ['a digest that is none', json((release) => Object.assign(release, { digest: 'yes' })), 'EXTERNAL_SERVICE_ERROR'],
    [
      'needs that the package does not state',
      json((release) => Object.assign(release, { dependencies: { '@acme/other': '*' } })),
      'INTEGRITY_FAILED',
    ],
    ['a version that the log lacks', json((release) => Object.assign(release, { log_index: null })), 'CONFLICT'],
    [
      'a name that climbs out',
      (path, body) =>
        path === '/v1/releases'
          ? Buffer.from(body.toString().replace('"name":"@acme/good"', '"name":"../../x"'))
          : body,
      'INVALID_INPUT',
    ],
  ])('%s is refused', async (_, change, code) => {
    await using project = await openProject({ hub: url })
    tamper = change
    expect(await refusal(project)).toBe(code)
    expect(await project.tree()).toEqual({})
  })
})

describe('a lock', () => {
  test.each<[string, (lock: string) => string, string]>([
    [
      'with the hash of a file changed',
      (lock) => lock.replace(/(SKILL\.md: ")[0-9a-f]{4}/, '$10000'),
      'INTEGRITY_FAILED',
    ],
    ['with another digest', (lock) => lock.replace(/(digest: "sha256:)[0-9a-f]{4}/, '$10000'), 'INTEGRITY_FAILED'],
    ['with an unresolved merge', (lock) => lock.replace('skills:\n', '<<<<<<< ours\nskills:\n'), 'INVALID_INPUT'],
    ['with a skill whose folder climbs out', (lock) => lock.replace('  good:\n', '  "../../good":\n'), 'INVALID_INPUT'],
    [
      'with a file whose path climbs out',
      (lock) => lock.replace('      SKILL.md:', '      "../../../SKILL.md":'),
      'INVALID_INPUT',
    ],
    ['with a skill twice', (lock) => `${lock}${lock.slice(lock.indexOf('  good:'))}`, 'INVALID_INPUT'],
    ['of a later version', (lock) => lock.replace('lock: "1"', 'lock: "2"'), 'INVALID_INPUT'],
    [
      'whose source is another program',
      (lock) => lock.replace(/source: "[^"]*"/, 'source: "git+ext::sh -c id"'),
      'INVALID_INPUT',
    ],
    [
      'with a permission that is none',
      (lock) => lock.replace('    source:', '    permissions:\n      "root all": "granted"\n    source:'),
      'INVALID_INPUT',
    ],
  ])('%s is refused', async (_, change, code) => {
    await using project = await openProject({ hub: url })
    await project.install(ADD)
    await using other = await openProject({ hub: url })
    await other.write('skillwright.yaml', await project.read('skillwright.yaml'))
    await other.write('skillwright.lock', change(await project.read('skillwright.lock')))
    const before = await other.tree()
    expect(await refusal(other, { frozen: true })).toBe(code)
    expect(await other.tree()).toEqual(before)
  })
})

describe('a project that came from elsewhere', () => {
  test('cannot move files with a journal or receipt of its own', async () => {
    await using project = await openProject({ hub: url })
    await project.write('precious.txt', 'mine')
    const step = { path: join(project.dir, 'precious.txt'), backup: join(project.dir, 'gone.txt') }
    const journal = {
      number: 1,
      phase: 'commit',
      title: 'x',
      at: '',
      staging: [join(project.dir, 'src')],
      steps: [step],
    }
    await project.write('src/a.txt', 'mine')
    await project.write('.skillwright/journal.json', `${'0'.repeat(64)}\n${JSON.stringify(journal)}\n`)
    await project.write(
      '.skillwright/receipt.json',
      `${'0'.repeat(64)}\n${JSON.stringify({ folders: [{ path: 'src', name: 'src', digest: 'x', dialect: 'agentskills', files: {} }] })}\n`,
    )
    await project.install(ADD)
    expect(await project.tree()).toMatchObject({ 'precious.txt': 'mine', 'src/a.txt': 'mine' })
  })

  test('cannot lead what is written out of itself by a link', async () => {
    await using project = await openProject({ hub: url })
    const outside = join(project.dir, '../outside')
    await mkdir(outside)
    await mkdir(join(project.dir, '.agents'))
    await symlink(outside, join(project.dir, '.agents/skills'))
    expect(await refusal(project)).toBe('PERMISSION_DENIED')
    await using second = await openProject({ hub: url })
    await mkdir(join(second.dir, '../outside'))
    await symlink(join(second.dir, '../outside'), join(second.dir, '.skillwright'))
    expect(await refusal(second)).toBe('PERMISSION_DENIED')
  })
})

test('a damaged package of the store is fetched again', async () => {
  await using project = await openProject({ hub: url })
  await project.install(ADD)
  const { lock } = await readState(project.installer.project)
  const hash = lock.skills[0]?.digest.slice('sha256:'.length) ?? ''
  await writeFile(join(project.store, 'packages', hash.slice(0, 2), `${hash}.tgz`), 'damaged')
  await rm(join(project.dir, '.agents'), { recursive: true })
  await project.install({ frozen: true })
  expect(await project.read('.agents/skills/good/SKILL.md')).toContain('Version 1.0.0.')
})
