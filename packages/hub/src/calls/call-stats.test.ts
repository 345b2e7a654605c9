import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCalls } from './call-stats.ts'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2027-03-01T12:30:00Z')
const STATS = '/v1/skills/@ann/text-shout/stats'
let hub: CallingHub

beforeAll(async () => {
  hub = await startCallingHub({ clock: () => NOW })
  await hub.publish(SHOUT)
  await hub.publish({ ...SHOUT, name: 'hidden-shout' }, '?access=private')
})
afterAll(() => hub[Symbol.asyncDispose]())

const ended = (finishedAt: number, ms: number, errorCode?: string) =>
  ({
    id: 'r',
    skill: '@ann/text-shout',
    request: {},
    principal: '@mei',
    via: 'http',
    isIdempotent: true,
    state: errorCode === undefined ? 'succeeded' : 'failed',
    attempt: 1,
    isDead: false,
    createdAt: finishedAt - ms,
    startedAt: finishedAt - ms,
    finishedAt,
    ...(errorCode === undefined ? {} : { errorCode }),
  }) as const

test('calls, errors by code and percentiles of the time are told hour by hour and day by day, over all nodes', async () => {
  const nodes = [countCalls(hub.hub), countCalls(hub.hub)]
  for (const node of nodes) {
    for (let ms = 1; ms <= 100; ms++) node.count(ended(NOW - 2 * HOUR, ms))
    node.count(ended(NOW, 40_000, 'TOOL_TIMEOUT'))
    node.count(ended(NOW - 30 * HOUR, 5, 'MADE_UP'))
    await node.flush()
  }
  const { body } = await hub.ask(STATS)
  expect(body).toMatchObject({ every: 'hour', calls: 202, errors: { TOOL_TIMEOUT: 2 } })
  expect(body.buckets.map(({ calls }: { calls: number }) => calls)).toEqual([...Array(22).fill(0), 200, 0, 2])
  const [busy] = body.buckets.filter(({ calls }: { calls: number }) => calls === 200)
  expect(busy).toMatchObject({ at: '2027-03-01T10:00:00.000Z', errors: {} })
  for (const [name, right] of [
    ['p50_ms', 50],
    ['p90_ms', 90],
    ['p99_ms', 99],
  ] as const)
    expect(Math.abs(busy[name] - right) / right).toBeLessThan(0.11)
  expect(body.buckets[0]).toMatchObject({ calls: 0, p50_ms: null })

  const days = (await hub.ask(`${STATS}?every=day&from=2027-02-27T00:00:00Z`)).body
  expect(days.buckets).toMatchObject([{ calls: 0 }, { calls: 2, errors: { MADE_UP: 2 } }, { calls: 202 }])
})

test('of the codes that a skill makes up the first of an hour are told, and the rest together', async () => {
  const node = countCalls(hub.hub)
  const at = NOW - 60 * HOUR
  for (let i = 0; i < 30; i++) node.count(ended(at, 5, `MADE_UP_${i}`))
  node.count(ended(at, 5, 'no <b>code</b>'))
  await node.flush()
  const { body } = await hub.ask(`${STATS}?from=${new Date(at).toISOString()}&to=${new Date(at + HOUR).toISOString()}`)
  expect(Object.keys(body.errors)).toHaveLength(21)
  expect(body.errors).toMatchObject({ MADE_UP_0: 1, MADE_UP_19: 1, OWN_CODE: 11 })
})

test('a call is counted, whatever becomes of it', async () => {
  await hub.publish({ ...SHOUT, name: 'counted-shout' })
  await hub.invoke('counted-shout', { text: 'a' })
  await hub.invoke('counted-shout', { text: 1 })
  const stats = async () => (await hub.ask('/v1/skills/@ann/counted-shout/stats')).body
  await expect.poll(stats, { timeout: 20_000 }).toMatchObject({ calls: 2, errors: { INVALID_INPUT: 1 } })
})

test('calls leave what is kept in memory of the registry as it is', async () => {
  const asked = { headers: { prefer: 'respond-async' } }
  const first = await hub.invoke('text-shout', { text: 'a' })
  expect(first.status).toBe(200)
  const before = await hub.hub.stamp()
  await hub.invoke('text-shout', { text: 'b' })
  const { body } = await hub.invoke('text-shout', { text: 'c' }, asked)
  await expect.poll(async () => (await hub.ask(body.status_url)).body.status).toBe('succeeded')
  expect(await hub.hub.stamp()).toBe(before)
})

test('figures are for members of the scope, and those of a private skill absent to others', async () => {
  const mei = await hub.tokenFor('mei', ['read'])
  expect((await hub.ask(STATS, { token: mei })).status).toBe(403)
  const [hidden, absent] = await Promise.all(
    ['hidden', 'absent'].map((name) => hub.ask(`/v1/skills/@ann/${name}-shout/stats`, { token: mei })),
  )
  expect([hidden?.status, hidden?.body.detail.replace('hidden', 'absent')]).toEqual([404, absent?.body.detail])
})

test.each(['?from=2020-01-01T00:00:00Z', '?from=2027-03-02T00:00:00Z', '?from=yesterday', '?every=minute'])(
  '%s is refused',
  async (query) => {
    expect((await hub.ask(STATS + query)).status).toBe(400)
  },
)
