import { SkillError, type SkillResponse } from '@skillwright/contract'
import { type Ended, endedRun, finishRuns } from './finish-runs.ts'
import { GroupWriter } from './group-writer.ts'
import type { UnderwayRun } from './jobs.ts'
import type { JobsContext } from './jobs-context.ts'
import type { NewRun, Run } from './run.ts'
import type { RunLoop } from './run-loop.ts'
import { insertRuns, type Row, sameRunAs, submissionOf } from './submit-runs.ts'
import { runOf } from './tables/run-rows.ts'
import { type Underway, underwayOf } from './underway.ts'

/** How much history may wait to be written before a new run has to wait for it. */
const MAX_UNWRITTEN = 5_000
const WRITTEN_AT_ONCE = 500
/** How long history is gathered: it is known to those who ask meanwhile, and only a crash loses it. */
const GATHER_MS = 100

interface Past {
  readonly row: Row
  readonly ended: Ended
}

/** Does runs at once, in this process. Their history is written behind them, in groups; one that is to survive is written before. */
export class RunPerformer {
  readonly #context: JobsContext
  readonly #loop: RunLoop
  readonly #settled: (id: string) => Promise<Run>
  readonly #history = new GroupWriter((past: readonly Past[]) => this.#writeHistory(past), WRITTEN_AT_ONCE, GATHER_MS)
  readonly #kept = new GroupWriter((rows: readonly Row[]) => this.#insertKept(rows), WRITTEN_AT_ONCE)

  /** `settled` tells how a run ends that another process does. */
  constructor(context: JobsContext, loop: RunLoop, settled: (id: string) => Promise<Run>) {
    this.#context = context
    this.#loop = loop
    this.#settled = settled
  }

  /** Begins a run; the one with the same key when there is one. */
  async perform(run: NewRun): Promise<UnderwayRun> {
    if (this.#history.size > MAX_UNWRITTEN) await this.#history.drain()
    const row = begunRow(this.#context, run)
    const isKept = run.idempotencyKey !== undefined || run.singletonKey !== undefined || run.webhook !== undefined
    if (isKept && !(await this.#writeBefore(row))) return this.#same(row)
    const facts = { run: runOf(row), fence: 1, isJob: false, isClaimed: false, isKept, lastEvent: 2 }
    const underway = underwayOf(this.#context, facts)
    this.#loop.begin(underway, (response) => void this.#end(underway, row, response))
    this.#loop.expected.delete(row.id)
    return {
      id: row.id,
      ended: underway.ended.promise,
      keep: async () => {
        if (!underway.isKept && underway.final === undefined) {
          underway.keeping ??= this.#keep(underway, row)
          await underway.keeping
        }
        return underway.final ?? underway.run
      },
    }
  }

  /** Settles once everything that has ended is written. */
  drain(): Promise<void> {
    return this.#history.drain()
  }

  /** Writes a run that is about to begin; false when it is there already. */
  async #writeBefore(row: Row): Promise<boolean> {
    const { expected } = this.#loop
    expected.add(row.id)
    try {
      const isNew = await this.#kept.add(row)
      if (!isNew) expected.delete(row.id)
      else if (!this.#loop.node.isCertain)
        throw new SkillError('SERVICE_UNAVAILABLE', 'This process stood still for too long to begin a run')
      return isNew
    } catch (error) {
      expected.delete(row.id)
      this.#loop.findOwnRuns()
      throw error
    }
  }

  /** The run that is there with this key, which may be another process's. */
  async #same(row: Row): Promise<UnderwayRun> {
    const run = await sameRunAs(this.#context, row)
    if (run === undefined) throw taken(row)
    const ended = this.#loop.underway.get(run.id)?.ended.promise ?? this.#settled(run.id)
    ended.catch(() => undefined)
    return { id: run.id, ended, keep: async () => run }
  }

  async #keep(underway: Underway, row: Row): Promise<void> {
    if (!(await this.#kept.add(row))) throw taken(row)
    underway.isKept = true
  }

  async #insertKept(rows: readonly Row[]): Promise<readonly boolean[]> {
    const { db, kind, engine } = this.#context
    const { node } = this.#loop
    const { kept, beatAt } = await db.transaction().execute(async (transaction) => {
      const beatAt = await node.beat(transaction)
      const kept = await insertRuns({ kind, transaction, rows: rows.map((row) => ({ ...row, node: node.id })) })
      await engine.hold(transaction, [...kept])
      return { kept, beatAt }
    })
    node.confirm(beatAt)
    return rows.map(({ id }) => kept.has(id))
  }

  /** What is kept is written by the loop, like every other run; the rest is history, for which its caller does not wait. */
  async #end(underway: Underway, row: Row, response: SkillResponse): Promise<void> {
    await underway.keeping?.catch(() => undefined)
    if (underway.isKept) return this.#loop.finish(underway, response)
    const { run, fence, isJob, journal, calledOff } = underway
    const failure = calledOff === 'cancelled' ? 'cancelled' : 'failed'
    const state = response.status === 'failed' ? failure : 'succeeded'
    const { last: lastEvent, progress, events } = journal.unwritten
    const outcome = { kind: 'ended', state, response } as const
    const isHeld = underway.keeping !== undefined
    const ended: Ended = { run, fence, isJob, isHeld, outcome, lastEvent, events, progress }
    const final = endedRun(ended, this.#context.clock())
    underway.final = final
    underway.ended.resolve(final)
    this.#context.onEnded(final)
    this.#context.watch.notify(run.id)
    // One that cannot be written is lost, as it would be when the process ended: no more was promised.
    await this.#history.add({ row, ended }).catch(this.#context.onError)
    this.#loop.underway.delete(run.id)
    this.#context.watch.notify(run.id)
  }

  async #writeHistory(past: readonly Past[]): Promise<readonly undefined[]> {
    const { db, kind } = this.#context
    await db.transaction().execute(async (transaction) => {
      // First as running, then ended as all runs are: so one that was kept after all, though that was not heard of, ends, too.
      await insertRuns({ kind, transaction, rows: past.map(({ row }) => row) })
      await finishRuns(
        this.#context,
        transaction,
        past.map(({ ended }) => ended),
      )
    })
    return past.map(() => undefined)
  }
}

function begunRow(context: JobsContext, run: NewRun): Row {
  const [row] = submissionOf(context, [run])
  if (row === undefined) throw new SkillError('INTERNAL_ERROR', 'A run has no row')
  const begun = { is_job: 0, state: 'running', attempt: 1, fence: 1, last_event: 2, delayed_until: null } as const
  return { ...row, ...begun, started_at: row.created_at }
}

function taken({ id }: Row): SkillError {
  return new SkillError('CONFLICT', `There is a run ${id} already`, { hint: 'Leave the id out, or make a new one' })
}
