import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '@skillwright/store'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { programOf } from '../../../scripts/program-of.ts'
import { openTestJobs, testEngines } from './fixtures/test-engines.ts'
import type { Jobs, NewRun, Perform } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'jobs-crash-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const IS_SLOW = process.env.SKILLWRIGHT_SLOW === '1'
/** 500 in all; several runs of fewer are as good. */
const KILLS = Number(process.env.JOBS_KILLS ?? (IS_SLOW ? 500 : 6))
/** Most of it is the start of processes. */
const TIMEOUT_MS = IS_SLOW ? 7_200_000 : 600_000
const WORKERS = 3
const WAITING = 30

const never: Perform = () => Promise.withResolvers<never>().promise

/** A worker process; what it runs is written to `effects` before it is done. */
async function startWorker(where: string, effects: string, goOn = ''): Promise<ChildProcess> {
  const { file, env } = await programOf(join(import.meta.dirname, 'fixtures/job-worker.ts'))
  const child = spawn(process.execPath, [file, where, effects, '700', goOn], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  await once(child.stdout ?? child, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Ids as often as they were begun. */
function begun(effects: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of existsSync(effects) ? readFileSync(effects, 'utf8').split('\n') : [])
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

async function unfinished(jobs: Jobs): Promise<number> {
  const open = await Promise.all((['queued', 'running'] as const).map((state) => jobs.list({ state, limit: 1_000 })))
  return open.flat().length
}

for (const engine of await testEngines())
  describe.skipIf(!engine.available)(`runs over ${engine.kind}`, () => {
    test(`worker processes that are killed at random ${KILLS} times under load: each run has one outcome, and none that must not be repeated is run twice`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const where = await engine.fresh()
      const effects = join(dir, `effects-${engine.kind}`)
      await using front = await openTestJobs(where, { perform: never, leaseMs: 700 })
      const accepted: string[] = []
      const submit = async (): Promise<void> => {
        const runs = Array.from(
          { length: 10 },
          (_, i): NewRun => ({
            skill: `skill-${i % 3}`,
            request: { params: { i } },
            principal: 'ann',
            via: 'job',
            isIdempotent: i % 2 === 0,
            maxAttempts: 3,
          }),
        )
        accepted.push(...(await front.submit(runs)).map(({ id }) => id))
      }
      const workers = Array.from({ length: WORKERS }, () => startWorker(where, effects))
      for (let kills = 0; kills < KILLS; kills++) {
        const victim = kills % WORKERS
        const worker = await workers[victim]
        while ((await unfinished(front)) < WAITING) await submit()
        await sleep(Math.random() * 300)
        if (worker !== undefined) await kill(worker)
        // The others go on while it starts.
        workers[victim] = startWorker(where, effects)
        if (IS_SLOW && kills % 50 === 49) process.stderr.write(`${kills + 1} kills, ${accepted.length} runs\n`)
      }
      await expect.poll(() => unfinished(front), { interval: 100 }).toBe(0)
      for (const worker of workers) await kill(await worker)

      const counts = begun(effects)
      const tally: Record<string, number> = {}
      for (const id of accepted) {
        const run = await front.read(id)
        const happenings = await Array.fromAsync(front.follow(id, { signal: AbortSignal.timeout(60_000) }))
        const outcomes = happenings.filter(
          ({ event }) => event.type === 'state' && /succeeded|failed|cancelled/.test(event.state),
        )
        expect(outcomes, id).toHaveLength(1)
        expect(happenings.map(({ sequence }) => sequence)).toEqual(happenings.map((_, i) => i + 1))
        const times = counts.get(id) ?? 0
        if (run?.isIdempotent === false) expect(times, id).toBeLessThanOrEqual(1)
        if (run?.state === 'succeeded') expect(times, id).toBeGreaterThanOrEqual(1)
        else expect(run).toMatchObject({ state: 'failed', errorCode: 'INTERRUPTED', isDead: true })
        const kind = `${run?.isIdempotent ? 'repeatable' : 'once'} ${run?.state}`
        tally[kind] = (tally[kind] ?? 0) + 1
      }
      expect([...counts.keys()].filter((id) => !accepted.includes(id))).toEqual([])
      if (IS_SLOW)
        process.stderr.write(`${engine.kind}: ${KILLS} kills, ${accepted.length} runs, ${JSON.stringify(tally)}\n`)
    })

    test('a key outlives the process that used it: the same run, and no second one', async () => {
      const where = await engine.fresh()
      const effects = join(dir, `key-${engine.kind}`)
      await using front = await openTestJobs(where, { perform: never, leaseMs: 700 })
      const run: NewRun = {
        skill: 's',
        request: { params: {} },
        principal: 'ann',
        via: 'http',
        isIdempotent: false,
        idempotencyKey: 'k',
      }
      const [first] = await front.submit([run])
      const worker = await startWorker(where, effects)
      await expect.poll(() => begun(effects).size).toBe(1)
      await kill(worker)
      const [again] = await front.submit([run])
      expect(again?.id).toBe(first?.id)
      const next = await startWorker(where, effects)
      await expect.poll(() => unfinished(front)).toBe(0)
      await kill(next)
      expect(begun(effects)).toEqual(new Map([[first?.id, 1]]))
      expect((await front.submit([run]))[0]).toMatchObject({
        id: first?.id,
        state: expect.stringMatching('succeeded|failed'),
      })
    })

    test('a process that stood still and was held for dead changes nothing any more, and begins nothing that was taken over', async () => {
      const where = await engine.fresh()
      const effects = join(dir, `still-${engine.kind}`)
      await using front = await openTestJobs(where, { perform: never, leaseMs: 700 })
      const runs = await front.submit(
        [true, false, false, true].map(
          (isIdempotent): NewRun => ({ skill: 's', request: {}, principal: 'ann', via: 'job', isIdempotent }),
        ),
      )
      const states = async () => (await Promise.all(runs.map(({ id }) => front.read(id)))).map((run) => run?.state)
      // It claims all four, and stands still in the first.
      const goOn = `${effects}-go-on`
      const worker = await startWorker(where, effects, goOn)
      await expect.poll(states).toEqual(['queued', 'failed', 'failed', 'queued'])
      expect(await front.read(runs[1]?.id ?? '')).toMatchObject({ errorCode: 'INTERRUPTED' })
      writeFileSync(goOn, '')
      // Then it ends the first, which is no longer its own, and does what waits.
      await expect.poll(states).toEqual(['succeeded', 'failed', 'failed', 'succeeded'])
      expect(await front.read(runs[0]?.id ?? '')).toMatchObject({ attempt: 2, response: { data: { attempt: 2 } } })
      const [first, , , last] = runs.map(({ id }) => id)
      expect(begun(effects)).toEqual(
        new Map([
          [first, 2],
          [last, 1],
        ]),
      )
      await kill(worker)
    })

    test('what a process says that was held for dead is no part of a run, however that ended meanwhile', async () => {
      const where = await engine.fresh()
      const effects = join(dir, `said-${engine.kind}`)
      await using front = await openTestJobs(where, { perform: never, leaseMs: 700 })
      const submit = (isIdempotent: boolean) =>
        front.submit([{ skill: 's', request: {}, principal: 'ann', via: 'job', isIdempotent }])
      const goOn = `${effects}-go-on`
      const [run] = await submit(false)
      const id = run?.id ?? ''
      const worker = await startWorker(where, effects, goOn)
      await expect.poll(async () => (await front.read(id))?.state).toBe('failed')
      writeFileSync(goOn, '')
      // It ends the first before it begins another.
      const [next] = await submit(true)
      await expect.poll(async () => (await front.read(next?.id ?? ''))?.state).toBe('succeeded')
      await kill(worker)
      const happenings = await Array.fromAsync(front.follow(id, { signal: AbortSignal.timeout(60_000) }))
      expect(happenings.map(({ sequence, event }) => [sequence, event])).toEqual([
        [1, { type: 'state', state: 'queued' }],
        [2, { type: 'state', state: 'running' }],
        [3, { type: 'state', state: 'failed' }],
      ])
    })

    test.skipIf(engine.kind !== 'sqlite')('what only waits is taken over however often its node dies', async () => {
      const where = await engine.fresh()
      const effects = join(dir, 'waits')
      await using front = await openTestJobs(where, { perform: never, leaseMs: 700 })
      const [run] = await front.submit([
        { skill: 'waits', request: {}, principal: 'ann', via: 'job', isIdempotent: true },
      ])
      const id = run?.id ?? ''
      for (let times = 1; times <= 7; times++) {
        const worker = await startWorker(where, effects)
        await expect.poll(() => begun(effects).get(id)).toBe(times)
        await expect.poll(async () => (await front.read(id))?.attempt).toBe(1)
        await kill(worker)
        await expect.poll(async () => (await front.read(id))?.state).toBe('queued')
      }
    })

    test.skipIf(engine.kind !== 'postgres')(
      "a run that pg-boss has handed out again is its node's until that dies",
      async () => {
        const where = await engine.fresh()
        const effects = join(dir, 'retry')
        await using front = await openTestJobs(where, { perform: never, leaseMs: 700 })
        const [run] = await front.submit([
          { skill: 's', request: {}, principal: 'ann', via: 'job', isIdempotent: false },
        ])
        const worker = await startWorker(where, effects, `${effects}-never`)
        await expect.poll(() => begun(effects).size).toBe(1)
        // What pg-boss does to a job that runs for longer than a day.
        await using store = await openStore(where)
        await sql`update pgboss.job set state = 'retry' where state = 'active'`.execute(store.db)
        await kill(worker)
        await expect
          .poll(() => front.read(run?.id ?? ''))
          .toMatchObject({ state: 'failed', errorCode: 'INTERRUPTED', isDead: true })
      },
    )
  })
