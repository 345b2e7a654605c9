import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallingHub, SHOUT, startCallingHub } from './fixtures/calling-hub.ts'

const MINUTE = 60_000
let now = Date.parse('2027-03-01T06:59:30Z')
let hub: CallingHub
let mei: string

beforeAll(async () => {
  hub = await startCallingHub({ clock: () => now, calls: { schedules: 5, perDay: 12 } })
  await hub.publish(SHOUT)
  await hub.publish({ ...SHOUT, name: 'hidden-shout' }, '?access=private')
  mei = await hub.tokenFor('mei', ['read', 'invoke'])
})
afterAll(() => hub[Symbol.asyncDispose]())

const DAILY = { name: 'daily', skill: '@ann/text-shout', cron: '0 8 * * *', timezone: 'Europe/Berlin' }
const HELLO = { params: { text: 'hello' } }

const make = (plan: object, token = mei) => hub.ask('/v1/schedules', { method: 'POST', token, body: plan })
const at = (id: string, rest = '', method = 'GET', body?: unknown) =>
  hub.ask(`/v1/schedules/${id}${rest}`, { method, token: mei, body })
const runEnds = async (id: string) => {
  await expect.poll(async () => (await hub.ask(`/v1/runs/${id}`, { token: mei })).body.finished_at).not.toBeNull()
  return (await hub.ask(`/v1/runs/${id}`, { token: mei })).body
}

/** Makes a schedule, lets the test use it, and deletes it. */
async function scheduled(plan: object, use: (id: string) => Promise<void>): Promise<void> {
  const { status, body } = await make(plan)
  expect([status, body]).toMatchObject([201, plan])
  await use(body.id)
  expect((await at(body.id, '', 'DELETE')).status).toBe(204)
}

test('a schedule tells its next times in its time zone, and what is not said has its usual value', () =>
  scheduled({ ...DAILY, ...HELLO }, async (id) => {
    const { status, body } = await at(id)
    expect([status, body]).toMatchObject([
      200,
      { owner: '@mei', version: '^1.0.0', action: null, overlap: 'skip', missed: 'skip', retries: 0, is_paused: false },
    ])
    expect(body.next_times.slice(0, 2)).toEqual(['2027-03-01T07:00:00.000Z', '2027-03-02T07:00:00.000Z'])
    expect(body.next_times).toHaveLength(10)
    // Summer has begun.
    expect((await at(id, '', 'PATCH', { cron: '0 8 29 3 *' })).body.next_at).toBe('2027-03-29T06:00:00.000Z')
  }))

test('each time that comes is a run on behalf of its owner, and stands in its history and the calendar', () =>
  scheduled({ ...DAILY, ...HELLO, overlap: 'queue' }, async (id) => {
    now = Date.parse('2027-03-01T07:00:10Z')
    await expect.poll(async () => (await at(id, '/slots')).body.items).toHaveLength(1)
    const [slot] = (await at(id, '/slots')).body.items
    expect(slot).toMatchObject({ at: '2027-03-01T07:00:00.000Z', outcome: 'run' })
    const run = await runEnds(slot.execution_id)
    expect(run).toMatchObject({ status: 'succeeded', caller: '@mei', via: 'schedule', response: { status: 'success' } })
    // The schedule says ^1.0.0; what was run is told as it was.
    expect([run.version, run.response.metadata.skill_version]).toEqual(['1.0.0', '1.0.0'])
    const asked = '/v1/calendar?from=2027-03-01T00:00:00Z&to=2027-03-03T00:00:00Z'
    const { body } = await hub.ask(asked, { token: mei })
    expect(body.items).toMatchObject([
      {
        id,
        slots: [
          { execution_id: slot.execution_id, status: 'succeeded', error_code: null, duration_ms: expect.any(Number) },
        ],
        next_at: '2027-03-02T07:00:00.000Z',
        next_times: ['2027-03-02T07:00:00.000Z'],
        is_cut: false,
      },
    ])
    expect((await at(id)).body.recent).toEqual(body.items[0].slots)
  }))

test('a paused schedule leaves its times out, run now runs it beside them, and resumed it goes on', () =>
  scheduled({ ...DAILY, ...HELLO, cron: '*/5 * * * *' }, async (id) => {
    expect((await at(id, '/pause', 'POST')).body.is_paused).toBe(true)
    now += 5 * MINUTE
    await expect
      .poll(async () => (await at(id, '/slots')).body.items)
      .toMatchObject([{ outcome: 'skipped_paused', execution_id: null, status: null }])
    const started = await at(id, '/run', 'POST')
    expect([started.status, started.body.via]).toEqual([202, 'schedule'])
    expect((await runEnds(started.body.execution_id)).status).toBe('succeeded')
    const { body } = await hub.ask(`/v1/runs?schedule=${id}`, { token: mei })
    expect(body.items.map((run: { execution_id: string }) => run.execution_id)).toEqual([started.body.execution_id])
    expect((await at(id, '/resume', 'POST')).body.is_paused).toBe(false)
    now += 5 * MINUTE
    await expect.poll(async () => (await at(id, '/slots')).body.items[0].outcome).toBe('run')
  }))

