import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestHub } from '../server/fixtures/test-hub.ts'
import { testPostgres } from '../store/fixtures/test-postgres.ts'
import { SHOUT, startCallingHub } from './fixtures/calling-hub.ts'
import { SharedAllowance } from './shared-allowance.ts'

const WRONG = { nothing: 'fits' }

const postgres = await testPostgres()

test.skipIf(!postgres.available)('a rate of calls holds over all nodes together, for each caller', async () => {
  const databaseUrl = await postgres.freshDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'hub-limits-'))
  await using closing = new AsyncDisposableStack()
  closing.defer(() => rm(dir, { recursive: true, force: true }))
  const options = { databaseUrl, dir, rate: { read: 0, write: 0, login: 0, call: 6 }, clock: () => 1_700_000_000_000 }
  await using one = await startCallingHub(options)
  await using two = await startCallingHub(options)
  await one.publish(SHOUT)
  const statuses: number[] = []
  for (let i = 0; i < 4; i++)
    for (const hub of [one, two]) statuses.push((await hub.invoke('text-shout', WRONG, { token: one.owner })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
  const refused = await two.invoke('text-shout', WRONG, { token: one.owner })
  expect(refused).toMatchObject({ status: 429, body: { status: 'failed', errors: [{ code: 'RATE_LIMIT_EXCEEDED' }] } })
  expect(Number(refused.headers.get('retry-after'))).toBe(10)
  const other = await two.tokenFor('rosa', ['read', 'invoke'])
  expect((await one.invoke('text-shout', WRONG, { token: other })).status).toBe(400)
})

test('a quota of a day is kept over a restart, and comes back bit by bit', async () => {
  let now = 1_700_000_000_000
  await using opened = await openTestHub({ clock: () => now })
  const open = () => new SharedAllowance(opened.hub, { name: 'day', limit: 3, windowMs: 3_000_000 })
  const allowance = open()
  const all = await Promise.all(Array.from({ length: 5 }, () => allowance.take('@ann')))
  expect(all).toEqual([undefined, undefined, undefined, 1000, 1000])
  expect(await open().take('@ann')).toBe(1000)
  expect(await allowance.take('@rosa')).toBeUndefined()
  now += 400_000
  expect(await open().take('@ann')).toBe(600)
  now += 600_000
  expect(await open().take('@ann')).toBeUndefined()
  expect(await open().take('@ann')).toBe(1000)
})

test('a caller who calls now and then has all of a day', async () => {
  let now = 1_700_000_000_000
  await using opened = await openTestHub({ clock: () => now })
  const allowance = new SharedAllowance(opened.hub, { name: 'day', limit: 500, windowMs: 86_400_000 })
  const answers: (number | undefined)[] = []
  for (; answers.length < 400; now += 10_000) answers.push(await allowance.take('@ann'))
  expect(answers.filter((seconds) => seconds !== undefined)).toEqual([])
})

test('a node that takes many at once never gives more than there are', async () => {
  await using opened = await openTestHub({ clock: () => 1 })
  const limit = { name: 'call', limit: 1_000, windowMs: 60_000 }
  const nodes = [new SharedAllowance(opened.hub, limit), new SharedAllowance(opened.hub, limit)]
  let given = 0
  for (let i = 0; i < 1_200; i++) if ((await nodes[i % 2]?.take('@ann')) === undefined) given++
  expect(given).toBe(1_000)
})
