import { failed, succeeded } from '@skillwright/contract'
import { openStore } from '@skillwright/store'
import { describe, expect, test } from 'vitest'
import { openTestJobs, testEngines } from './fixtures/test-engines.ts'
import type { Jobs, JobTables, NewRun, NewSchedule, Perform, Slot } from './index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-10-24T12:00:00Z')

const AT_ONCE: NewRun = { skill: 'other', request: {}, principal: 'bob', via: 'job', isIdempotent: false }

const done: Perform = async () => succeeded({})

/** Runs until it is called off. */
const untilCalledOff: Perform = (_run, { signal, started }) => {
  started()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof failed>>()
  signal.addEventListener('abort', () => resolve(failed(signal.reason)))
  return promise
}

function hourly(more: Partial<NewSchedule> = {}): NewSchedule {
  return {
    name: 'hourly',
    owner: 'ann',
    skill: 'echo',
    action: 'report',
    params: { days: 1 },
    cron: '0 * * * *',
    ...more,
  }
}

async function outcomes(jobs: Jobs, id: string): Promise<[string, Slot['outcome']][]> {
  const slots = await jobs.schedules.history(id, { limit: 1_000 })
  return slots.toReversed().map(({ at, outcome }) => [new Date(at).toISOString().slice(11, 16), outcome])
}

