import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPostgres } from '../../../store/src/fixtures/test-postgres.ts'
import { openTestHub } from '../server/fixtures/test-hub.ts'
import { eventStreamsOf } from './event-streams.ts'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const { available, freshDatabase } = await testPostgres()
let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub()
  await hub.publish(SHOUT)
})
afterAll(() => hub[Symbol.asyncDispose]())

interface Happening {
  readonly id: string | undefined
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Reads events until one is the last that is wanted, then hangs up. */
async function* eventsOf(url: string, headers: Record<string, string> = {}): AsyncGenerator<Happening> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${hub.owner}`, ...headers } })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
      if (fields.event !== undefined) yield { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
    }
  }
}

test('events tell what happens, go on after the last one that was seen, and end with the result', async () => {
  const { body } = await hub.invoke('text-shout', { text: 'wait...' }, { headers: { prefer: 'respond-async' } })
  const first: Happening[] = []
  for await (const one of eventsOf(body.events_url)) {
    first.push(one)
    if (one.event === 'progress') break
  }
  expect(first.at(-1)).toMatchObject({ event: 'progress', data: { done: 0.5, message: 'halfway' } })
  await hub.ask(body.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
  const seen = first.at(-1)?.id ?? ''
  const rest: Happening[] = []
  for await (const one of eventsOf(body.events_url, { 'last-event-id': seen })) rest.push(one)
  expect(rest.every(({ id }) => id === undefined || Number(id) > Number(seen))).toBe(true)
  expect(rest.map(({ event, data }) => [event, data.state ?? data.status])).toEqual([
    ['state', 'cancelled'],
    ['result', 'cancelled'],
  ])
})

test('events of another caller are absent', async () => {
  const { body } = await hub.invoke('text-shout', { text: 'a' }, { headers: { prefer: 'respond-async' } })
  const other = await hub.tokenFor('otto', ['read', 'invoke'])
  expect((await hub.ask(body.events_url, { token: other })).status).toBe(404)
})

test('a stream tells nothing more to a caller whose account was closed', async () => {
  const token = await hub.tokenFor('rosa', ['read', 'invoke'])
  const { body } = await hub.invoke('text-shout', { text: 'wait...' }, { token, headers: { prefer: 'respond-async' } })
  const heard: string[] = []
  for await (const { event } of eventsOf(body.events_url, { authorization: `Bearer ${token}` })) {
    heard.push(event)
    if (event !== 'progress') continue
    const closed = { method: 'PATCH', token: hub.adminToken, body: { disabled: true } }
    expect((await hub.ask('/v1/people/rosa', closed)).status).toBeLessThan(300)
    await hub.ask(body.status_url.replace('/status/', '/cancel/'), { method: 'POST', token: hub.adminToken })
  }
  expect(heard.at(-1)).toBe('progress')
})

test('one caller holds a tenth of all connections with streams, and other callers follow their runs', async () => {
  await using small = await startCallingHub({ maxConnections: 30 })
  await small.publish(SHOUT)
  const asked = { headers: { prefer: 'respond-async' } }
  const { body: run } = await small.invoke('text-shout', { text: 'wait...' }, asked)
  const otto = await small.tokenFor('otto', ['read', 'invoke'])
  const { body: other } = await small.invoke('text-shout', { text: 'a' }, { ...asked, token: otto })
  const hangUp = new AbortController()
  const open = (url: string, token: string) =>
    fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: hangUp.signal })
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await open(run.events_url, small.owner)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await open(other.events_url, otto)).status).toBe(200)
  hangUp.abort()
  await expect.poll(() => statusOf(run.events_url, small.owner)).toBe(200)
  await small.ask(run.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
})

test('however many strangers and guests hold streams, users of the hub follow their runs', async () => {
  await using opened = await openTestHub({ maxConnections: 30 })
  const streams = eventStreamsOf(opened.hub)
  const held = Array.from({ length: 12 }, (_, i) => streams.enter(i % 2 === 0 ? `stranger 10.0.0.${i}` : `issuer ${i}`))
  expect(() => streams.enter('stranger 10.0.0.99')).toThrow('as this node holds')
  for (let i = 0; i < 12; i++) held.push(streams.enter(`@user-${i}`))
  expect(() => streams.enter('@user-99')).toThrow('as this node holds')
  for (const place of held) place[Symbol.dispose]()
  streams.enter('stranger 10.0.0.99')
})

// While it is found out who asks, and for what.
test.skipIf(!available).for(['tokens', 'runs'])(
  'a caller who hangs up while %s are read holds no place',
  async (table) => {
    await using small = await startCallingHub({ maxConnections: 10, databaseUrl: await freshDatabase() })
    await small.publish(SHOUT)
    const { body: run } = await small.invoke(
      'text-shout',
      { text: 'wait...' },
      { headers: { prefer: 'respond-async' } },
    )
    const { hostname, port, pathname } = new URL(run.events_url)
    await small.hub.db.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${small.owner}\r\n\r\n`)
      const waits = sql<{ waits: boolean }>`
      select exists (select from pg_locks where not granted and relation = ${table}::regclass) as waits`
      await expect.poll(async () => (await waits.execute(transaction)).rows[0]?.waits).toBe(true)
      const isHeld = holderOf(socket)
      socket.destroy()
      await expect.poll(isHeld).toBe(false)
    })
    await expect.poll(() => statusOf(run.events_url, small.owner)).toBe(200)
    await small.ask(run.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
  },
)

/** Says more than a connection takes up by itself. */
const CHATTY = {
  name: 'chatty',
  manifest: { entry: 'tools/main.py' },
  files: {
    'tools/main.py': `import json, sys
json.load(sys.stdin)
for n in range(1_900):
    print(f"{n} " + "x" * 7_900, file=sys.stderr)
print(json.dumps({"success": True, "data": {"text": "done"}}))
`,
  },
}

test('a reader who does not read is cut off, and has cost little', async () => {
  await using patient = await startCallingHub({ timeouts: { headers: 10_000, request: 10_000, stop: 1_000 } })
  await patient.publish(CHATTY)
  const { body: run } = await patient.invoke('chatty', { text: 'a' }, { headers: { prefer: 'respond-async' } })
  await expect.poll(async () => (await patient.ask(run.status_url)).body.status).toBe('succeeded')
  const { hostname, port, pathname } = new URL(run.events_url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${patient.owner}\r\n\r\n`)
  const isHeld = holderOf(socket)
  expect(await isHeld()).toBe(true)
  await expect.poll(isHeld, { interval: 100 }).toBe(false)
  // One who reads hears all of it.
  let heard = 0
  for await (const { event } of eventsOf(run.events_url, { authorization: `Bearer ${patient.owner}` }))
    if (event === 'log') heard++
  expect(heard).toBe(1_900)
  socket.destroy()
})

/** How the hub answers who asks for events and hangs up. */
async function statusOf(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await answer.body?.cancel()
  return answer.status
}

/** Whether the hub still holds its end of a connection. */
function holderOf({ localPort = 0, remotePort = 0 }: Socket): () => Promise<boolean> {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
  const line = new RegExp(`:${hex(remotePort)} \\w+:${hex(localPort)} 01 `)
  return async () => line.test(await readFile('/proc/net/tcp', 'utf8'))
}
