import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHOUT } from '../calls/fixtures/calling-hub.ts'
import { type Answer, askSocket, type Served, startServed } from './fixtures/served.ts'
import { startServe } from './start-serve.ts'

const SHOUT_PATH = '/v1/skills/@local/text-shout'

let served: Served

beforeAll(async () => {
  served = await startServed([SHOUT], { port: 0 })
})
afterAll(() => served[Symbol.asyncDispose]())

const invoke = (body: unknown, headers = {}) =>
  served.ask(`${SHOUT_PATH}/versions/latest/invoke`, { method: 'POST', body, headers })

describe('the calls of a hub for a folder, over the socket', () => {
  test('lists what can be called, describes it, and calls it', async () => {
    const list = await served.ask('/.well-known/skill-descriptors')
    expect(list.body.items).toMatchObject([{ name: '@local/text-shout', version: '1.0.0', access: 'private' }])
    const { pathname } = new URL(list.body.items[0].descriptor_url)
    const descriptor = await served.ask(pathname)
    expect(descriptor.body).toMatchObject({ id: '@local/text-shout', auth: { type: 'api_key' } })
    const called = await served.ask(new URL(descriptor.body.endpoint.url).pathname, {
      method: 'POST',
      body: { text: 'hello' },
    })
    expect(called).toMatchObject({ status: 200, body: { status: 'success', data: { text: 'HELLO' } } })
  })

  test('what does not fit is refused as everywhere', async () => {
    expect(await invoke({ txt: 1 })).toMatchObject({ status: 400, body: { status: 'failed' } })
    expect(await served.ask('/v1/skills/@local/none/versions/latest/descriptor')).toMatchObject({ status: 404 })
    expect(await served.ask(`${SHOUT_PATH}/versions/2.0.0/descriptor`)).toMatchObject({ status: 404 })
    expect(await served.ask(`${SHOUT_PATH}/versions/%5E1.0/descriptor`)).toMatchObject({ status: 200 })
  })

  test('202, status, events, cancel, result and runs', async () => {
    const accepted = await invoke({ text: 'wait...' }, { prefer: 'respond-async' })
    expect(accepted).toMatchObject({ status: 202, body: { status: 'queued', caller: '@local' } })
    const { execution_id: id } = accepted.body
    await expect.poll(() => served.ask(`${SHOUT_PATH}/status/${id}`)).toMatchObject({ body: { progress: 0.5 } })
    expect(await served.ask(`${SHOUT_PATH}/cancel/${id}`, { method: 'POST' })).toMatchObject({ status: 200 })
    const events = await served.ask(`${SHOUT_PATH}/events/${id}`)
    expect(events.body).toContain('event: result')
    const result = await served.ask(`${SHOUT_PATH}/result/${id}`)
    expect(result.body).toMatchObject({ status: 'failed', errors: [{ code: 'CANCELLED' }] })
    const runs = await served.ask('/v1/runs?skill=@local/text-shout&status=cancelled')
    expect(runs.body.items).toMatchObject([{ execution_id: id, via: 'http' }])
  })
})

test('what changed in a folder is what the next call gets: a script, a new skill, one that is gone', async () => {
  const call = (name: string) =>
    served.ask(`/v1/skills/@local/${name}/versions/latest/invoke`, { method: 'POST', body: { text: 'hello' } })
  const folder = await served.write({ ...SHOUT, name: 'changing' })
  expect((await call('changing')).body.data).toEqual({ text: 'HELLO' })
  const script = join(folder, 'tools/main.py')
  for (const mark of ['!', '?']) {
    await writeFile(script, (await readFile(script, 'utf8')).replace(/upper\(\).*\}\}/, `upper() + "${mark}"}}`))
    expect((await call('changing')).body.data).toEqual({ text: `HELLO${mark}` })
  }
  await rename(folder, join(served.dir, 'away'))
  expect(await call('changing')).toMatchObject({ status: 404 })
})

test('a skill that states no version is called as 0.0.0, and described', async () => {
  const folder = await served.write({ ...SHOUT, name: 'unversioned' })
  await writeFile(join(folder, 'SKILL.md'), '---\nid: unversioned\ndescription: Shouts.\n---\n# Shout\n')
  await writeFile(join(folder, 'skill.json'), '{"id": "unversioned", "entry": "tools/main.py"}')
  const list = await served.ask('/.well-known/skill-descriptors')
  const found = list.body.items.find(({ skill }: { skill: string }) => skill === 'unversioned')
  const { pathname } = new URL(found.descriptor_url)
  expect(await served.ask(pathname)).toMatchObject({ status: 200, body: { version: '0.0.0' } })
})

