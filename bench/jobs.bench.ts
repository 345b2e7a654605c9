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
const SUBMITS = 101

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
      baseline: (count) => bare.drain(count, { batch: BATCH, stores: true }),
      other: (count) => bare.drain(count, { batch: BATCH, stores: false }),
    })
    tell('many machines', distributed, 'bare pg-boss whose handler stores nothing')
    using quick = minimalQueue(join(dir, 'quick.sqlite'), { isDurable: false })
    using durable = minimalQueue(join(dir, 'durable.sqlite'), { isDurable: true })
    const embedded = await rates({
      ours: join(dir, 'jobs.sqlite'),
      baseline: (count) => quick.drain(count, 1),
      other: (count) => durable.drain(count, BATCH),
    })
    tell('one machine', embedded, `the minimal queue, durable, ${BATCH} jobs a transaction`)
    return [
      measure({
        name: 'jobs: many machines',
        value: ratio(distributed.ours, distributed.baseline),
        unit: 'times the jobs a second',
        baseline: `bare pg-boss in batches of ${BATCH} with a handler that stores its outcome`,
        better: 'higher',
        target: 0.9,
      }),
      measure({
        name: 'jobs: one machine',
        value: ratio(embedded.ours, embedded.baseline),
        unit: 'times the jobs a second',
        baseline: 'a minimal SQLite queue, one job a transaction, not durable',
        better: 'higher',
        target: 0.8,
      }),
      await flat('one machine', [join(dir, 'short.sqlite'), join(dir, 'long.sqlite')]),
      await flat('many machines', [await postgres.database(), await postgres.database()]),
    ]
  } finally {
    await postgres[Symbol.asyncDispose]()
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Rates {
  readonly ours: readonly number[]
  readonly baseline: readonly number[]
  /** Compared with, too, and only told. */
  readonly other: readonly number[]
}

/** Jobs a second of each, in rounds that take turns. */
async function rates(of: {
  readonly ours: string
  readonly baseline: (count: number) => Promise<number>
  readonly other: (count: number) => Promise<number>
}): Promise<Rates> {
  await using store = await openStore<JobTables>(of.ours)
  await using jobs = await openJobs({
    database: store,
    perform: async () => ({ status: 'success', data: { ok: true } }),
  })
  const result = { ours: [] as number[], baseline: [] as number[], other: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const ms = { ours: await drain(jobs, JOBS), baseline: await of.baseline(JOBS), other: await of.other(JOBS) }
    // The first is to warm up.
    if (round > 0)
      for (const name of ['ours', 'baseline', 'other'] as const) result[name].push(JOBS / (ms[name] / 1_000))
  }
  return result
}

function tell(where: string, { ours, baseline, other }: Rates, what: string): void {
  const figures = [ours, baseline, other].map((numbers) => Math.round(median(numbers)))
  console.error(
    `  ${where}: ${figures[0]} jobs/s, baseline ${figures[1]}; ${what} ${figures[2]} (ratio ${ratio(ours, other).toFixed(2)})`,
  )
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

/** How many times as long it takes to accept runs when a great many wait as when a few do, by turns. */
async function flat(where: string, [shortQueue, longQueue]: readonly [string, string]): Promise<Measure> {
  await using few = await filled(shortQueue, FEW)
  await using many = await filled(longQueue, WAITING)
  const ratios: number[] = []
  for (let i = 0; i < SUBMITS; i++) {
    const ms = await submitMs(few)
    ratios.push((await submitMs(many)) / ms)
  }
  return measure({
    name: `jobs: accepted with ${WAITING.toLocaleString('en')} waiting, ${where}`,
    value: median(ratios),
    unit: 'times the time',
    baseline: `${FEW.toLocaleString('en')} waiting`,
    better: 'lower',
    target: 1.5,
  })
}

/** Jobs of which so many wait. */
async function filled(where: string, count: number): Promise<Jobs> {
  const database = await openStore<JobTables>(where)
  const jobs = await openJobs({ database, perform: async () => ({ status: 'success' }), maxQueued: 2 * WAITING })
  for (let i = 0; i < count; i += 5_000)
    await jobs.submit(Array.from({ length: Math.min(5_000, count - i) }, () => newRun()))
  return {
    ...jobs,
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function submitMs(jobs: Jobs): Promise<number> {
  const start = performance.now()
  await jobs.submit(Array.from({ length: 10 }, () => newRun()))
  return performance.now() - start
}

function newRun(priority = 0): NewRun {
  const request = { action: 'report', params: { days: 7, topic: 'builds', format: 'markdown' } }
  return { skill: 'bench', request, principal: 'bench', via: 'job', isIdempotent: true, priority }
}

function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((rate, i) => rate / (theirs[i] ?? Number.NaN)))
}
