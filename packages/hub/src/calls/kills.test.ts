import { mkdtempDisposableSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testPostgres } from '../../../store/src/fixtures/test-postgres.ts'
import { makePackage } from '../registry/fixtures/make-package.ts'
import { type SpawnedHub, spawnHub } from '../registry/fixtures/spawn-hub.ts'
import type { Answer } from './fixtures/calling-hub.ts'

const { available, freshDatabase } = await testPostgres()
const IS_SLOW = process.env.SKILLWRIGHT_SLOW === '1'
/** 500 in all; several runs of fewer are as good. */
const KILLS = Number(process.env.HUB_KILLS ?? (IS_SLOW ? 500 : 3))
/** After so many the load stops and all calls since are checked, so that a run that is cut short has shown something. */
const ROUND = 10
const NODES = 3
const CALLERS = 6

/** A skill that a service answers, and whether it may be asked twice. */
const SKILLS = { again: true, once: false } as const
type Name = keyof typeof SKILLS

/** What a call became: the run that a hub told of, by the text that it was called with. */
interface Accepted {
  readonly id: string
  readonly name: Name
  readonly text: string
}

test.skipIf(!available)(
  `hub nodes that are killed at random ${KILLS} times under load: each call that was answered is one run with one outcome, and what must not be repeated is not`,
  { timeout: IS_SLOW ? 7_200_000 : 600_000 },
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'hub-kills-'))
    await using service = await startService()
    const { host } = new URL(service.url)
    const databaseUrl = await freshDatabase()
    const config = { dir: folder.path, databaseUrl, allowAddresses: ['127.0.0.1'], calls: { hosts: [host] } }
    const start = () => spawnHub(config)
    // Runs nothing and is not called: it is asked what became of the calls.
    await using witness = await spawnHub({ ...config, calls: { ...config.calls, workers: 0 } })
    for (const name of ['again', 'once'] as const) await publish(witness, name, service.url)
    await using nodes = await restartable(NODES, start)

    const ids = new Set<string>()
    const tally: Record<string, number> = {}
    for (let kills = 0; kills < KILLS; ) {
      const load = new AbortController()
      const accepted: Accepted[] = []
      const calling = Promise.all(
        Array.from({ length: CALLERS }, (_, caller) =>
          keepCalling(nodes.up, `${caller}-${kills}`, accepted, load.signal),
        ),
      )
      calling.catch(() => undefined)
      for (const end = Math.min(KILLS, kills + ROUND); kills < end; kills++) {
        // However slow the machine is, there are calls between two kills.
        const before = accepted.length
        await Promise.race([calling, expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThan(before)])
        await nodes.killNext()
      }
      load.abort()
      await calling
      for (const { id, name, text: asked } of accepted) {
        // Each is asked for: of two lists, one of what waits and one of what runs, a run may be in neither as it goes from one to the other.
        await expect.poll(() => isOver(witness, id), { interval: 500 }).toBe(true)
        const { body: run } = await ask(witness, `/v1/runs/${id}`)
        expect(run.request.params.text).toBe(asked)
        const times = service.asked.get(asked) ?? 0
        if (!SKILLS[name]) expect(times, asked).toBeLessThanOrEqual(1)
        if (run.status === 'succeeded') expect(times, asked).toBeGreaterThanOrEqual(1)
        else expect([run.status, run.error_code]).toEqual(['failed', 'INTERRUPTED'])
        tally[`${name} ${run.status}`] = (tally[`${name} ${run.status}`] ?? 0) + 1
        ids.add(id)
      }
      // No other run than those that callers were told of, so none was accepted twice.
      expect(new Set(await allRunIds(witness))).toEqual(ids)
      if (IS_SLOW) process.stderr.write(`${kills} kills of hubs, ${ids.size} calls checked, ${JSON.stringify(tally)}\n`)
    }
    expect(ids.size).toBeGreaterThanOrEqual(KILLS)
  },
)

