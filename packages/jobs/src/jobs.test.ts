import { failed, SkillError, type SkillResponse, succeeded } from '@skillwright/contract'
import { openStore } from '@skillwright/store'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestJobs, testEngines } from './fixtures/test-engines.ts'
import { type Jobs, type JobTables, type NewRun, openJobs, type Perform, type Run, type RunHappening } from './index.ts'

const echo: Perform = async (run, { started }) => {
  started()
  return succeeded(run.request.params)
}

function aRun(params: unknown = {}, more: Partial<NewRun> = {}): NewRun {
  return { skill: 'echo', request: { params }, principal: 'ann', via: 'job', isIdempotent: false, ...more }
}

async function ended(jobs: Jobs, id: string): Promise<Run> {
  for await (const _ of jobs.follow(id, { signal: AbortSignal.timeout(60_000) }));
  const run = await jobs.read(id)
  if (run?.finishedAt === undefined) throw new Error(`${id} has not ended: ${JSON.stringify(run)}`)
  return run
}

async function events(jobs: Jobs, id: string, after = 0): Promise<RunHappening[]> {
  return Array.fromAsync(jobs.follow(id, { after, signal: AbortSignal.timeout(60_000) }))
}

for (const engine of await testEngines())
  describe.skipIf(!engine.available)(`jobs over ${engine.kind}`, () => {
    test('what is submitted is done by a worker, and its answer can be read', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: echo })
      const [accepted] = await jobs.submit([aRun({ n: 1 }, { version: '1.2.3', priority: 4 })])
      expect(accepted).toMatchObject({ state: 'queued', attempt: 0, version: '1.2.3' })
      await using _worker = jobs.work({ concurrency: 2 })
      const run = await ended(jobs, accepted?.id ?? '')
      expect(run).toMatchObject({
        state: 'succeeded',
        attempt: 1,
        principal: 'ann',
        priority: 4,
        isDead: false,
        response: { status: 'success', data: { n: 1 } },
      })
      expect((await events(jobs, run.id)).map(({ sequence, event }) => [sequence, event])).toEqual([
        [1, { type: 'state', state: 'queued' }],
        [2, { type: 'state', state: 'running' }],
        [3, { type: 'state', state: 'succeeded' }],
      ])
    })

    test('a new database is opened by several nodes at once', async () => {
      const where = await engine.fresh()
      const nodes = await Promise.all(Array.from({ length: 4 }, () => openTestJobs(where, { perform: echo })))
      const [run] = (await nodes[0]?.submit([aRun()])) ?? []
      for (const node of nodes) expect(await node.read(run?.id ?? '')).toMatchObject({ state: 'queued' })
      for (const node of nodes) await node[Symbol.asyncDispose]()
    })

    test('what is accepted in one process is done in another', async () => {
      const where = await engine.fresh()
      await using front = await openTestJobs(where, { perform: echo })
      await using back = await openTestJobs(where, { perform: echo })
      await using _worker = back.work({ concurrency: 1 })
      const [run] = await front.submit([aRun({ far: true })])
      expect((await ended(front, run?.id ?? '')).response?.data).toEqual({ far: true })
    })

    test('the most urgent is done first, then what came first', async () => {
      const order: unknown[] = []
      await using jobs = await openTestJobs(await engine.fresh(), {
        perform: async (run) => {
          order.push(run.request.params)
          return succeeded({})
        },
      })
      const runs = []
      for (const [name, priority] of [
        ['a', 0],
        ['b', 0],
        ['c', 5],
        ['d', -1],
        ['e', 5],
      ] as const)
        runs.push(...(await jobs.submit([aRun(name, { priority })])))
      await using _worker = jobs.work({ concurrency: 1 })
      for (const { id } of runs) await ended(jobs, id)
      expect(order).toEqual(['c', 'e', 'a', 'b', 'd'])
    })

    test('a run that fails for the moment is tried again later, and later each time, until it succeeds', async () => {
      let now = 1_000_000
      const tries: number[] = []
      await using jobs = await openTestJobs(await engine.fresh(), {
        clock: () => now,
        random: () => 1,
        perform: async (run, { started }) => {
          started()
          tries.push(now)
          return run.attempt < 4 ? failed(new SkillError('EXTERNAL_SERVICE_ERROR', 'down')) : succeeded('up')
        },
      })
      const [run] = await jobs.submit([aRun({}, { maxAttempts: 5, isIdempotent: true })])
      await using _worker = jobs.work({ concurrency: 1 })
      const id = run?.id ?? ''
      for (const wait of [1_000, 2_000, 4_000]) {
        await expect.poll(() => jobs.read(id)).toMatchObject({ state: 'queued', dueAt: now + wait })
        now += wait
      }
      expect(await ended(jobs, id)).toMatchObject({ state: 'succeeded', attempt: 4, response: { data: 'up' } })
      expect(tries).toEqual([1_000_000, 1_001_000, 1_003_000, 1_007_000])
      expect((await events(jobs, id)).map(({ event }) => (event.type === 'state' ? event.state : '')).join(' ')).toBe(
        'queued running queued running queued running queued running succeeded',
      )
    })

    test('a service that says when to come back is believed', async () => {
      let now = 0
      await using jobs = await openTestJobs(await engine.fresh(), {
        clock: () => now,
        perform: async (run) =>
          run.attempt === 1
            ? failed(new SkillError('RATE_LIMIT_EXCEEDED', 'slow down', { details: { retry_after_seconds: 90 } }))
            : succeeded({}),
      })
      const [run] = await jobs.submit([aRun({}, { maxAttempts: 2 })])
      await using _worker = jobs.work({ concurrency: 1 })
      await expect.poll(() => jobs.read(run?.id ?? '')).toMatchObject({ state: 'queued', dueAt: 90_000 })
      now = 90_000
      expect(await ended(jobs, run?.id ?? '')).toMatchObject({ state: 'succeeded', attempt: 2 })
    })

    test('whatever a skill answers, its run ends, and no other run waits for that', async () => {
      const error = (code: string, details = {}, recoverable = false): SkillResponse => ({
        status: 'failed',
        errors: [{ code, message: 'no', recoverable, details }],
      })
      const answers: Readonly<Record<string, SkillResponse>> = {
        nul: error('NO\0CODE'),
        half: error('NO\ud800CODE'),
        long: error('X'.repeat(100_000)),
        soon: error('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 0.0015 }, true),
      }
      await using jobs = await openTestJobs(await engine.fresh(), {
        perform: async ({ skill, attempt }) => (attempt === 1 && answers[skill]) || succeeded({}),
      })
      const skills = [...Object.keys(answers), 'echo']
      const runs = await jobs.submit(skills.map((skill) => aRun({}, { skill, maxAttempts: 2 })))
      for (const skill of skills) await jobs.perform(aRun({}, { skill }))
      await using _worker = jobs.work({ concurrency: 9 })
      for (const { id } of runs) await ended(jobs, id)
      await expect.poll(async () => (await jobs.list({ limit: 99 })).length).toBe(2 * skills.length)
      const kept = await Promise.all(runs.map(async ({ id }) => [(await jobs.read(id))?.errorCode]))
      expect(kept.flat()).toEqual(['NOCODE', 'NO\ufffdCODE', 'X'.repeat(100), undefined, undefined])
      expect((await jobs.read(runs[0]?.id ?? ''))?.response).toEqual(answers.nul)
    })

    test.each([
      ['input that is wrong', new SkillError('INVALID_INPUT', 'no'), true, true],
      ['a failure that repeating does not mend', new SkillError('TOOL_EXECUTION_FAILED', 'no'), true, true],
      ['what began and may not be repeated', new SkillError('EXTERNAL_SERVICE_ERROR', 'no'), true, false],
    ])('%s is not tried again', async (_what, error, isStarted, isIdempotent) => {
      await using jobs = await openTestJobs(await engine.fresh(), {
        perform: async (_run, { started }) => {
          if (isStarted) started()
          return failed(error)
        },
      })
      const [run] = await jobs.submit([aRun({}, { maxAttempts: 9, isIdempotent })])
      await using _worker = jobs.work({ concurrency: 1 })
      expect(await ended(jobs, run?.id ?? '')).toMatchObject({ state: 'failed', attempt: 1, errorCode: error.code })
    })

    test('a job that has failed for good can be found, and requeued from its first attempt', async () => {
      let isMended = false
      await using jobs = await openTestJobs(await engine.fresh(), {
        random: () => 0,
        perform: async () =>
          isMended ? succeeded('mended') : failed(new SkillError('FETCH_FAILED', 'no', { details: { url: 'x' } })),
      })
      const [run, other] = await jobs.submit([aRun({}, { maxAttempts: 2, isIdempotent: true }), aRun()])
      await using _worker = jobs.work({ concurrency: 1 })
      const id = run?.id ?? ''
      expect(await ended(jobs, id)).toMatchObject({
        state: 'failed',
        isDead: true,
        attempt: 2,
        errorCode: 'FETCH_FAILED',
      })
      await ended(jobs, other?.id ?? '')
      expect((await jobs.list({ isDead: true, limit: 10 })).map((dead) => dead.id).toSorted()).toEqual(
        [id, other?.id ?? ''].toSorted(),
      )
      isMended = true
      expect(await jobs.requeue(id, { authority: undefined })).toMatchObject({
        state: expect.stringMatching('queued|running|succeeded'),
      })
      expect(await ended(jobs, id)).toMatchObject({ state: 'succeeded', attempt: 1, response: { data: 'mended' } })
      expect(await jobs.requeue(id, { authority: undefined })).toMatchObject({ state: 'succeeded' })
      expect((await jobs.list({ isDead: true, limit: 10 })).map((dead) => dead.id)).toEqual([other?.id])
      const states = (await events(jobs, id)).map(({ sequence, event }) => [
        sequence,
        event.type === 'state' && event.state,
      ])
      expect(states).toEqual(
        ['queued', 'running', 'queued', 'running', 'failed', 'queued', 'running', 'succeeded'].map((state, i) => [
          i + 1,
          state,
        ]),
      )
    })

    test('the same key is the same run and has the same answer; with another request it is refused', async () => {
      const where = await engine.fresh()
      let count = 0
      const perform: Perform = async () => succeeded(++count)
      await using one = await openTestJobs(where, { perform })
      await using two = await openTestJobs(where, { perform })
      const keyed = aRun({ a: 1, b: 2 }, { idempotencyKey: 'k' })
      const accepted = await Promise.all([one, two, one, two, one].map((jobs) => jobs.submit([keyed])))
      expect(new Set(accepted.map(([run]) => run?.id)).size).toBe(1)
      await using _worker = two.work({ concurrency: 4 })
      const first = await ended(one, accepted[0]?.[0]?.id ?? '')
      const later = await one.submit([aRun({ b: 2, a: 1 }, { idempotencyKey: 'k' })])
      expect(later[0]).toMatchObject({ id: first.id, state: 'succeeded', response: { data: 1 } })
      await expect(two.submit([aRun({ a: 2 }, { idempotencyKey: 'k' })])).rejects.toMatchObject({ code: 'CONFLICT' })
      const [others] = await one.submit([aRun({ a: 2 }, { idempotencyKey: 'k', principal: 'bob' })])
      expect(others?.id).not.toBe(first.id)
    })

    test('an empty list is another request than an empty object, and a list of pairs than an object', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: echo })
      for (const [one, other] of [
        [[], {}],
        [[['a', 1]], { a: 1 }],
      ]) {
        const idempotencyKey = JSON.stringify(one)
        await jobs.submit([aRun({ one }, { idempotencyKey })])
        const conflict = { code: 'CONFLICT' }
        await expect(jobs.submit([aRun({ one: other }, { idempotencyKey })])).rejects.toMatchObject(conflict)
      }
    })

    test('runs are accepted all or none', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: echo })
      await jobs.submit([aRun({ n: 1 }, { idempotencyKey: 'k' })])
      const refused = jobs.submit([aRun({ n: 3 }), aRun({ n: 2 }, { idempotencyKey: 'k' })])
      const beside = jobs.submit([aRun({ n: 4 })])
      await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
      await beside
      expect((await jobs.list({ limit: 10 })).map(({ request }) => request.params)).toEqual([{ n: 4 }, { n: 1 }])
      const id = (await beside)[0]?.id ?? ''
      await expect(jobs.submit([aRun({ n: 5 }), aRun({ n: 6 }, { id })])).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await jobs.list({ limit: 10 })).toHaveLength(2)
    })

    test('of runs with a singleton key one waits or runs', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await using jobs = await openTestJobs(await engine.fresh(), {
        perform: async () => {
          await held
          return succeeded({})
        },
      })
      const [first] = await jobs.submit([aRun({ n: 1 }, { singletonKey: 's' })])
      const [second] = await jobs.submit([aRun({ n: 2 }, { singletonKey: 's' })])
      expect(second?.id).toBe(first?.id)
      await using _worker = jobs.work({ concurrency: 2 })
      await expect.poll(() => jobs.read(first?.id ?? '')).toMatchObject({ state: 'running' })
      expect((await jobs.submit([aRun({ n: 3 }, { singletonKey: 's' })]))[0]?.id).toBe(first?.id)
      const [others] = await jobs.submit([aRun({ n: 3 }, { singletonKey: 's', principal: 'bob' })])
      expect(others?.id).not.toBe(first?.id)
      release()
      await ended(jobs, first?.id ?? '')
      expect((await jobs.submit([aRun({ n: 4 }, { singletonKey: 's' })]))[0]?.id).not.toBe(first?.id)
    })

    test('no skill has more runs at once than it may, over all nodes, and none of them keeps another skill waiting', async () => {
      const where = await engine.fresh()
      const running = new Map<string, number>()
      let most = 0
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const perform: Perform = async ({ skill }) => {
        running.set(skill, (running.get(skill) ?? 0) + 1)
        most = Math.max(most, running.get('slow') ?? 0)
        if (skill === 'slow') await held
        running.set(skill, (running.get(skill) ?? 0) - 1)
        return succeeded({})
      }
      await using one = await openTestJobs(where, { perform })
      await using two = await openTestJobs(where, { perform })
      const slow = await one.submit(Array.from({ length: 9 }, () => aRun({}, { skill: 'slow' })))
      const quick = await one.submit(Array.from({ length: 3 }, () => aRun({}, { skill: 'quick' })))
      await using _one = one.work({ concurrency: 10, perSkill: 2 })
      await using _two = two.work({ concurrency: 10, perSkill: 2 })
      for (const { id } of quick) await ended(one, id)
      expect(running.get('slow')).toBe(2)
      release()
      for (const { id } of slow) await ended(one, id)
      expect(most).toBe(2)
    })

    test('a run that waits is cancelled at once, one that runs when it hears of it', async () => {
      const where = await engine.fresh()
      const perform: Perform = (_run, { signal, started }) => {
        started()
        const { promise, resolve } = Promise.withResolvers<ReturnType<typeof failed>>()
        signal.addEventListener('abort', () => resolve(failed(signal.reason)))
        return promise
      }
      await using front = await openTestJobs(where, { perform })
      await using back = await openTestJobs(where, { perform })
      const [run, waiting] = await front.submit([aRun({}, { isIdempotent: true, maxAttempts: 3 }), aRun()])
      await using _worker = back.work({ concurrency: 1 })
      await expect.poll(() => front.read(run?.id ?? '')).toMatchObject({ state: 'running' })
      expect(await front.cancel(waiting?.id ?? '')).toMatchObject({
        state: 'cancelled',
        errorCode: 'CANCELLED',
        isDead: false,
      })
      await front.cancel(run?.id ?? '')
      expect(await ended(front, run?.id ?? '')).toMatchObject({ state: 'cancelled', attempt: 1 })
      expect(await front.cancel('none')).toBeUndefined()
      expect(await front.cancel(run?.id ?? '')).toMatchObject({ state: 'cancelled' })
    })

    test('what a run says is followed live from another process, from any point on', async () => {
      const where = await engine.fresh()
      const { promise: seen, resolve: look } = Promise.withResolvers<void>()
      await using front = await openTestJobs(where, { perform: echo })
      await using back = await openTestJobs(where, {
        perform: async (_run, { onEvent }) => {
          onEvent({ type: 'log', level: 'info', text: 'begun' })
          onEvent({ type: 'progress', done: 0.5, message: 'half' })
          await seen
          onEvent({ type: 'log', text: 'done' })
          return succeeded({})
        },
      })
      const [run] = await front.submit([aRun()])
      await using _worker = back.work({ concurrency: 1 })
      const heard: RunHappening['event'][] = []
      for await (const { event } of front.follow(run?.id ?? '', { signal: AbortSignal.timeout(60_000) })) {
        heard.push(event)
        if (event.type !== 'progress') continue
        expect(await front.read(run?.id ?? '')).toMatchObject({ progress: { done: 0.5, message: 'half' } })
        look()
      }
      const all = [
        { type: 'state', state: 'queued' },
        { type: 'state', state: 'running' },
        { type: 'log', level: 'info', text: 'begun' },
        { type: 'progress', done: 0.5, message: 'half' },
        { type: 'log', text: 'done' },
        { type: 'state', state: 'succeeded' },
      ]
      expect(heard).toEqual(all)
      expect((await events(front, run?.id ?? '', 4)).map(({ event }) => event)).toEqual(all.slice(4))
    })

    test.skipIf(engine.kind !== 'postgres')(
      'what a run said stays, when it ends while that is being written',
      async () => {
        const where = await engine.fresh()
        const { promise: locked, resolve: say } = Promise.withResolvers<void>()
        const { promise: beingWritten, resolve: end } = Promise.withResolvers<void>()
        await using jobs = await openTestJobs(where, {
          perform: async (_run, { onEvent }) => {
            await locked
            onEvent({ type: 'log', text: 'said' })
            await beingWritten
            return succeeded({})
          },
        })
        await using other = await openStore<JobTables>(where)
        const waiting = async (): Promise<number> => {
          const { rows } = await sql<{ n: string }>`select count(*) as n from pg_locks
          where relation = 'run_events'::regclass and not granted`.execute(other.db)
          return Number(rows[0]?.n)
        }
        const [run] = await jobs.submit([aRun()])
        await using _worker = jobs.work({ concurrency: 1 })
        await other.db.transaction().execute(async (transaction) => {
          await sql`lock table run_events in exclusive mode`.execute(transaction)
          say()
          await expect.poll(waiting).toBe(1)
          end()
          await expect
            .poll(async () => (await waiting()) > 1 || (await jobs.read(run?.id ?? ''))?.state === 'succeeded')
            .toBe(true)
        })
        expect((await events(jobs, run?.id ?? '')).map(({ sequence, event }) => [sequence, event])).toEqual([
          [1, { type: 'state', state: 'queued' }],
          [2, { type: 'state', state: 'running' }],
          [3, { type: 'log', text: 'said' }],
          [4, { type: 'state', state: 'succeeded' }],
        ])
      },
    )

    test('a reader of a run that goes on is let go when the jobs are closed', async () => {
      const where = await engine.fresh()
      await using database = await openStore<JobTables>(where)
      const jobs = await openJobs({ database, perform: echo })
      const [run] = await jobs.submit([aRun()])
      const happenings = jobs.follow(run?.id ?? '', { signal: AbortSignal.timeout(60_000) })[Symbol.asyncIterator]()
      expect((await happenings.next()).value).toMatchObject({ event: { state: 'queued' } })
      const next = happenings.next()
      await jobs[Symbol.asyncDispose]()
      expect(await next).toEqual({ done: true, value: undefined })
    })

    test('how far a run is, is known however much it has said before', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await using jobs = await openTestJobs(await engine.fresh(), {
        perform: async (_run, { onEvent }) => {
          for (let line = 0; line < 2_500; line++) onEvent({ type: 'log', text: `line ${line}` })
          for (const done of [0.5, 0.9]) onEvent({ type: 'progress', done, message: 'goes on' })
          await promise
          return succeeded({})
        },
      })
      const [run] = await jobs.submit([aRun()])
      await using _worker = jobs.work({ concurrency: 1 })
      const progress = { done: 0.9, message: 'goes on' }
      await expect.poll(async () => (await jobs.read(run?.id ?? ''))?.progress).toEqual(progress)
      resolve()
      expect((await ended(jobs, run?.id ?? '')).progress).toEqual(progress)
    })

    test('how many wait is told for each skill; what is for later or has begun does not wait', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: echo })
      const later = { dueAt: Date.now() + 3_600_000 }
      await jobs.submit([aRun(), aRun(), aRun({}, { skill: 'other' }), aRun({}, later)])
      expect(await jobs.waiting()).toEqual([
        { skill: 'echo', count: 2 },
        { skill: 'other', count: 1 },
      ])
      await using _worker = jobs.work({ concurrency: 3 })
      await expect.poll(() => jobs.waiting()).toEqual([])
    })

    test('too many that wait are refused with a time to come back', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: echo, maxQueued: 3 })
      const runs = await jobs.submit([aRun(), aRun()])
      await expect(jobs.submit([aRun(), aRun()])).rejects.toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        details: { retry_after_seconds: expect.any(Number) },
      })
      await jobs.submit([aRun()])
      await expect(jobs.submit([aRun()])).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
      await using _worker = jobs.work({ concurrency: 1 })
      for (const { id } of runs) await ended(jobs, id)
      await jobs.submit([aRun()])
    })

    test('a run for later waits for its time', async () => {
      let now = 5_000
      await using jobs = await openTestJobs(await engine.fresh(), { clock: () => now, perform: echo })
      const [later, sooner] = await jobs.submit([aRun({}, { dueAt: 9_000 }), aRun()])
      await using _worker = jobs.work({ concurrency: 1 })
      await ended(jobs, sooner?.id ?? '')
      expect(await jobs.read(later?.id ?? '')).toMatchObject({ state: 'queued', dueAt: 9_000 })
      now = 9_000
      expect(await ended(jobs, later?.id ?? '')).toMatchObject({ state: 'succeeded', startedAt: 9_000 })
    })

    test('a run that is done at once is recorded, and can be kept while it runs', async () => {
      const where = await engine.fresh()
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await using jobs = await openTestJobs(where, {
        perform: async (run, { onEvent }) => {
          onEvent({ type: 'log', text: 'hello' })
          if (run.request.params === 'held') await held
          return succeeded(run.request.params)
        },
      })
      await using elsewhere = await openTestJobs(where, { perform: echo })
      const quick = await jobs.perform(aRun('quick', { via: 'http' }))
      expect(await quick.ended).toMatchObject({ state: 'succeeded', response: { data: 'quick' } })
      await expect
        .poll(() => elsewhere.read(quick.id))
        .toMatchObject({ state: 'succeeded', via: 'http', isDead: false })
      expect((await events(elsewhere, quick.id)).map(({ event }) => event)).toContainEqual({
        type: 'log',
        text: 'hello',
      })
      const slow = await jobs.perform(aRun('held', { via: 'http' }))
      expect(await elsewhere.read(slow.id)).toBeUndefined()
      expect(await jobs.read(slow.id)).toMatchObject({ state: 'running' })
      expect(await slow.keep()).toMatchObject({ id: slow.id, state: 'running' })
      expect(await elsewhere.read(slow.id)).toMatchObject({ state: 'running', attempt: 1 })
      release()
      expect(await ended(elsewhere, slow.id)).toMatchObject({ state: 'succeeded', response: { data: 'held' } })
      expect(await slow.ended).toMatchObject({ state: 'succeeded' })
      expect(await slow.keep()).toMatchObject({ id: slow.id })
    })

    test('a run that is done at once with a key is the same run for everyone who shows it', async () => {
      const where = await engine.fresh()
      let count = 0
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const perform: Perform = async () => {
        count++
        await held
        return succeeded(count)
      }
      await using one = await openTestJobs(where, { perform })
      await using two = await openTestJobs(where, { perform })
      const run = aRun({}, { idempotencyKey: 'once' })
      const calls = await Promise.all([one.perform(run), two.perform(run), one.perform(run)])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(1)
      release()
      for (const { ended: end } of calls) expect(await end).toMatchObject({ response: { data: 1 } })
      const later = await two.perform(run)
      expect(await later.ended).toMatchObject({ state: 'succeeded', response: { data: 1 } })
      await expect(two.perform(aRun({ other: 1 }, { idempotencyKey: 'once' }))).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    })

    test('runs are listed, the newest first, a page at a time and by what they are', async () => {
      await using jobs = await openTestJobs(await engine.fresh(), { perform: echo })
      for (let n = 1; n <= 5; n++)
        await jobs.submit([aRun(n, { principal: n % 2 === 0 ? 'ann' : 'bob', skill: n < 3 ? 'early' : 'late' })])
      const all = await jobs.list({ limit: 3 })
      expect(all.map(({ request }) => request.params)).toEqual([5, 4, 3])
      const rest = await jobs.list({ limit: 3, after: all.at(-1)?.id ?? '' })
      expect(rest.map(({ request }) => request.params)).toEqual([2, 1])
      expect((await jobs.list({ principal: 'ann', limit: 9 })).map(({ request }) => request.params)).toEqual([4, 2])
      expect(
        (await jobs.list({ skill: 'early', state: 'queued', limit: 9 })).map(({ request }) => request.params),
      ).toEqual([2, 1])
      expect(await jobs.list({ state: 'failed', limit: 9 })).toEqual([])
    })

    test('a worker that stops lets what runs end, and calls off what takes too long', async () => {
      const where = await engine.fresh()
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await using jobs = await openTestJobs(where, {
        perform: async (run, { signal, started }) => {
          started()
          if (run.request.params === 'short') {
            await held
            return succeeded('ended')
          }
          const { promise, resolve } = Promise.withResolvers<void>()
          signal.addEventListener('abort', () => resolve())
          await promise
          return failed(signal.reason)
        },
      })
      const runs = await jobs.submit([aRun('short'), aRun('long'), aRun('repeatable', { isIdempotent: true })])
      const worker = jobs.work({ concurrency: 3, drainMs: 50 })
      for (const { id } of runs) await expect.poll(() => jobs.read(id)).toMatchObject({ state: 'running' })
      release()
      await worker[Symbol.asyncDispose]()
      expect(await Promise.all(runs.map(({ id }) => jobs.read(id)))).toMatchObject([
        { state: 'succeeded' },
        { state: 'failed', errorCode: 'INTERRUPTED', isDead: true },
        { state: 'queued', attempt: 1 },
      ])
    })

    test('runs that ended long ago are deleted, with what they said', async () => {
      let now = 0
      await using jobs = await openTestJobs(await engine.fresh(), {
        clock: () => now,
        keepEndedMs: 1_000,
        perform: async (_run, { onEvent }) => {
          onEvent({ type: 'log', text: 'x' })
          return succeeded({})
        },
      })
      const old = await jobs.perform(aRun({}, { idempotencyKey: 'old' }))
      await old.ended
      now = 500
      const young = await jobs.perform(aRun())
      await young.ended
      const [waiting] = await jobs.submit([aRun()])
      now = 1_200
      await jobs.deleteOld()
      expect(await jobs.read(old.id)).toBeUndefined()
      expect(await events(jobs, old.id)).toEqual([])
      // What was done at once is written a moment later.
      const listed = async () => (await jobs.list({ limit: 9 })).map(({ id }) => id).toSorted()
      await expect.poll(listed).toEqual([young.id, waiting?.id ?? ''].toSorted())
    })
  })
