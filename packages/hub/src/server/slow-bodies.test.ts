import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../hub-config.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

const PACKAGE = DEFAULT_CONFIG.maxPackageBytes
const PATH = '/v1/skills/@sender/thing/versions/1.0.0'

let hub: TestHub
let now = Date.now()
const open = new Set<Socket>()

beforeAll(async () => {
  hub = await startTestHub({ clock: () => now })
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await hub[Symbol.asyncDispose]()
})

test('clients that announce much and send little do not keep others from signing in or publishing', async () => {
  const mine = await hub.tokenFor('sender', ['publish'])
  const sending = Array.from({ length: 16 }, () => announce(mine, PACKAGE, 'x'.repeat(10)))
  for (const other of ['red', 'green', 'blue'])
    sending.push(announce(await hub.tokenFor(other, ['publish']), PACKAGE, 'x'.repeat(10)))
  // Who they are is looked up in the order they came in.
  expect((await fetch(`${hub.url}/v1/people`, { headers: { authorization: `Bearer ${hub.adminToken}` } })).status).toBe(
    200,
  )
  expect((await post('/v1/login', { handle: 'sender', password: 'wrong password' })).status).toBe(401)
  expect((await post('/v1/people', { handle: 'newcomer' }, hub.adminToken)).status).toBe(201)
  expect((await publish(mine)).status).toBe(201)
  expect(sending.filter((socket) => socket.destroyed)).toEqual([])
})

test('a body that drips, and one that stops in the middle, is cut off with 408', async () => {
  const token = await hub.tokenFor('sender', ['publish'])
  const login = dial(
    `POST /v1/login HTTP/1.1\r\nhost: hub\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
  )
  const sending = [login, announce(token, PACKAGE, 'x'), announce(token, PACKAGE, 'x'.repeat(1_000_000))]
  const drive = setInterval(() => {
    now += 1_000
  }, 50)
  for (const answer of await Promise.all(sending.map(everything)))
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"code":"TOOL_TIMEOUT"/s)
  clearInterval(drive)
  expect((await publish(token, '1.0.1')).status).toBe(201)
})

test('what has come of one caller is bounded, and the others go on', async () => {
  const token = await hub.tokenFor('sender', ['publish'])
  const bodies = [announce(token, PACKAGE), announce(token, PACKAGE), announce(token, PACKAGE)]
  const ended = Promise.race(bodies.map(everything))
  for (const socket of bodies) socket.write(Buffer.alloc(PACKAGE - 1))
  // The answer may be lost to one who is still sending.
  expect(await ended).toMatch(/^(?:HTTP\/1\.1 429 |$)/)
  expect((await publish(await hub.tokenFor('other', ['publish']), '1.0.0', 'other')).status).toBe(201)
  for (const socket of bodies) socket.destroy()
})

function announce(token: string, bytes: number, beginning = ''): Socket {
  return dial(
    `PUT ${PATH} HTTP/1.1\r\nhost: hub\r\nauthorization: Bearer ${token}\r\ncontent-type: application/gzip\r\ncontent-length: ${bytes}\r\n\r\n${beginning}`,
  )
}

async function publish(token: string, version = '1.0.0', scope = 'sender'): Promise<Response> {
  const { archive } = await makePackage({ name: 'thing', version })
  return fetch(`${hub.url}/v1/skills/@${scope}/thing/versions/${version}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(archive),
  })
}

function post(path: string, body: object, token?: string): Promise<Response> {
  return fetch(`${hub.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
}

function dial(text: string): Socket {
  const { hostname, port } = new URL(hub.url)
  const socket = connect({ host: hostname, port: Number(port) })
  open.add(socket)
  socket.on('error', () => socket.destroy())
  socket.write(text)
  return socket
}

function everything(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.once('close', () => resolve(text))
  return promise
}