test.each([
  ['a pattern that is none', { cron: 'at noon' }, 400, 'Expected a cron pattern such as'],
  ['a pattern that never comes true', { cron: '0 0 30 2 *' }, 400, 'comes true'],
  ['a time zone that is none', { timezone: 'Mars/Olympus' }, 400, 'Expected a time zone such as'],
  ['parameters that do not fit', { params: { texts: 1 } }, 400, 'text'],
  ['an action that is not there', { action: 'sing' }, 404, 'sing'],
  ['a version that is not there', { version: '^7' }, 404, 'has no version ^7'],
  ['a skill that is not there', { skill: '@ann/no-shout' }, 404, 'There is no skill @ann/no-shout'],
  ['a skill that they may not know of', { skill: '@ann/hidden-shout' }, 404, 'There is no skill @ann/hidden-shout'],
  ['something that is no skill', { skill: 'text-shout' }, 400, '@scope/name'],
  ['a priority of administrators', { priority: 1 }, 403, 'administrators'],
  ['a field that there is not', { every: 'day' }, 400, 'every'],
])('%s is refused, when it is made and when it is changed', async (_what, wrong, status, said) => {
  const made = await make({ ...DAILY, ...HELLO, ...wrong })
  expect([made.status, JSON.stringify(made.body)]).toEqual([status, expect.stringContaining(said)])
  await scheduled({ ...DAILY, ...HELLO }, async (id) => {
    const changed = await at(id, '', 'PATCH', wrong)
    expect([changed.status, JSON.stringify(changed.body)]).toEqual([status, expect.stringContaining(said)])
  })
})

test('a name is taken once, and a caller has no more schedules than they may', async () => {
  const made = await Promise.all(['a', 'b', 'c', 'a', 'd', 'e', 'f'].map((name) => make({ ...DAILY, ...HELLO, name })))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409])
  const { items } = (await hub.ask('/v1/schedules', { token: mei })).body
  expect(items).toHaveLength(5)
  const renamed = await at(items[0].id, '', 'PATCH', { name: items[1].name })
  expect([renamed.status, renamed.body.detail]).toEqual([409, expect.stringContaining('already')])
  for (const { id } of items) await at(id, '', 'DELETE')
  expect((await make({ ...DAILY, ...HELLO }, '')).status).toBe(401)
})

test('the schedule of another is absent, but for an administrator', () =>
  scheduled({ ...DAILY, ...HELLO }, async (id) => {
    const boss = await hub.tokenFor('boss', ['read', 'invoke', 'admin'])
    const ways = [
      ['', 'GET'],
      ['', 'PATCH', { name: 'mine' }],
      ['', 'DELETE'],
      ['/pause', 'POST'],
      ['/resume', 'POST'],
      ['/run', 'POST'],
      ['/slots', 'GET'],
    ] as const
    for (const [rest, method, body] of ways) {
      const ask = (which: string) => hub.ask(`/v1/schedules/${which}${rest}`, { method, body })
      const [others, none] = [await ask(id), await ask('none')]
      expect([others.status, others.body.detail]).toEqual([404, none.body.detail.replace('none', id)])
    }
    expect((await hub.ask('/v1/schedules')).body.items).toEqual([])
    expect((await hub.ask('/v1/schedules?owner=@mei')).status).toBe(403)
    expect((await hub.ask('/v1/schedules?owner=@mei', { token: boss })).body.items).toMatchObject([{ id }])
    expect((await hub.ask(`/v1/schedules/${id}`, { token: boss })).status).toBe(200)
  }))

test('a run of a schedule may no more than its owner may when it begins', async () => {
  const run = async (id: string) => (await runEnds((await at(id, '/run', 'POST')).body.execution_id)).errors?.[0]?.code
  const access = (to: string) => hub.ask('/v1/skills/@ann/text-shout/access', { method: 'PUT', body: { access: to } })
  await scheduled({ ...DAILY, ...HELLO }, async (id) => {
    expect(await run(id)).toBeUndefined()
    expect((await access('private')).status).toBeLessThan(300)
    expect(await run(id)).toBe('DATA_NOT_FOUND')
    expect((await access('public')).status).toBeLessThan(300)
    expect(await run(id)).toBeUndefined()
  })
})