/** Nodes that are killed in turn, and start again while the others go on. */
async function restartable(count: number, start: () => Promise<SpawnedHub>) {
  const up: (SpawnedHub | undefined)[] = []
  const starting: Promise<SpawnedHub>[] = []
  const restart = (node: number): void => {
    up[node] = undefined
    starting[node] = start().then((hub) => {
      up[node] = hub
      return hub
    })
    starting[node]?.catch(() => undefined)
  }
  for (let node = 0; node < count; node++) restart(node)
  await Promise.all(starting)
  let turn = 0
  return {
    up,
    async killNext() {
      const node = turn++ % count
      const victim = await starting[node]
      await sleep(Math.random() * 400)
      await victim?.kill()
      restart(node)
    },
    async [Symbol.asyncDispose]() {
      for (const node of await Promise.all(starting)) await node.kill()
    },
  }
}

/** Calls one after the other, in turns waited for and not, each until some node has answered: the key is the same for all of them. */
async function keepCalling(
  nodes: readonly (SpawnedHub | undefined)[],
  caller: string,
  accepted: Accepted[],
  signal: AbortSignal,
): Promise<void> {
  for (let i = 0; !signal.aborted; i++) {
    const name: Name = i % 2 === 0 ? 'again' : 'once'
    const asked = `${name} ${caller} ${i}`
    const isAsync = i % 4 < 2
    for (let turn = i; ; turn++) {
      const id = await invoke(nodes[turn % NODES], name, asked, isAsync)
      if (id !== undefined) {
        accepted.push({ id, name, text: asked })
        break
      }
      await sleep(20)
    }
  }
}

/** The run that a call became; undefined when the node did not take it, mostly because it was killed. */
async function invoke(
  hub: SpawnedHub | undefined,
  name: Name,
  asked: string,
  isAsync: boolean,
): Promise<string | undefined> {
  if (hub === undefined) return undefined
  const answer = await ask(hub, `/v1/skills/@ann/${name}/versions/1.0.0/invoke`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': asked,
      ...(isAsync && { prefer: 'respond-async' }),
    },
    body: JSON.stringify({ text: asked }),
  }).catch(() => undefined)
  if (answer === undefined) return undefined
  // On a busy machine a node that has just started may wait too long for its first connection to the database. Whether it accepted
  // the call before it gave up is told by the same key.
  if (answer.status === 503 && answer.body.metadata.run_id === undefined) return undefined
  const id = answer.status === 202 ? answer.body.execution_id : answer.body.metadata?.run_id
  expect(id, JSON.stringify(answer)).toBeTypeOf('string')
  return id
}

async function publish(hub: SpawnedHub, name: Name, url: string): Promise<void> {
  const { archive } = await makePackage({
    name,
    isIdempotent: SKILLS[name],
    manifest: { capability_type: 'api' },
    files: { 'descriptor.json': JSON.stringify({ endpoint: { url }, auth: { type: 'none' } }) },
  })
  const { status, body } = await ask(hub, `/v1/skills/@ann/${name}/versions/1.0.0`, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  expect(status, JSON.stringify(body)).toBe(201)
}

async function isOver(hub: SpawnedHub, id: string): Promise<boolean> {
  const { body } = await ask(hub, `/v1/runs/${id}`)
  return body.status !== 'queued' && body.status !== 'running'
}

async function allRunIds(hub: SpawnedHub): Promise<readonly string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await ask(hub, `/v1/runs?limit=100${cursor}`)
    ids.push(...body.items.map(({ execution_id }: { execution_id: string }) => execution_id))
    if (!body.next_cursor) return ids
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

async function ask(hub: SpawnedHub, path: string, init: RequestInit = {}): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { ...init.headers, authorization: `Bearer ${hub.token}` }
  const answer = await fetch(`${hub.url}${path}`, { ...init, headers })
  return { status: answer.status, body: await answer.json() }
}

/** A service that counts how often it was asked for what, before it answers. */
async function startService() {
  const asked = new Map<string, number>()
  const server = createServer(async (request, answer) => {
    const { text: given } = JSON.parse(await text(request)) as { text: string }
    asked.set(given, (asked.get(given) ?? 0) + 1)
    await sleep(Math.random() * 30)
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: given.toUpperCase() }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoke`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}
