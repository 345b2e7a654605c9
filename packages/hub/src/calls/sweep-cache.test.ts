import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from './calls-of.ts'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'
import { sweepWork } from './sweep-cache.ts'

const DAY = 86_400_000
let now = Date.now()
let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub({ clock: () => now })
  await hub.publish(SHOUT)
})
afterAll(() => hub[Symbol.asyncDispose]())

const cache = (...parts: string[]) => join(hub.hub.config.dir, 'cache', ...parts)

async function leave(folder: string, at: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'left'), 'x')
  await utimes(folder, at / 1000, at / 1000)
}

test('what a killed process left of its runs is removed, and what a run writes to is not', async () => {
  const { body: run } = await hub.invoke('text-shout', { text: 'wait...' }, { headers: { prefer: 'respond-async' } })
  await expect.poll(async () => (await hub.ask(run.status_url)).body.status).toBe('running')
  const [own, before, gone, young] = [`${run.execution_id}-1`, `${run.execution_id}-0`, 'unknown-1', 'new-1']
  for (const name of [own, before, gone]) await leave(cache('work', name), now - DAY)
  await leave(cache('work', young), now)
  await sweepWork(hub.hub, (await callsOf(hub.hub)).jobs)
  expect((await readdir(cache('work'))).toSorted()).toEqual([own, young].toSorted())
  await hub.ask(run.status_url.replace('/status/', '/cancel/'), { method: 'POST' })
})

test('a package that was not called for a week is removed, one that is in use stays', async () => {
  expect((await hub.invoke('text-shout', { text: 'a' })).status).toBe(200)
  const [used = ''] = await readdir(cache('packages'))
  await leave(cache('packages', 'sha256-old'), now)
  const { source } = await callsOf(hub.hub)
  now += 8 * DAY
  await source.sweep?.()
  expect(await readdir(cache('packages'))).toEqual([used])
  expect((await hub.invoke('text-shout', { text: 'b' })).status).toBe(200)
})
