import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from './fixtures/test-hub.ts'

let hub: TestHub
/** A hub with short timeouts: only for clients that are too slow, because on a busy machine every client is at times. */
let hasty: TestHub
let token: string
const open = new Set<Socket>()

beforeAll(async () => {
  hub = await startTestHub({ maxConnections: 60, maxPackageBytes: 2_000_000 })
  hasty = await startTestHub({ maxConnections: 60, timeouts: { headers: 600, request: 1_500, stop: 500 } })
  token = await hub.tokenFor('sender', ['publish'])
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await Promise.all([hub, hasty].map((one) => one[Symbol.asyncDispose]()))
})

test('headers that come too slowly end the connection with 408', async () => {
  const socket = dial(hasty)
  socket.write('GET /healthz HTTP/1.1\r\nhost: hub\r\n')
  const drip = setInterval(() => socket.write('x: y\r\n'), 100)
  const answer = await everything(socket)
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"TOOL_TIMEOUT"')
})

test('a connection that says nothing is closed', async () => {
  expect(await everything(dial(hasty))).not.toContain('200')
})

test('a body that comes too slowly ends the connection', async () => {
  const socket = dial(hasty)
  socket.write(`POST /v1/login HTTP/1.1\r\nhost: hub\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`)
  const drip = setInterval(() => socket.write(' '), 100)
  const answer = await everything(socket)
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that says it is too large is refused before it is sent', async () => {
  const socket = dial()
  socket.write(
    `POST /v1/login HTTP/1.1\r\nhost: hub\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n`,
  )
  expect(await everything(socket)).toMatch(/^HTTP\/1\.1 413 /)
})

test('a package without end is cut off at the limit', async () => {
  const socket = dial()
  const path = '/v1/skills/@sender/thing/versions/1.0.0'
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: hub\r\nauthorization: Bearer ${token}\r\ncontent-type: application/gzip\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  let sent = 0
  const pump = () => {
    while (!socket.destroyed && socket.writable && sent < 200) {
      sent++
      if (!socket.write(chunk)) return void socket.once('drain', pump)
    }
  }
  pump()
  // A client that still sends when the connection is closed may lose the answer.
  expect(await everything(socket)).toMatch(/^(?:HTTP\/1\.1 413 |$)/)
  expect(sent).toBeLessThan(200)
})

test('a body of a caller who may not send one is not read at all', async () => {
  const socket = dial()
  socket.write(
    `PUT /v1/skills/@a/b/versions/1.0.0 HTTP/1.1\r\nhost: hub\r\ncontent-type: application/gzip\r\ncontent-length: 1900000\r\n\r\n`,
  )
  expect(await firstLine(socket)).toMatch(/^HTTP\/1\.1 401 /)
})

test('headers without end are refused with 431', async () => {
  const socket = dial()
  socket.write(`GET /healthz HTTP/1.1\r\nhost: hub\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)
  const answer = await everything(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toContain('"code":"INPUT_TOO_LARGE"')
})

test.each(['GARBAGE\r\n\r\n', 'GET /\0 HTTP/1.1\r\n\r\n', '\x16\x03\x01\x02\x00'])(
  '%j is refused as not HTTP',
  async (text) => {
    const socket = dial()
    socket.write(text)
    expect(await everything(socket)).toMatch(/^HTTP\/1\.1 400 /)
  },
)

test('two lengths of one body are refused', async () => {
  const socket = dial()
  socket.write(
    'POST /v1/login HTTP/1.1\r\nhost: hub\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  )
  expect(await everything(socket)).toMatch(/^HTTP\/1\.1 400 /)
})

test('a body of a hundred thousand keys is refused', async () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [i, 0]))
  const answer = await fetch(`${hub.url}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(keys),
  })
  expect(answer.status).toBe(413)
})

test('prototypes are as they were', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('while many connections do nothing, the hub answers others, and accepts all of them again afterwards', async () => {
  const idle = Array.from({ length: 40 }, () => {
    const socket = dial(hasty)
    socket.write('GET /healthz HTTP/1.1\r\nx: ')
    return everything(socket)
  })
  for (let i = 0; i < 20; i++) expect((await fetch(`${hasty.url}/healthz`)).status).toBe(200)
  expect((await Promise.all(idle)).every((answer) => answer.includes(' 408 '))).toBe(true)
  expect((await fetch(`${hasty.url}/healthz`)).status).toBe(200)
})

test('one connection too many is refused, and one given back is taken', async () => {
  const many = Array.from({ length: 100 }, () => dial())
  const { promise: refused, resolve } = Promise.withResolvers<void>()
  let closed = 0
  for (const socket of many)
    socket.once('close', () => {
      if (++closed === 30) resolve()
    })
  await refused
  // Given back is what the hub has closed, too.
  await Promise.all(many.map((socket) => (socket.closed ? undefined : once(socket.end().resume(), 'close'))))
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
})

test('idle connections give way to active ones', async () => {
  await using small = await startTestHub({ maxConnections: 10 })
  for (let i = 0; i < 10; i++) {
    const socket = dial(small)
    socket.write('GET /healthz HTTP/1.1\r\nhost: hub\r\n\r\n')
    expect(await firstLine(socket)).toMatch(/^HTTP\/1\.1 200 /)
  }
  expect((await fetch(`${small.url}/healthz`)).status).toBe(200)
})

test.each([
  ['at once', ''],
  ['after one that was answered', 'GET /healthz HTTP/1.1\r\nhost: hub\r\n\r\n'],
])('half-sent requests of one address keep no other out: %s', async (_when, first) => {
  await using small = await startTestHub({ maxConnections: 20 })
  const { hostname: host, port } = new URL(small.url)
  const other = dial(small)
  other.write('GET /healthz HTTP/1.1\r\n')
  const { promise: isFull, resolve } = Promise.withResolvers<void>()
  let closed = 0
  for (let i = 0; i < 60; i++) {
    const socket = connect({ host, port: Number(port), localAddress: '127.0.0.2' }).on('error', () => undefined)
    open.add(socket)
    socket.once('close', () => ++closed === 41 && resolve())
    socket.write(first)
    if (first !== '') await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.write('GET /healthz HTTP/1.1\r\nx: ')
  }
  await isFull
  for (let i = 0; i < 5; i++)
    expect((await fetch(`${small.url}/healthz`, { headers: { connection: 'close' } })).status).toBe(200)
  other.write('host: hub\r\n\r\n')
  expect(await firstLine(other)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a few requests may be sent ahead on one connection, and are answered in turn; many are not', async () => {
  const ask = 'GET /openapi.json HTTP/1.1\r\nhost: hub\r\n\r\n'
  const statuses = async (count: number) => {
    const socket = dial()
    socket.write(ask.repeat(count - 1) + ask.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))
    return (await everything(socket)).match(/HTTP\/1\.1 \d+ /g)?.map((status) => status.slice(9, -1)) ?? []
  }
  expect(await statuses(20)).toEqual(Array.from({ length: 20 }, () => '200'))
  const many = await statuses(1_000)
  expect(many.length).toBeLessThan(100)
  expect(many.at(-1)).toBe('429')
})

function dial(to: TestHub = hub): Socket {
  const { hostname, port } = new URL(to.url)
  const socket = connect({ host: hostname, port: Number(port) })
  open.add(socket)
  // A connection that is cut while it is written to is what is tested here.
  socket.on('error', () => socket.destroy())
  return socket
}

async function everything(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.once('close', () => resolve(text))
  return promise
}

async function firstLine(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('data', (data) => resolve(data.toString('latin1')))
  return promise
}
