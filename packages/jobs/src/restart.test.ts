import { succeeded } from '@skillwright/contract'
import { openStore } from '@skillwright/store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownPostgres } from '../../store/src/fixtures/test-postgres.ts'
import { openTestJobs } from './fixtures/test-engines.ts'
import type { NewRun, Perform } from './index.ts'

const { freshDatabase, restart } = await ownPostgres()

test.skipIf(restart === undefined)(
  'PostgreSQL restarted under load: everything goes on by itself, and nothing is run twice',
  async () => {
    if (restart === undefined) return
    const where = await freshDatabase()
    const begun = new Map<string, number>()
    const perform: Perform = async (run, { started, onEvent }) => {
      started()
      begun.set(run.id, (begun.get(run.id) ?? 0) + 1)
      onEvent({ type: 'log', text: 'hello' })
      return succeeded({})
    }
    // Longer than the server is away: no node dies of that.
    const settings = { perform, leaseMs: 60_000 }
    await using one = await openTestJobs(where, settings)
    await using two = await openTestJobs(where, settings)
    await using _one = one.work({ concurrency: 5 })
    await using _two = two.work({ concurrency: 5 })
    const { id: scheduleId } = await one.schedules.put({
      name: 's',
      owner: 'ann',
      skill: 's',
      params: {},
      cron: '* * * * * *',
      overlap: 'queue',
    })
    const accepted: string[] = []
    let refused = 0
    const submit = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const run: NewRun = { skill: 's', request: {}, principal: 'ann', via: 'job', isIdempotent: false }
        await one.submit([run, run]).then(
          (runs) => accepted.push(...runs.map(({ id }) => id)),
          () => refused++,
        )
      }
    }
    for (let round = 0; round < 2; round++) {
      await submit(20)
      const during = submit(20)
      await restart.stop()
      await submit(3)
      await restart.start()
      await during
      await expect.poll(() => submit(1).then(() => accepted.length), { interval: 50 }).toBeGreaterThan((round + 1) * 40)
    }
    expect(refused).toBeGreaterThan(0)
    await one.schedules.remove(scheduleId)
    const open = async () =>
      (await Promise.all((['queued', 'running'] as const).map((state) => two.list({ state, limit: 1_000 })))).flat()
        .length
    await expect.poll(open, { interval: 100 }).toBe(0)
    const runs = await two.list({ limit: 10_000 })
    const states = new Map(runs.map(({ id, state }) => [id, state]))
    expect(accepted.filter((id) => states.get(id) !== 'succeeded')).toEqual([])
    expect([...begun.values()].filter((times) => times > 1)).toEqual([])
    expect(runs.filter(({ state }) => state !== 'succeeded')).toEqual([])
  },
)

test.skipIf(restart === undefined)(
  'a worker whose connection is ended in the middle of a claim does each run once',
  async () => {
    const where = await freshDatabase()
    const begun = new Map<string, number>()
    const perform: Perform = async (run, { started }) => {
      started()
      begun.set(run.id, (begun.get(run.id) ?? 0) + 1)
      return succeeded({})
    }
    await using jobs = await openTestJobs(where, { perform, leaseMs: 60_000 })
    const run: NewRun = { skill: 's', request: {}, principal: 'ann', via: 'job', isIdempotent: false }
    const runs = await jobs.submit(Array.from({ length: 20 }, () => run))
    await using store = await openStore(where)
    const blocked = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%update runs%'`
    await store.db.transaction().execute(async (transaction) => {
      await sql`lock table runs in exclusive mode`.execute(transaction)
      jobs.work({ concurrency: 5 })
      await expect.poll(async () => (await blocked.execute(store.db)).rows.length).toBe(1)
      await sql`select pg_terminate_backend(pid) from (${blocked}) as blocked`.execute(store.db)
      await expect.poll(async () => (await blocked.execute(store.db)).rows.length).toBe(1)
    })
    const states = async () => (await Promise.all(runs.map(({ id }) => jobs.read(id)))).map((one) => one?.state)
    await expect.poll(states).toEqual(runs.map(() => 'succeeded'))
    expect([...begun.values()]).toEqual(runs.map(() => 1))
  },
)