for (const engine of await testEngines())
  describe.skipIf(!engine.available)(`schedules over ${engine.kind}`, () => {
    test('24 hours with two nodes that tick at once and a clock that jumps an hour both ways: each slot has one outcome', async () => {
      let now = START
      const clock = () => now
      const where = await engine.fresh()
      const settings = { clock, missedAfterMs: 5 * MINUTE, perform: done }
      await using one = await openTestJobs(where, settings)
      await using two = await openTestJobs(where, settings)
      const zones = ['UTC', 'Europe/Berlin', 'America/New_York']
      const plans = zones.flatMap((timeZone) =>
        (['skip', 'once', 'all'] as const).map((missed) =>
          hourly({ name: `${timeZone} ${missed}`, timeZone, missed, cron: '*/20 * * * *', overlap: 'queue' }),
        ),
      )
      const schedules = await Promise.all(plans.map((plan) => one.schedules.put(plan)))
      const tick = () => Promise.all([one.schedules.tick(), two.schedules.tick(), one.schedules.tick()])
      for (let step = 1; step <= 24 * 12; step++) {
        now = START + step * 5 * MINUTE
        if (step % 60 === 30) now += HOUR
        if (step % 60 === 50) now -= HOUR
        await tick()
      }
      now = START + 24 * HOUR
      await tick()
      const expected = Array.from({ length: 72 }, (_, i) => START + (i + 1) * 20 * MINUTE)
      for (const { id, missed } of schedules) {
        const slots = await one.schedules.history(id, { limit: 1_000 })
        expect(
          slots
            .map(({ at }) => at)
            .toReversed()
            .slice(0, 72),
        ).toEqual(expected)
        const runs = await one.list({ scheduleId: id, limit: 1_000 })
        expect(runs.map(({ slot }) => slot?.at).toSorted()).toEqual(
          slots
            .filter(({ outcome }) => outcome === 'run')
            .map(({ at }) => at)
            .toSorted(),
        )
        const skipped = slots.filter(({ outcome }) => outcome === 'skipped_missed').length
        if (missed === 'all') expect(skipped).toBe(0)
        else expect(skipped).toBeGreaterThan(0)
      }
    })

    test('the night in which an hour comes twice has a slot for each of its hours, and a daily one once', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done })
      const every = await jobs.schedules.put(hourly({ timeZone: 'Europe/Berlin', overlap: 'queue' }))
      const daily = await jobs.schedules.put(hourly({ name: 'daily', timeZone: 'Europe/Berlin', cron: '30 2 * * *' }))
      for (now = START; now <= START + 24 * HOUR; now += 30 * MINUTE) await jobs.schedules.tick()
      expect(await outcomes(jobs, daily.id)).toEqual([['00:30', 'run']])
      expect(await outcomes(jobs, every.id)).toHaveLength(24)
    })

    test('a run of a slot has its request, and a worker does it by itself', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), {
        clock: () => now,
        perform: async (run) => succeeded(run.request),
      })
      const { id } = await jobs.schedules.put(hourly({ priority: 3, maxAttempts: 2, version: '1.0.0' }))
      await using _worker = jobs.work({ concurrency: 1 })
      now += HOUR
      await expect.poll(() => jobs.list({ scheduleId: id, limit: 9 })).toMatchObject([{ state: 'succeeded' }])
      const [run] = await jobs.list({ scheduleId: id, limit: 9 })
      expect(await jobs.read(run?.id ?? '')).toMatchObject({
        slot: { scheduleId: id, at: START + HOUR },
        via: 'schedule',
        principal: 'ann',
        version: '1.0.0',
        priority: 3,
        maxAttempts: 2,
        response: { data: { action: 'report', params: { days: 1 } } },
      })
    })

    test.each([
      ['skip', ['run', 'skipped_overlap', 'skipped_overlap'], ['running']],
      ['queue', ['run', 'run', 'run'], ['running', 'queued', 'queued']],
      ['replace', ['run', 'run', 'run'], ['cancelled', 'cancelled', 'running']],
    ] as const)('a slot that comes while the last run goes on, with overlap %s', async (overlap, slots, states) => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: untilCalledOff })
      const { id } = await jobs.schedules.put(hourly({ overlap }))
      await using _worker = jobs.work({ concurrency: 1, drainMs: 0 })
      for (const _ of slots) {
        now += HOUR
        await jobs.schedules.tick()
        await expect.poll(async () => (await jobs.list({ scheduleId: id, state: 'running', limit: 9 })).length).toBe(1)
      }
      expect((await outcomes(jobs, id)).map(([, outcome]) => outcome)).toEqual(slots)
      await expect
        .poll(async () => (await jobs.list({ scheduleId: id, limit: 9 })).map(({ state }) => state).toReversed())
        .toEqual(states)
    })

    test.each([
      ['queue', 3],
      ['replace', 2],
    ] as const)(
      'with overlap %s a run begins when the one before has ended, however many could run at once',
      async (overlap, times) => {
        let now = START
        let running = 0
        const began: number[] = []
        const { promise, resolve } = Promise.withResolvers<void>()
        const perform: Perform = async (run) => {
          if (run.skill === AT_ONCE.skill) return succeeded({})
          began.push(++running)
          await promise
          running--
          return succeeded({})
        }
        await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform })
        const { id } = await jobs.schedules.put(hourly({ overlap }))
        await using _worker = jobs.work({ concurrency: 4 })
        using _end = { [Symbol.dispose]: resolve }
        for (let slot = 0; slot < 3; slot++) {
          now += HOUR
          await jobs.schedules.tick()
          await expect.poll(() => began.length).toBeGreaterThan(0)
        }
        const [behind] = await jobs.submit([AT_ONCE])
        await expect.poll(() => jobs.read(behind?.id ?? '')).toMatchObject({ state: 'succeeded' })
        expect(began).toEqual([1])
        resolve()
        const open = async () =>
          (await jobs.list({ scheduleId: id, limit: 9 })).filter(({ state }) => /ing|queued/.test(state))
        await expect.poll(open).toEqual([])
        expect(began).toEqual(Array.from({ length: times }, () => 1))
      },
    )

    test.each(['skip', 'replace'] as const)(
      'runs that make up for missed slots come one after the other, with overlap %s',
      async (overlap) => {
        let now = START
        let running = 0
        let most = 0
        const perform: Perform = async () => {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setImmediate(resolve))
          running--
          return succeeded({})
        }
        await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform })
        const { id } = await jobs.schedules.put(hourly({ missed: 'all', overlap }))
        now += 6 * HOUR + 5 * MINUTE
        await jobs.schedules.tick()
        await using _worker = jobs.work({ concurrency: 4 })
        await expect
          .poll(async () => (await jobs.list({ scheduleId: id, state: 'succeeded', limit: 9 })).length)
          .toBe(6)
        expect(most).toBe(1)
        const runs = await jobs.list({ scheduleId: id, limit: 9 })
        expect(runs.map(({ slot }) => slot?.at)).toEqual([6, 5, 4, 3, 2, 1].map((hour) => START + hour * HOUR))
      },
    )

    test.each([
      ['skip', ['skipped_missed', 'skipped_missed', 'skipped_missed', 'run']],
      ['once', ['skipped_missed', 'skipped_missed', 'run', 'run']],
      ['all', ['run', 'run', 'run', 'run']],
    ] as const)('slots that passed while nothing ran, with missed %s', async (missed, expected) => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done })
      const { id } = await jobs.schedules.put(hourly({ missed, overlap: 'queue' }))
      now += 4 * HOUR + 30_000
      await jobs.schedules.tick()
      expect((await outcomes(jobs, id)).map(([, outcome]) => outcome)).toEqual(expected)
    })

    test('all that was missed is made up for, also when a schedule lets none overlap', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done })
      const { id } = await jobs.schedules.put(hourly({ missed: 'all', cron: '* * * * *' }))
      now += 20 * HOUR + 30_000
      await jobs.schedules.tick()
      const slots = await jobs.schedules.history(id, { limit: 2_000 })
      expect(slots).toHaveLength(1_200)
      expect(slots.filter(({ outcome }) => outcome === 'run').length).toBeGreaterThan(1_190)
    })

    test('a year in which nothing ran is made up for within bounds, and leaves room for others', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done, maxQueued: 200 })
      const { id } = await jobs.schedules.put(hourly({ missed: 'all', cron: '0 */6 * * *' }))
      now += 365 * 24 * HOUR
      await jobs.schedules.tick()
      const slots = await jobs.schedules.history(id, { limit: 20_000 })
      // What is older than runs are kept would be deleted as soon as it was made.
      expect(slots).toHaveLength(30 * 4)
      expect(await jobs.submit(Array.from({ length: 199 }, () => AT_ONCE))).toHaveLength(199)
    })

    test('a schedule of every second whose runs take longer does not wait without end', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done, maxQueued: 20 })
      const { id } = await jobs.schedules.put(hourly({ cron: '* * * * * *', overlap: 'queue', missed: 'all' }))
      now += 5 * MINUTE
      await jobs.schedules.tick()
      const slots = await jobs.schedules.history(id, { limit: 20_000 })
      const counts = Object.groupBy(slots, ({ outcome }) => outcome)
      expect([slots.length, counts.run?.length]).toEqual([300, 20])
    })

    test('a schedule whose runs would be refused is refused', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: done })
      const wrong = [{ maxAttempts: 0 }, { priority: 2 ** 40 }, { version: '1\0' }, { action: '\ud800' }]
      for (const more of wrong)
        await expect(jobs.schedules.put(hourly(more)), JSON.stringify(more)).rejects.toMatchObject({
          code: 'INVALID_INPUT',
        })
    })

    test('a schedule that cannot be read keeps no other from its slots', async () => {
      let now = START
      const told: unknown[] = []
      const where = await engine.fresh()
      await using jobs = await openTestJobs(where, { clock: () => now, perform: done, onError: (e) => told.push(e) })
      const odd = await jobs.schedules.put(hourly({ name: 'odd' }))
      const { id } = await jobs.schedules.put(hourly({ cron: '30 * * * *' }))
      await using database = await openStore<JobTables>(where)
      // As a release could leave it that knows other zones.
      const zone = { time_zone: 'Mars/Olympus' }
      await database.db.updateTable('schedules').set(zone).where('id', '=', odd.id).execute()
      now += HOUR + 30 * MINUTE
      await jobs.schedules.tick()
      expect(await outcomes(jobs, id)).toEqual([
        ['12:30', 'skipped_missed'],
        ['13:30', 'run'],
      ])
      expect(told).toMatchObject([{ code: 'INVALID_INPUT' }])
    })

    test('a schedule is paused, resumed, run now and removed', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done })
      const { id } = await jobs.schedules.put(hourly({ overlap: 'queue' }))
      const hour = async () => {
        now += HOUR
        await jobs.schedules.tick()
      }
      await hour()
      expect(await jobs.schedules.pause(id)).toMatchObject({ isPaused: true })
      await hour()
      await hour()
      const run = await jobs.schedules.runNow(id)
      expect(await jobs.read(run ?? '')).toMatchObject({ scheduleId: id, via: 'schedule', state: 'queued' })
      expect(await jobs.schedules.resume(id)).toMatchObject({ isPaused: false, nextAt: START + 4 * HOUR })
      await hour()
      expect(await outcomes(jobs, id)).toEqual([
        ['13:00', 'run'],
        ['14:00', 'skipped_paused'],
        ['15:00', 'skipped_paused'],
        ['16:00', 'run'],
      ])
      expect((await jobs.schedules.history(id, { limit: 1, before: START + 3 * HOUR })).map(({ at }) => at)).toEqual([
        START + 2 * HOUR,
      ])
      expect(await jobs.schedules.remove(id)).toBe(true)
      expect(await jobs.schedules.remove(id)).toBe(false)
      await hour()
      expect(await jobs.schedules.read(id)).toBeUndefined()
      expect(await jobs.schedules.runNow(id)).toBeUndefined()
      expect(await jobs.schedules.pause(id)).toBeUndefined()
    })

    test('a schedule that is put again keeps its place, unless its times are others', async () => {
      let now = START
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: done })
      const first = await jobs.schedules.put(hourly())
      await jobs.schedules.put(hourly({ owner: 'bob' }))
      now += HOUR
      const same = await jobs.schedules.put(hourly({ params: { days: 2 } }))
      expect(same).toMatchObject({ id: first.id, nextAt: START + HOUR, params: { days: 2 } })
      const other = await jobs.schedules.put(hourly({ cron: '30 * * * *' }))
      expect(other).toMatchObject({ id: first.id, nextAt: START + 1.5 * HOUR })
      expect((await jobs.schedules.list({ owner: 'ann' })).map(({ id }) => id)).toEqual([first.id])
      expect(await jobs.schedules.list()).toHaveLength(2)
      await expect(jobs.schedules.put(hourly({ cron: 'often' }))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    })
  })
