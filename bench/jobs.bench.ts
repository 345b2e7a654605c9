import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Jobs, type JobTables, type NewRun, openJobs } from '@skillwright/jobs'
import { openStore } from '@skillwright/store'
import { bareBoss } from './bare-boss.ts'
import { type Measure, measure, median } from './measure.ts'
import { minimalQueue } from './minimal-queue.ts'
import { startPostgres } from './start-postgres.ts'

const BATCH = 500
const JOBS = Number(process.env.BENCH_JOBS ?? 10_000)
const WAITING = Number(process.env.BENCH_WAITING ?? 1_000_000)
const FEW = 1_000
const ROUNDS = 5
const SUBMITS = 41

/** What jobs must show: the certainty of one outcome costs little more than a bare queue, and a long queue nothing. */
export async function run(): Promise<Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-jobs-'))
  // PostgreSQL runs as a user of its own when this is root.
  chmodSync(dir, 0o711)
  const postgres = await startPostgres(join(dir, 'postgres'))
  try {
    await using bare = await bareBoss(await postgres.database())
    const distributed = await rates({
      ours: await postgres.database(),
      stored: (count) => bare.drain(count, { batch: BATCH, stores: true }),
      plain: (count) => bare.drain(count, { batch: BATCH, stores: false }),
    })
    using queue = minimalQueue(join(dir, 'minimal.sqlite'))
    const embedded = await rates({
      ours: join(dir, 'jobs.sqlite'),
      stored: async (count) => queue.drain(count, { batch: BATCH, stores: true }),
      plain: async (count) => queue.drain(count, { batch: BATCH, stores: false }),
    })
    for (const [name, { ours, stored, plain }] of Object.entries({ distributed, embedded }))
      console.error(
        `  ${name}: ${line(ours)} jobs/s, bare that stores its outcome ${line(stored)}, bare that does not ${line(plain)} (ratio ${ratio(ours, plain).toFixed(2)})`,
      )
    return [
      measure({
        name: 'jobs: many machines',
        value: ratio(distributed.ours, distributed.stored),
        unit: 'times the jobs a second',
        baseline: `bare pg-boss in batches of ${BATCH} with a handler that stores its outcome`,
        better: 'higher',
        target: 0.9,
      }),
      measure({
        name: 'jobs: one machine',
        value: ratio(embedded.ours, embedded.stored),
        unit: 'times the jobs a second',
        baseline: `a minimal SQLite queue in batches of ${BATCH} that stores its outcome`,
        better: 'higher',
        target: 0.8,
      }),
      await flat('one machine', join(dir, 'long.sqlite')),
      await flat('many machines', await postgres.database()),
    ]
  } finally {
    await postgres[Symbol.asyncDispose]()
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Rates {
  readonly ours: readonly number[]
  readonly stored: readonly number[]
  readonly plain: readonly number[]
}

/** Jobs a second of each, in rounds that take turns. */
async function rates(of: {
  readonly ours: string
  readonly stored: (count: number) => Promise<number>
  readonly plain: (count: number) => Promise<number>
}): Promise<Rates> {
  await using store = await openStore<JobTables>(of.ours)
  await using jobs = await openJobs({
    database: store,
    perform: async () => ({ status: 'success', data: { ok: true } }),
  })
  const result = { ours: [] as number[], stored: [] as number[], plain: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const ms = { ours: await drain(jobs, JOBS), stored: await of.stored(JOBS), plain: await of.plain(JOBS) }
    // The first is to warm up.
    if (round > 0) for (const name of ['ours', 'stored', 'plain'] as const) result[name].push(JOBS / (ms[name] / 1_000))
  }
  return result
}

/** Milliseconds until a number of waiting runs has been done. */
async function drain(jobs: Jobs, count: number): Promise<number> {
  for (let i = 0; i < count; i += BATCH) await jobs.submit(Array.from({ length: BATCH }, () => newRun()))
  const [last] = await jobs.submit([newRun(-1)])
  const start = performance.now()
  const worker = jobs.work({ concurrency: BATCH })
  for await (const _ of jobs.follow(last?.id ?? '', { signal: new AbortController().signal }));
  await worker[Symbol.asyncDispose]()
  return performance.now() - start
}

/** How many times as long it takes to accept a run when a great many wait as when a few do. */
async function flat(where: string, database: string): Promise<Measure> {
  await using store = await openStore<JobTables>(database)
  await using jobs = await openJobs({
    database: store,
    perform: async () => ({ status: 'success' }),
    maxQueued: 2 * WAITING,
  })
  const fill = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 5_000)
      await jobs.submit(Array.from({ length: Math.min(5_000, count - i) }, () => newRun()))
  }
  const submitMs = async (): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < SUBMITS; i++) {
      const start = performance.now()
      await jobs.submit(Array.from({ length: 10 }, () => newRun()))
      times.push(performance.now() - start)
    }
    return median(times)
  }
  await fill(FEW)
  await submitMs()
  const few = await submitMs()
  await fill(WAITING - FEW)
  const many = await submitMs()
  return measure({
    name: `jobs: accepted with ${WAITING.toLocaleString('en')} waiting, ${where}`,
    value: many / few,
    unit: 'times the time',
    baseline: `${FEW.toLocaleString('en')} waiting`,
    better: 'lower',
    target: 1.5,
  })
}

function newRun(priority = 0): NewRun {
  const request = { action: 'report', params: { days: 7, topic: 'builds', format: 'markdown' } }
  return { skill: 'bench', request, principal: 'bench', via: 'job', isIdempotent: true, priority }
}

function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((rate, i) => rate / (theirs[i] ?? Number.NaN)))
}

function line(numbers: readonly number[]): string {
  return `${Math.round(median(numbers))}`
}