describe('on a port of this machine', () => {
  let port: number
  let token: string
  beforeAll(async () => {
    const { url = '', tokenFile = '' } = served.serve.loopback ?? {}
    port = Number(new URL(url).port)
    token = (await readFile(tokenFile, 'utf8')).trim()
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600)
  })
  const list = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    askSocket(port, '/.well-known/skill-descriptors', { headers })

  test('the token of the user opens it, in either header, and its addresses are of the port', async () => {
    const answer = await list({ authorization: `Bearer ${token}` })
    expect(answer.body.items[0].descriptor_url).toMatch(`http://127.0.0.1:${port}/`)
    expect(await list({ 'x-api-key': token, host: `localhost:${port}` })).toMatchObject({ status: 200 })
  })

  test.each([
    ['nothing', {}, 401],
    ['another token', { authorization: 'Bearer skw_guessed' }, 401],
    ['a name that leads here', { host: 'evil.example', authorization: 'Bearer TOKEN' }, 403],
    ['a name that leads here, with the port', { host: 'evil.example:PORT', authorization: 'Bearer TOKEN' }, 403],
    ['a page of another site', { origin: 'https://evil.example', authorization: 'Bearer TOKEN' }, 403],
    ['a page without a site', { origin: 'null', authorization: 'Bearer TOKEN' }, 403],
    ['a form of another site', { 'sec-fetch-site': 'cross-site', authorization: 'Bearer TOKEN' }, 403],
  ])('%s is refused, whatever it asks for', async (_, headers, status) => {
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('TOKEN', token).replace('PORT', String(port)),
      ]),
    )
    expect(await list(given)).toMatchObject({ status })
    for (const path of ['/healthz', '/metrics', '/openapi.json', '/nowhere'])
      expect((await askSocket(port, path, { headers: given })).status, path).toBeGreaterThanOrEqual(401)
  })

  test('an MCP client finds, runs and hears of the skills of the folders', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const url = new URL(`http://127.0.0.1:${port}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    const shout = (await names()).find((name) => name.startsWith('local_text-shout')) ?? ''
    const { structuredContent } = await client.callTool({ name: shout, arguments: { text: 'hello' } })
    expect(structuredContent).toEqual({ text: 'HELLO' })
    const changed = Promise.withResolvers<void>()
    client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve())
    await client.listen({ toolsListChanged: true })
    const folder = await served.write({ ...SHOUT, name: 'louder' })
    await changed.promise
    expect(await names()).toContainEqual(expect.stringMatching(/^local_louder/))
    await rm(folder, { recursive: true })
    await client.close()
    expect(await askSocket(port, '/mcp', { method: 'POST', body: {} })).toMatchObject({ status: 401 })
    // With more skills than a model can choose from there are three tools, and one of them searches.
    for (let i = 0; i < 41; i++) await served.write({ ...SHOUT, name: `many-${i}` })
    const ask = (method: string, params: object) =>
      served.ask('/mcp', {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method, params },
      })
    const found = await ask('tools/call', { name: 'find_skills', arguments: { query: 'text-shout' } })
    for (let i = 0; i < 41; i++) await rm(join(served.dir, 'skills', `many-${i}`), { recursive: true })
    expect(found.status).toBe(200)
    expect(JSON.stringify(found.body)).toContain('@local/text-shout')
  })

  test('runs of folders by their path are for the socket alone', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const body = {
      host: 'here',
      dir: join(served.dir, 'skills/text-shout'),
      id: 'text-shout',
      entry: '',
      request: {},
      env: {},
    }
    const answer = await askSocket(port, '/v1/folder-runs', { method: 'POST', headers, body })
    expect(answer.status).toBe(404)
  })
})

describe('the place of the socket', () => {
  test('is for its user alone, whatever it was before', async () => {
    const [folder, socket] = await Promise.all(
      [join(served.dir, 'state'), served.serve.socket].map((path) => stat(path)),
    )
    expect([folder?.mode, socket?.mode].map((mode = 0) => mode & 0o777)).toEqual([0o700, 0o600])
  })

  test('a second server of the user is refused, and the first goes on', async () => {
    const second = startServe({ roots: [join(served.dir, 'skills')], dir: join(served.dir, 'state'), host: 'here' })
    await expect(second).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await invoke({ text: 'still' })).toMatchObject({ status: 200 })
  })

  test('is refused when it is a link, or of another user', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'serve-'))
    const roots = [join(served.dir, 'skills')]
    await symlink(tmpdir(), join(dir, 'link'))
    await expect(startServe({ roots, dir: join(dir, 'link'), host: '' })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    if (process.getuid?.() === 0) {
      await mkdir(join(dir, 'others'))
      await chown(join(dir, 'others'), 65_534, 65_534)
      await expect(startServe({ roots, dir: join(dir, 'others'), host: '' })).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      })
    }
    await mkdir(join(dir, 'open'))
    await chmod(join(dir, 'open'), 0o777)
    await using _ = await startServe({ roots, dir: join(dir, 'open'), host: '', logLevel: 'silent' })
    expect((await stat(join(dir, 'open'))).mode & 0o777).toBe(0o700)
    await rm(join(dir, 'link'))
  })
})
