import { failed, SkillError, succeeded } from '@skillwright/contract'
import { openStore } from '@skillwright/store'
import { describe, expect, test } from 'vitest'
import { openTestJobs, testEngines } from './fixtures/test-engines.ts'
import { type JobTables, type NewRun, openJobs, type Perform, type RunHappening } from './index.ts'

const FOLLOWERS = 200

function aRun(more: Partial<NewRun> = {}): NewRun {
  return { skill: 'echo', request: {}, principal: 'ann', via: 'job', isIdempotent: false, ...more }
}

/** Runs until it is called off. */
const untilCalledOff: Perform = (_run, { signal, started }) => {
  started()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof failed>>()
  signal.addEventListener('abort', () => resolve(failed(signal.reason)))
  return promise
}

for (const engine of await testEngines())
  describe.skipIf(!engine.available)(`runs over ${engine.kind}`, () => {
    test(`${FOLLOWERS} who follow one run share what is read of it, and hear of everything`, async () => {
      await using store = await openStore<JobTables>(await engine.fresh())
      let queries = 0
      const db = store.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          queries++
          return result
        },
      })
      const database = { kind: store.kind, db, ...(store.executeSql && { executeSql: store.executeSql }) }
      await using jobs = await openJobs({ database, perform: untilCalledOff, pollMs: 20 })
      const [run] = await jobs.submit([aRun()])
      const id = run?.id ?? ''
      const followers = Array.from({ length: FOLLOWERS }, () =>
        jobs.follow(id, { signal: AbortSignal.timeout(60_000) })[Symbol.asyncIterator](),
      )
      const next = () => Promise.all(followers.map(async (one) => (await one.next()).value as RunHappening | undefined))
      expect(new Set((await next()).map((one) => one?.sequence))).toEqual(new Set([1]))
      const waiting = next()
      queries = 0
      await jobs.cancel(id)
      expect(new Set((await waiting).map((one) => JSON.stringify(one?.event)))).toEqual(
        new Set([JSON.stringify({ type: 'state', state: 'cancelled' })]),
      )
      expect(await next()).toEqual(Array(FOLLOWERS).fill(undefined))
      expect(queries).toBeLessThan(FOLLOWERS / 4)
    })

    test('a run that only waits takes no place of a worker, and waits again when the worker stops', async () => {
      const perform: Perform = async (run, during) => {
        if (run.skill !== 'ask') return succeeded({})
        during.waits()
        return untilCalledOff(run, { ...during, started: () => undefined })
      }
      await using jobs = await openTestJobs(await engine.fresh(), { perform })
      const asked = await jobs.submit([aRun({ skill: 'ask' }), aRun({ skill: 'ask' }), aRun()])
      const worker = jobs.work({ concurrency: 1 })
      for await (const _ of jobs.follow(asked[2]?.id ?? '', { signal: AbortSignal.timeout(60_000) }));
      expect(await jobs.list({ state: 'running', limit: 10 })).toHaveLength(2)
      await worker[Symbol.asyncDispose]()
      expect(await jobs.list({ state: 'queued', limit: 10 })).toHaveLength(2)
    })

    test('runs are listed by how far they are, of all and of one caller', async () => {
      let now = 1_000_000
      const perform: Perform = async (run, during) => {
        if (run.skill === 'long') return untilCalledOff(run, during)
        return run.skill === 'bad' ? failed(new SkillError('INVALID_INPUT', 'no')) : succeeded({})
      }
      await using jobs = await openTestJobs(await engine.fresh(), { perform, clock: () => now })
      const skills = ['good', 'bad', 'long']
      await jobs.submit(skills.flatMap((skill) => ['ann', 'bob'].map((principal) => aRun({ skill, principal }))))
      const [off] = await jobs.submit([aRun({ skill: 'off' })])
      await jobs.cancel(off?.id ?? '')
      const worker = jobs.work({ concurrency: 10 })
      await expect.poll(async () => (await jobs.list({ state: 'running', limit: 10 })).length).toBe(2)
      await expect.poll(async () => (await jobs.list({ state: 'failed', limit: 10 })).length).toBe(2)
      await jobs.submit([aRun({ skill: 'later', dueAt: now + 60_000 })])
      const [extra] = await jobs.submit([aRun({ skill: 'later', dueAt: now + 90_000, principal: 'bob' })])
      const listed = async (state: 'queued' | 'running' | 'failed' | 'cancelled' | 'succeeded', principal?: string) =>
        (await jobs.list({ state, limit: 10, ...(principal && { principal }) })).map(({ skill }) => skill)
      expect(await listed('queued')).toEqual(['later', 'later'])
      expect(await listed('queued', 'bob')).toEqual(['later'])
      expect(await listed('running', 'ann')).toEqual(['long'])
      expect(await listed('failed', 'bob')).toEqual(['bad'])
      expect(await listed('cancelled')).toEqual(['off'])
      await expect.poll(() => listed('succeeded')).toEqual(['good', 'good'])
      expect((await jobs.list({ state: 'queued', limit: 1 })).map(({ id }) => id)).toEqual([extra?.id])
      expect(await jobs.list({ state: 'queued', limit: 5, ...(extra && { after: extra.id }) })).toHaveLength(1)
      now += 1
      for (const { id } of await jobs.list({ state: 'running', limit: 10 })) await jobs.cancel(id)
      await worker[Symbol.asyncDispose]()
    })
  })
