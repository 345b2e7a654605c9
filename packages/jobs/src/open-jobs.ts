import type { Store } from '@skillwright/store'
import { cancelRuns, requeueRun } from './change-runs.ts'
import { bossEngine } from './engine/boss-engine.ts'
import { embeddedEngine } from './engine/embedded-engine.ts'
import { findRun, followRun, settledRun } from './follow-run.ts'
import { GroupWriter } from './group-writer.ts'
import type { Jobs, Perform, WorkOptions } from './jobs.ts'
import type { JobsContext, JobsSettings } from './jobs-context.ts'
import { deleteOld } from './keep-for.ts'
import { RunPerformer } from './perform-runs.ts'
import { QueueDepth } from './queue-depth.ts'
import { listRuns } from './read-runs.ts'
import { repeat } from './repeat.ts'
import type { NewRun, Run } from './run.ts'
import { RunLoop } from './run-loop.ts'
import { RunWatch } from './run-watch.ts'
import { openSchedules } from './schedule/open-schedules.ts'
import { SharedReads } from './shared-reads.ts'
import { type Submission, sameRunAs, submissionOf, writeSubmissions } from './submit-runs.ts'
import { migrateJobs } from './tables/migrate.ts'
import type { JobTables } from './tables/tables.ts'
import { callOff } from './underway.ts'
import { keepAlive, writeJournals } from './upkeep.ts'
import { WebhookSender, type Webhooks } from './webhook/webhook-sender.ts'

/** What runs need to be kept and done. */
export interface JobsOptions extends Partial<JobsSettings> {
  /** Where they are kept; the tables are made there. It stays the caller's to close, after this. */
  readonly database: Pick<Store<JobTables>, 'kind' | 'db' | 'executeSql'>
  readonly perform: Perform
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  /** From 0 to 1, for waiting times. */
  readonly random?: () => number
  /** Told of what failed in the background and will be tried again. */
  readonly onError?: (error: unknown) => void
  /** Told of each run that has ended, in the process that wrote its end. */
  readonly onEnded?: (run: Run) => void
  /** How ended runs are told of; those with a webhook wait for a process that has this. */
  readonly webhooks?: Webhooks
}

const SUBMISSIONS_AT_ONCE = 1_000
const JOURNAL_MS = 100
const OLD_MS = 60_000
const DAY_MS = 86_400_000

const DEFAULTS: JobsSettings = {
  maxQueued: 100_000,
  leaseMs: 10_000,
  pollMs: 500,
  keepEndedMs: 30 * DAY_MS,
  missedAfterMs: 60_000,
}

/** Opens runs over a database: embedded in SQLite for one machine, over pg-boss in PostgreSQL for many. */
export async function openJobs({
  database,
  perform,
  clock = Date.now,
  random = Math.random,
  onError = () => undefined,
  onEnded = () => undefined,
  webhooks,
  ...given
}: JobsOptions): Promise<Jobs> {
  const settings = { ...DEFAULTS, ...given }
  const { kind, db } = database
  await migrateJobs(db)
  const engine = kind === 'postgres' ? await bossEngine(database, onError) : embeddedEngine(db)
  const watch = new RunWatch({ kind, db }, settings.pollMs)
  const cancelHere = (id: string): void => {
    const underway = loop.underway.get(id)
    if (underway !== undefined) callOff(underway, 'cancelled')
    watch.notify(id)
  }
  const context: JobsContext = {
    kind,
    db,
    engine,
    perform,
    clock,
    random,
    watch,
    reads: new SharedReads(),
    onError,
    onEnded,
    settings,
    cancelHere,
  }
  const loop = new RunLoop(context)
  const depth = new QueueDepth(context)
  const performer = new RunPerformer(context, loop, (id) => settledRun(context, loop, id))
  const submissions = new GroupWriter(
    (group: readonly Submission[]) => writeSubmissions(context, group),
    SUBMISSIONS_AT_ONCE,
  )
  const accept = async (runs: readonly NewRun[]): Promise<readonly Run[]> => {
    const accepted = await submissions.add(submissionOf(context, runs))
    if (accepted instanceof Error) throw accepted
    loop.wake()
    return accepted
  }
  const read = (id: string): Promise<Run | undefined> => findRun(context, loop, id)
  const schedules = openSchedules(context, {
    submit: async (run) => {
      await depth.reserve(1)
      return (await accept([run]))[0] as Run
    },
    onRuns: () => loop.wake(),
  })
  const sender = webhooks && new WebhookSender(context, webhooks)
  const upkeep: readonly AsyncDisposable[] = [
    repeat(() => writeJournals(context, loop), { everyMs: JOURNAL_MS, onError }),
    repeat(() => keepAlive(context, loop), { everyMs: settings.leaseMs / 4, onError }),
    repeat(async () => loop.isWorking && schedules.tick(), { everyMs: settings.pollMs, onError }),
    repeat(async () => loop.isWorking && untilDone(() => deleteOld(context)), { everyMs: OLD_MS, onError }),
    repeat(async () => loop.isWorking && sender?.send(), { everyMs: settings.pollMs, onError }),
    ...(sender === undefined ? [] : [sender]),
  ]
  return {
    async submit(runs) {
      await depth.reserve(runs.length)
      return accept(runs)
    },
    perform: (run) => performer.perform(run),
    async sameAs(run) {
      const [row] = submissionOf(context, [run])
      return row && sameRunAs(context, row)
    },
    read,
    list: (filter) => listRuns(context, filter),
    waiting: () => engine.waitingBySkill(),
    async cancel(id) {
      const ended = await db.transaction().execute((transaction) => cancelRuns(context, transaction, [id]))
      for (const run of ended) onEnded(run)
      cancelHere(id)
      return read(id)
    },
    async requeue(id, by) {
      await requeueRun(context, id, by)
      loop.wake()
      watch.notify(id)
      return read(id)
    },
    async discard(id) {
      await db.updateTable('runs').set({ is_dead: 0 }).where('id', '=', id).where('is_dead', '=', 1).execute()
      return read(id)
    },
    follow: (id, options) => followRun({ context, loop }, id, options),
    work: (options) => work(loop, options),
    schedules,
    deleteOld: () => untilDone(() => deleteOld(context)),
    async [Symbol.asyncDispose]() {
      await loop.rest()
      for (const one of upkeep) await one[Symbol.asyncDispose]()
      await submissions.drain()
      for (const underway of loop.underway.values()) callOff(underway, 'closing')
      await Promise.allSettled([...loop.underway.values()].map(({ ended }) => ended.promise))
      await performer.drain()
      await loop.close()
      await loop.node.leave().catch(onError)
      watch[Symbol.dispose]()
      await engine[Symbol.asyncDispose]()
    },
  }
}

async function untilDone(work: () => Promise<boolean>): Promise<void> {
  while (await work());
}

function work(loop: RunLoop, options: WorkOptions): AsyncDisposable {
  const { drainMs = 30_000 } = options
  loop.work(options)
  return {
    async [Symbol.asyncDispose]() {
      await loop.rest()
      const own = [...loop.underway.values()].filter(({ isClaimed }) => isClaimed)
      for (const underway of own) if (underway.isWaiting) callOff(underway, 'closing')
      const timer = setTimeout(() => {
        for (const underway of own) callOff(underway, 'closing')
      }, drainMs)
      await Promise.allSettled(own.map(({ ended }) => ended.promise))
      clearTimeout(timer)
    },
  }
}
