import { createServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { callRemote } from '../kinds/call-remote.ts'
import { descriptorAt, fastClock, sendJson, startService } from './fixtures/loopback-service.ts'

const allow = ['127.0.0.1']
const MAX = 10 * 1024 * 1024

test('an answer of exactly the limit is read, one byte more is OUTPUT_TOO_LARGE', async () => {
  await using service = await startService(({ path }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`"${'x'.repeat(Number(path.slice(1)) - 2)}"`)
  })
  const full = await callRemote(descriptorAt(`${service.url}/${MAX}`), {}, { allow })
  expect(full.status).toBe('success')
  const over = await callRemote(descriptorAt(`${service.url}/${MAX + 1}`), {}, { allow })
  expect(over.errors).toMatchObject([{ code: 'OUTPUT_TOO_LARGE', details: { limit_bytes: MAX } }])
})

test('an answer without an end is cut off at the limit, while it streams', async () => {
  let sent = 0
  await using service = await startService((_seen, response) => {
    const chunk = Buffer.alloc(256 * 1024, 'x')
    const push = () => {
      // Stops on its own long after the limit, should the client not hang up.
      while (!response.destroyed && sent < 20 * MAX) {
        sent += chunk.length
        if (!response.write(chunk)) return response.once('drain', push)
      }
    }
    push()
  })
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'OUTPUT_TOO_LARGE' }])
  expect(sent).toBeLessThan(3 * MAX)
})

test('a small answer that unpacks to a huge one is cut off at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
  expect(bomb.length).toBeLessThan(1_000_000)
  await using service = await startService((_seen, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const before = process.memoryUsage.rss()
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'OUTPUT_TOO_LARGE' }])
  expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024)
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('an answer packed with %s is read', async (encoding, pack) => {
  await using service = await startService((_seen, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"n":1}')),
  )
  expect(await callRemote(descriptorAt(service.url), {}, { allow })).toMatchObject({ data: { n: 1 } })
})

test.each([
  ['an unknown encoding', { 'content-encoding': 'zstd-of-mine' }, Buffer.from('{}'), 'INVALID_OUTPUT'],
  ['two encodings', { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('{}')), 'INVALID_OUTPUT'],
  ['bytes that are not gzip', { 'content-encoding': 'gzip' }, Buffer.from('{}'), 'FETCH_FAILED'],
  ['a page', {}, Buffer.from('<html>Welcome</html>'), 'INVALID_OUTPUT'],
  ['bytes that are not UTF-8', {}, Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'INVALID_OUTPUT'],
  ['a number no double can hold', {}, Buffer.from('{"n":1e999}'), 'INVALID_OUTPUT'],
  ['two values', {}, Buffer.from('{"a":1}{"b":2}'), 'INVALID_OUTPUT'],
  ['a value nested a million deep', {}, Buffer.from('['.repeat(1e6) + ']'.repeat(1e6)), 'INVALID_OUTPUT'],
  [
    'an error nested a million deep',
    {},
    Buffer.from(`{"success":false,"error":{"details":${'['.repeat(1e6)}${']'.repeat(1e6)}}}`),
    'INVALID_OUTPUT',
  ],
])('%s is one typed error', async (_what, headers, body, code) => {
  await using service = await startService((_seen, response) => response.writeHead(200, headers).end(body))
  const response = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(response).toMatchObject({ status: 'failed', errors: [{ code }] })
})

test('keys like __proto__ stay data', async () => {
  await using service = await startService((_seen, response) => response.end('{"__proto__":{"polluted":true}}'))
  const { data } = await callRemote(descriptorAt(service.url), {}, { allow })
  expect(Object.keys(data as object)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('a connection that breaks in the middle of the body is tried again', async () => {
  await using service = await startService((_seen, response, n) => {
    if (n === 3) return sendJson(response, { n })
    response.writeHead(200, { 'content-length': '1000' }).write('{"n":', () => response.socket?.resetAndDestroy())
  })
  const endpoint = { retry: { max_attempts: 3, backoff_ms: 1 } }
  const response = await callRemote(descriptorAt(service.url, { endpoint }), {}, { allow, ...fastClock() })
  expect(response).toMatchObject({ status: 'success', data: { n: 3 } })
  expect(service.seen).toHaveLength(3)
})

test('a cut-off body is never taken for a short one', async () => {
  await using raw = await startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status":"success","data":1}'),
  )
  const response = await callRemote(descriptorAt(raw.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'FETCH_FAILED' }])
})

test('a slow answer is ended by the time limit', async () => {
  await using raw = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
    const timer = setInterval(() => socket.write(' '), 20)
    socket.once('close', () => clearInterval(timer))
  })
  const response = await callRemote(descriptorAt(raw.url, { endpoint: { timeout_ms: 300 } }), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'TOOL_TIMEOUT' }])
  await expect.poll(() => raw.open()).toBe(0)
})

test('slow or endless headers are ended too', async () => {
  await using raw = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('X: y\r\n'), 5)
    socket.once('close', () => clearInterval(timer))
  })
  const response = await callRemote(descriptorAt(raw.url, { endpoint: { timeout_ms: 300 } }), {}, { allow })
  expect(response.status).toBe('failed')
  await expect.poll(() => raw.open()).toBe(0)
})

test.each([
  ['not HTTP at all', '+PONG\r\n'],
  ['a header of 100 KB', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
  ['nothing', ''],
])('a service that speaks %s is a failure, not a crash', async (_what, text) => {
  await using raw = await startRaw((socket) => socket.end(text))
  const response = await callRemote(descriptorAt(raw.url), {}, { allow })
  expect(response.errors).toMatchObject([{ code: 'FETCH_FAILED' }])
})

test('no connection is left open after calls of every kind', async () => {
  await using raw = await startRaw((socket, n) => {
    if (n % 3 === 0) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
    else if (n % 3 === 1) socket.write('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n{}')
  })
  const endpoint = { timeout_ms: 100 }
  await Promise.all(Array.from({ length: 30 }, () => callRemote(descriptorAt(raw.url, { endpoint }), {}, { allow })))
  await expect.poll(() => raw.open()).toBe(0)
})

/** A server that speaks bytes, for what no HTTP library would say. */
async function startRaw(onRequest: (socket: Socket, n: number) => void) {
  const sockets = new Set<Socket>()
  let n = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', () => onRequest(socket, n++))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
