import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const DAY_MS = 86_400_000

let now = Date.now()
let hub: CallingHub
beforeAll(async () => {
  hub = await startCallingHub({ clock: () => now, calls: { workers: 1 } })
  await hub.publish(SHOUT)
})
afterAll(() => hub[Symbol.asyncDispose]())

const tokenFor = async (days?: number) => {
  const expiry = days === undefined ? {} : { expires_in_days: days }
  const body = { name: 'x', scopes: ['read', 'invoke'], ...expiry }
  return (await hub.ask('/v1/tokens', { method: 'POST', body })).body as { id: string; token: string }
}
const queued = async (text: string, token = hub.owner): Promise<string> =>
  (await hub.invoke('text-shout', { text }, { token, headers: { prefer: 'respond-async' } })).body.execution_id
const read = async (id: string) => (await hub.ask(`/v1/runs/${id}`)).body
const ended = async (id: string) => {
  await expect.poll(async () => (await read(id)).finished_at).not.toBeNull()
  const { response } = await read(id)
  return response.errors?.[0]?.code ?? response.data.text
}

test('what waits under a token that is revoked does not begin; a token that only ends takes nothing back', async () => {
  const [stolen, brief] = [await tokenFor(), await tokenFor(1)]
  const busy = await queued('busy...')
  await expect.poll(async () => (await read(busy)).status).toBe('running')
  const [one, two, own] = [await queued('a', stolen.token), await queued('b', brief.token), await queued('c')]
  expect((await hub.ask(`/v1/tokens/${stolen.id}`, { method: 'DELETE' })).status).toBe(204)
  now += 2 * DAY_MS
  expect((await hub.ask(`/v1/skills/@ann/text-shout/cancel/${busy}`, { method: 'POST' })).status).toBe(200)
  expect(await Promise.all([one, two, own].map(ended))).toEqual(['PERMISSION_DENIED', 'B', 'C'])
  // Who tries it again answers for it.
  const next = await tokenFor()
  const requeue = (token: string) => hub.ask(`/v1/runs/${one}/requeue`, { method: 'POST', token })
  expect((await requeue(next.token)).status).toBe(202)
  expect(await ended(one)).toBe('A')
})
