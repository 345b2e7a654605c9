import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { type SpawnedHub, spawnHub } from '../registry/fixtures/spawn-hub.ts'
import { type Answer, SHOUT } from './fixtures/calling-hub.ts'

/** Ten thousand with SKILLWRIGHT_SLOW=1. */
const STREAMS = process.env.SKILLWRIGHT_SLOW === '1' ? 10_000 : 300
const PLACE = '/v1/skills/@ann/text-shout/versions/1.0.0'

async function publish({ url, token }: SpawnedHub): Promise<void> {
  const { archive } = await makePackage(SHOUT)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  const answer = await fetch(`${url}${PLACE}`, { method: 'PUT', headers, body: Buffer.from(archive) })
  expect(answer.status).toBe(201)
}

async function invoke({ url, token }: SpawnedHub, text: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${url}${PLACE}/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ text }),
  })
  return { status: answer.status, headers: new Headers(), body: await answer.json() }
}

async function read({ url, token }: SpawnedHub, address: string): Promise<Answer> {
  const answer = await fetch(`${url}${new URL(address).pathname}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, headers: new Headers(), body: await answer.json() }
}

test('a hub that is killed has lost no run that it accepted, and the same key is the same answer afterwards', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'hub-calls-'))
  const config = { dir: folder.path }
  const first = await spawnHub(config)
  await publish(first)
  const key = { 'idempotency-key': 'only-once' }
  const answered = await invoke(first, 'hello', key)
  expect(answered.status).toBe(200)
  const accepted = await Promise.all(
    Array.from({ length: 5 }, (_, i) => invoke(first, `text ${i}`, { prefer: 'respond-async' })),
  )
  await first.kill()

  await using second = await spawnHub(config)
  expect(await invoke(second, 'hello', key)).toEqual(answered)
  for (const [i, { status, body }] of accepted.entries()) {
    expect(status).toBe(202)
    await expect.poll(async () => (await read(second, body.status_url)).body.status).toBe('succeeded')
    expect((await read(second, body.result_url)).body.data).toEqual({ text: `TEXT ${i}` })
  }
})

test(`${STREAMS} idle streams of events cost little, and all hear of the end`, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'hub-calls-'))
  await using hub = await spawnHub({
    dir: folder.path,
    // One caller may hold a tenth of them.
    maxConnections: STREAMS * 10,
  })
  await publish(hub)
  const { body: run } = await invoke(hub, 'wait...', { prefer: 'respond-async' })
  await expect.poll(async () => (await read(hub, run.status_url)).body.progress).toBe(0.5)
  const before = await rssOf(hub)
  const streams: Socket[] = []
  for (let opened = 0; opened < STREAMS; opened += 100)
    streams.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, STREAMS - opened) }, () => follow(hub, run)))),
    )
  const bytes = ((await rssOf(hub)) - before) / STREAMS
  if (process.env.SKILLWRIGHT_SLOW === '1') console.log(`${Math.round(bytes / 1000)} kB a stream`)
  const ends = streams.map((socket) => once(socket, 'end'))
  const cancelled = await fetch(run.status_url.replace('/status/', '/cancel/'), {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.token}` },
  })
  expect(cancelled.status).toBe(200)
  await Promise.all(ends)
  // Fewer are lost in what a process takes and gives back at any time.
  if (STREAMS >= 10_000) expect(bytes).toBeLessThan(100_000)
})

/** Settles once the stream has told what had happened. */
async function follow({ url, token }: SpawnedHub, { events_url: address }: { events_url: string }): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET ${new URL(address).pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
  )
  let heard = ''
  for await (const [piece] of onData(socket)) {
    heard += String(piece)
    if (heard.includes('event: progress')) break
  }
  return socket.resume()
}

async function* onData(socket: Socket): AsyncGenerator<[Buffer]> {
  for (;;) yield (await once(socket, 'data')) as [Buffer]
}

async function rssOf({ pid }: SpawnedHub): Promise<number> {
  const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
  return Number(pages) * 4096
}
