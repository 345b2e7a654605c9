import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RunningHub, startHub } from './start-hub.ts'

const root = mkdtempSync(join(tmpdir(), 'hub-start-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const freshDir = () => join(root, String(++folders))

test('the first start makes an administrator, and no later one does', async () => {
  const dir = freshDir()
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  let token: string | undefined
  {
    await using hub = await startHub({ port: 0, dir, verify: 'off', logTo, logLevel: 'debug' })
    token = hub.adminToken
    expect(token).toMatch(/^skw_/)
    const who = await fetch(`${hub.url}/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
    expect(await who.json()).toMatchObject({ handle: 'admin', role: 'admin' })
  }
  await using again = await startHub({ port: 0, dir, verify: 'off', logTo, logLevel: 'debug' })
  expect(again.adminToken).toBeUndefined()
  const who = await fetch(`${again.url}/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
  expect(await who.json()).toMatchObject({ handle: 'admin' })
  expect(lines.join('')).toContain('"path":"/v1/whoami"')
  expect(lines.join('')).not.toContain(token?.slice(4))
})

test('an administrator left without any way in by a first start that was cut off gets one', async () => {
  const dir = freshDir()
  {
    await using hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
    await hub.context.db.deleteFrom('tokens').execute()
    await hub.context.db.updateTable('people').set({ created_at: 0 }).execute()
  }
  await using hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
  expect(hub.adminToken).toMatch(/^skw_/)
})

test('a port that is taken is said, and everything is closed again', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dir = freshDir()
  const refused = startHub({ port, dir, verify: 'off', logLevel: 'silent' })
  await expect(refused).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('EADDRINUSE'),
  })
  blocker.close()
  await using hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
})

test('a stop lets a running request end, takes no new one, and leaves nothing open', async () => {
  const dir = freshDir()
  const hub = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
  const body = JSON.stringify({ handle: 'late-comer', password: 'long-enough-word' })
  const running = await begin(hub, '/v1/people', body.length)
  const stopping = hub[Symbol.asyncDispose]()
  running.socket.write(body)
  expect(await running.answer).toMatch(/^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 201 /)
  await stopping
  await expect(fetch(`${hub.url}/healthz`)).rejects.toThrow()
  await using again = await startHub({ port: 0, dir, verify: 'off', logLevel: 'silent' })
  const people = await again.context.db.selectFrom('people').select('handle').execute()
  expect(people.map(({ handle }) => handle)).toContain('late-comer')
})

test('a stop does not wait without limit for a client that stalls', async () => {
  const timeouts = { headers: 60_000, request: 60_000, stop: 300 }
  const hub = await startHub({ port: 0, dir: freshDir(), verify: 'off', logLevel: 'silent', timeouts })
  const { socket, answer } = await begin(hub, '/v1/login', 100)
  socket.write('{')
  await hub[Symbol.asyncDispose]()
  await answer
})

/** Begins a request whose body is still to come; the hub has begun with it when it asks for the body. */
async function begin({ url, adminToken }: RunningHub, path: string, length: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const { promise: answer, resolve } = Promise.withResolvers<string>()
  let text = ''
  socket.setEncoding('utf8').on('data', (data) => {
    text += data
  })
  socket.on('close', () => resolve(text))
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: hub\r\nauthorization: Bearer ${adminToken}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  )
  await once(socket, 'data')
  return { socket, answer }
}

test('the address for clients is the public one when there is one, and one that works otherwise', async () => {
  await using everywhere = await startHub({
    port: 0,
    host: '0.0.0.0',
    dir: freshDir(),
    verify: 'off',
    logLevel: 'silent',
  })
  expect(everywhere.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await fetch(`${everywhere.url}/healthz`)).status).toBe(200)
  const publicUrl = 'https://skills.example.test/'
  await using behind = await startHub({ port: 0, dir: freshDir(), verify: 'off', logLevel: 'silent', publicUrl })
  expect(behind.url).toBe('https://skills.example.test')
})