test('a run of a schedule may no more and no longer than the token that made it, unless that came from signing in', async () => {
  const token = async (scopes: readonly string[], days?: number) =>
    (
      await hub.ask('/v1/tokens', {
        method: 'POST',
        body: { name: 'x', scopes, ...(days === undefined ? {} : { expires_in_days: days }) },
      })
    ).body
  const ended = async (id: string) => {
    const { body } = await hub.ask(`/v1/schedules/${id}/run`, { method: 'POST', token: hub.owner })
    const run = () => hub.ask(`/v1/runs/${body.execution_id}`, { token: hub.owner })
    await expect.poll(async () => (await run()).body.finished_at).not.toBeNull()
    return (await run()).body.response.errors?.[0]?.code
  }
  const made = async (name: string, by: string) => (await make({ ...DAILY, ...HELLO, name }, by)).body.id
  const [agent, brief, managing] = [
    await token(['read', 'invoke']),
    await token(['read', 'invoke'], 1),
    await token(['read', 'invoke', 'account'], 1),
  ]
  const makers = [agent.token, brief.token, managing.token, hub.owner]
  const all = await Promise.all(makers.map((maker, i) => made(`by-${i}`, maker)))
  expect(await Promise.all(all.map(ended))).toEqual([undefined, undefined, undefined, undefined])
  expect((await hub.ask(`/v1/tokens/${agent.id}`, { method: 'DELETE' })).status).toBe(204)
  now += 2 * 24 * 60 * MINUTE
  expect(await Promise.all(all.map(ended))).toEqual([...Array(3).fill('PERMISSION_DENIED'), undefined])
  // Its owner makes it theirs by changing it; an administrator does not answer for it.
  const boss = await hub.tokenFor('boss', ['read', 'invoke', 'admin'])
  const change = (by: string) =>
    hub.ask(`/v1/schedules/${all[0]}`, { method: 'PATCH', token: by, body: { name: 'changed' } })
  expect((await change(boss)).status).toBe(200)
  expect(await ended(all[0] ?? '')).toBe('PERMISSION_DENIED')
  expect((await change(hub.owner)).status).toBe(200)
  expect(await ended(all[0] ?? '')).toBeUndefined()
  for (const id of all) await hub.ask(`/v1/schedules/${id}`, { method: 'DELETE' })
})

test('runs of a schedule count as calls of their owner', async () => {
  const otto = await hub.tokenFor('otto', ['read', 'invoke'])
  const { body } = await make({ ...DAILY, ...HELLO }, otto)
  const run = () => hub.ask(`/v1/schedules/${body.id}/run`, { method: 'POST', token: otto })
  const runs = await Promise.all(Array.from({ length: 13 }, run))
  const codes = () =>
    Promise.all(
      runs.map(async ({ body: { execution_id: id } }) => {
        const { status, errors = [] } = (await hub.ask(`/v1/runs/${id}`, { token: otto })).body
        return errors[0]?.code ?? status
      }),
    )
  const succeeded = Array(12).fill('succeeded')
  await expect.poll(async () => (await codes()).toSorted()).toEqual(['RATE_LIMIT_EXCEEDED', ...succeeded])
})

test('a run that failed for good can be looked at, requeued and discarded, by its caller alone', async () => {
  await hub.publish({ ...SHOUT, name: 'broken-shout', files: { 'tools/main.py': 'raise SystemExit("no")' } })
  const { body: run } = await hub.invoke(
    'broken-shout',
    { text: 'a' },
    { token: mei, headers: { prefer: 'respond-async' } },
  )
  const id = run.execution_id
  await runEnds(id)
  const dead = async () =>
    (await hub.ask('/v1/runs?dead=true&skill=@ann/broken-shout', { token: mei })).body.items.map(
      (one: { execution_id: string }) => one.execution_id,
    )
  const post = (what: string, token = mei) => hub.ask(`/v1/runs/${id}/${what}`, { method: 'POST', token })
  expect(await dead()).toEqual([id])
  for (const what of ['requeue', 'discard']) expect((await post(what, hub.owner)).status).toBe(404)
  expect(await post('requeue')).toMatchObject({ status: 202, body: { execution_id: id, is_dead: false } })
  await expect.poll(dead).toEqual([id])
  expect(await post('discard')).toMatchObject({ status: 200, body: { status: 'failed', is_dead: false } })
  expect(await dead()).toEqual([])
  expect(await post('requeue')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await runEnds(id)).status).toBe('failed')
})
