import { symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { packFiles, sha256, zipFiles } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRepository } from '../fixtures/git-server.ts'
import { type SkillHub, skillFiles, startSkillHub } from '../fixtures/skill-hub.ts'
import { openProject, type TestProject } from '../fixtures/test-project.ts'
import { listInstalled, readSourceSpec, readState } from '../index.ts'

let hub: SkillHub
let server: Server
let site: string
const served = new Map<
  string,
  | Buffer
  | ((headers: Record<string, unknown>) => {
      status: number
      headers?: Record<string, string>
      body: Buffer
      cut?: number
    })
>()

beforeAll(async () => {
  hub = await startSkillHub()
  await hub.publish({ name: 'reader', version: '1.0.0' })
  await hub.publish({ name: 'reader', version: '1.1.0' })
  server = createServer((request, answer) => {
    const found = served.get(request.url ?? '')
    if (found === undefined) return void answer.writeHead(404).end()
    if (Buffer.isBuffer(found)) return void answer.end(found)
    const { status, headers = {}, body, cut } = found(request.headers)
    answer.writeHead(status, { 'content-length': String(body.length), ...headers })
    if (cut === undefined) return void answer.end(body)
    answer.write(body.subarray(0, cut), () => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await hub[Symbol.asyncDispose]()
})

/** Installs from a source, and says what came. */
async function install(project: TestProject, source: string, id: string, version = '*') {
  await project.install({ add: [{ id, version, source }] })
  const [skill] = await listInstalled(project.installer.project)
  return `${skill?.name} ${skill?.version} ${skill?.state}`
}

describe('git', () => {
  const repository = async (dir: string) => ({ ...(await makeRepository(dir)), spec: `git+file://${dir}` })

  test('a tag is a version, a range finds the newest, and the lock names the commit', async () => {
    await using project = await openProject()
    const repo = await repository(join(project.dir, '../repo'))
    await repo.write(skillFiles({ name: 'notes', version: '1.0.0' }))
    repo.git('tag', 'v1.0.0')
    const first = repo.git('rev-parse', 'HEAD').trim()
    await repo.write(skillFiles({ name: 'notes', version: '2.0.0' }))
    repo.git('tag', 'v2.0.0')
    expect(await install(project, repo.spec, 'notes', '^1')).toBe('notes 1.0.0 installed')
    expect((await readState(project.installer.project)).lock.skills[0]).toMatchObject({
      revision: first,
      source: repo.spec,
    })
    // A tag that was moved does not change what is locked: on another machine the commit is fetched.
    repo.git('tag', '-f', 'v1.0.0', 'v2.0.0')
    await using other = await openProject()
    for (const file of ['skillwright.yaml', 'skillwright.lock']) await other.write(file, await project.read(file))
    await other.install({ frozen: true })
    expect(await other.read('.agents/skills/notes/SKILL.md')).toContain('Version 1.0.0.')
  })

  test('a folder of a repository, at a branch; one of several must be named', async () => {
    await using project = await openProject()
    const repo = await repository(join(project.dir, '../repo'))
    await repo.write(skillFiles({ name: 'one' }), 'skills/one')
    await repo.write(skillFiles({ name: 'two' }), 'skills/two')
    await expect(install(project, repo.spec, 'two')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('skills/one, skills/two'),
    })
    expect(await install(project, `${repo.spec}#main&path:skills/two`, 'two')).toBe('two 1.0.0 installed')
  })

  test('links, submodules, hooks and filters of a repository come to nothing', async () => {
    await using project = await openProject()
    const dir = join(project.dir, '../repo')
    const repo = await repository(dir)
    await repo.write(skillFiles({ name: 'notes', files: { '.gitattributes': '* filter=evil\n' } }))
    await symlink('/etc/passwd', join(dir, 'secret'))
    repo.git('add', '-A')
    repo.git('commit', '-qm', 'link')
    await expect(install(project, repo.spec, 'notes')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('is a link'),
    })
    expect(await project.tree()).toEqual({})
  })

  test.each([
    'git+ext::sh -c touch% /tmp/x',
    'git+ext::sh',
    'git+fd::1',
    'git+https://-oProxyCommand=x/y.git',
    'git+ssh://-oProxyCommand=x/y',
    'git+https://h/r.git#--upload-pack=touch',
    'git+https://h/r.git#-u',
    'git+https://h/r.git#a..b',
    'git+https://h/r.git#main&path:../../x',
    'git+https://u:secret@h/r.git',
    'git+file:///x#-exec',
    '--upload-pack=touch /tmp/x',
  ])('%s is no source', (text) => {
    expect(() => readSourceSpec(text, '/')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })

  test.each([
    ['github:acme/skills#v1&path:digest', 'git+https://github.com/acme/skills.git#v1&path:digest'],
    ['git@git.example.com:acme/skills.git', 'git+ssh://git@git.example.com/acme/skills.git'],
    ['https://git.example.com/acme/skills.git#main', 'git+https://git.example.com/acme/skills.git#main'],
    ['https://skills.example.com/', 'well-known+https://skills.example.com'],
    ['https://example.com/a/digest.tgz', 'https://example.com/a/digest.tgz'],
    ['../digest', 'file:../digest'],
  ])('%s is understood', (text, spec) => expect(readSourceSpec(text, '/work')).toBe(spec))
})

test('what is locked stays when its folder changes, until it is updated', async () => {
  await using project = await openProject({ hub: hub.url })
  for (const [path, bytes] of skillFiles({ name: 'notes' })) await project.write(`src/notes/${path}`, bytes.toString())
  await install(project, './src/notes', 'notes')
  await project.write('src/notes/more.md', 'more')
  await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
  expect(Object.keys(await project.tree())).not.toContain('.agents/skills/notes/more.md')
  await expect(project.install({ update: ['absent'] })).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  await project.install({ update: ['notes'] })
  expect(Object.keys(await project.tree())).toContain('.agents/skills/notes/more.md')
})

describe('archives', () => {
  test('a tarball and a ZIP at an address, with a wrapper folder or not; another one later is refused', async () => {
    const files = skillFiles({ name: 'notes', version: '1.0.0' })
    const wrapped = new Map([...files].map(([path, bytes]) => [`notes-main/skills/notes/${path}`, bytes]))
    const { archive } = await packFiles(files)
    served.set('/notes.tgz', Buffer.from(archive))
    served.set('/repo.zip', Buffer.from(zipFiles(wrapped)))
    await using project = await openProject()
    expect(await install(project, `${site}/notes.tgz`, 'notes')).toBe('notes 1.0.0 installed')
    await using second = await openProject()
    expect(await install(second, `${site}/repo.zip#path:skills/notes`, 'notes')).toBe('notes 1.0.0 installed')
    served.set('/notes.tgz', Buffer.from((await packFiles(skillFiles({ name: 'notes', body: 'other' }))).archive))
    await using third = await openProject()
    for (const file of ['skillwright.yaml', 'skillwright.lock']) await third.write(file, await project.read(file))
    await expect(third.install({ frozen: true })).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' })
    expect(Object.keys(await third.tree())).toEqual(['skillwright.lock', 'skillwright.yaml'])
  })

  test('a local archive and a local folder', async () => {
    await using project = await openProject()
    await writeFile(join(project.dir, 'notes.tgz'), (await packFiles(skillFiles({ name: 'notes' }))).archive)
    expect(await install(project, './notes.tgz', 'notes')).toBe('notes 1.0.0 installed')
  })

  test('a download that was cut off goes on where it ended', async () => {
    const noise = Array.from({ length: 300_000 }, (_, i) => sha256(String(i))[0]).join('')
    const body = Buffer.from((await packFiles(skillFiles({ name: 'large', files: { 'noise.txt': noise } }))).archive)
    const ranges: unknown[] = []
    served.set('/large.tgz', ({ range }) => {
      ranges.push(range)
      const from = Number(/^bytes=(\d+)-$/.exec(String(range))?.[1] ?? 0)
      if (from === 0) return { status: 200, body, cut: 50_000 }
      return {
        status: 206,
        headers: { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` },
        body: body.subarray(from),
      }
    })
    await using project = await openProject()
    const { createDownload } = await import('../index.ts')
    const download = createDownload({ dir: join(project.dir, 'parts') })
    expect(sha256(await download(`${site}/large.tgz`, { sha256: sha256(body) }))).toBe(sha256(body))
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  })

  test('a hub hands out the rest of a package', async () => {
    const url = `${hub.url}/v1/skills/@acme/reader/versions/1.0.0/package`
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    const rest = await fetch(url, { headers: { range: 'bytes=100-' } })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-${whole.length - 1}/${whole.length}`,
    ])
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100))).toBe(true)
    expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    expect((await fetch(url, { headers: { range: 'bytes=100-', 'if-range': '"other"' } })).status).toBe(200)
  })

  test('an address that leads into the own network is not followed there', async () => {
    served.set('/away.tgz', () => ({
      status: 302,
      headers: { location: 'http://127.0.0.2:1/x.tgz' },
      body: Buffer.alloc(0),
    }))
    await using project = await openProject()
    await expect(install(project, `${site}/away.tgz`, 'notes')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })
})

describe('sites and registries', () => {
  test('discovery 0.2 and 0.1', async () => {
    await using project = await openProject()
    expect(await install(project, `${hub.url}/@acme`, 'reader')).toBe('reader 1.1.0 installed')
    const index = { skills: [{ name: 'old-style', description: 'x', files: ['SKILL.md', 'a/b.md'] }] }
    served.set('/.well-known/skills/index.json', Buffer.from(JSON.stringify(index)))
    served.set(
      '/.well-known/skills/old-style/SKILL.md',
      Buffer.from('---\nname: old-style\ndescription: x\n---\nhello\n'),
    )
    served.set('/.well-known/skills/old-style/a/b.md', Buffer.from('b'))
    await using second = await openProject()
    expect(await install(second, site, 'old-style')).toBe('old-style 0.0.0 installed')
  })

  test('an index does not lead to another site', async () => {
    const entry = {
      name: 'away',
      type: 'skill-md',
      description: 'x',
      url: 'http://127.0.0.1:1/SKILL.md',
      digest: `sha256:${'0'.repeat(64)}`,
    }
    served.set('/far/.well-known/agent-skills/index.json', Buffer.from(JSON.stringify({ skills: [entry] })))
    await using project = await openProject()
    await expect(install(project, `${site}/far`, 'away')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('another site'),
    })
  })

  test("a registry that speaks ClawHub's API", async () => {
    await using project = await openProject()
    expect(await install(project, `clawhub+${hub.url}`, 'reader', '1.0.x')).toBe('reader 1.0.0 installed')
  })
})
