import type { SkillResponse } from '@skillwright/contract'
import { sql } from 'kysely'
import { claimRuns, nextDueAt, promoteRuns } from './claim-runs.ts'
import { decideOutcome } from './decide-outcome.ts'
import type { ClaimOptions } from './engine/run-engine.ts'
import { type Ending, finishRuns } from './finish-runs.ts'
import type { WorkOptions } from './jobs.ts'
import type { JobsContext } from './jobs-context.ts'
import { NodeIsDead, NodeLife } from './node-life.ts'
import { readRow } from './read-runs.ts'
import type { Run } from './run.ts'
import { type BegunRow, runOf } from './tables/run-rows.ts'
import type { RunRow } from './tables/tables.ts'
import { attend, callOff, type Underway, underwayOf } from './underway.ts'
import { WakeUp } from './wake-up.ts'

const MOST_AT_ONCE = 1_000
const AFTER_FAILURE_MS = 250

interface EndedRun {
  readonly underway: Underway
  readonly ending: Ending
}

/** What is written at once. */
interface Turn {
  readonly ended?: readonly EndedRun[]
  readonly claim?:
    | (Omit<ClaimOptions, 'now' | 'node'> & { readonly isDue: boolean; readonly isUnsure: boolean })
    | undefined
  readonly isAlone?: boolean
}

/**
 * Does runs: each turn writes what became of those that have ended and begins those that come next, in one transaction or, where that
 * is quicker, in two at a time. What ends or is freed meanwhile belongs to the next turn, so a busy worker writes large groups and
 * an idle one answers at once.
 */
export class RunLoop {
  readonly #context: JobsContext
  readonly node: NodeLife
  readonly underway = new Map<string, Underway>()
  /** Runs that are being written as this node's by those who will begin them. */
  readonly expected = new Set<string>()
  /** Runs of the queue that have not ended and do not only wait. */
  readonly #claimed = new Set<Underway>()
  #ended: EndedRun[] = []
  #work: WorkOptions | undefined
  readonly #wakeUp = new WakeUp()
  #isClosed = false
  /** A transaction failed, and it is not known whether it was committed. */
  #isUnsure = false
  /** The last claim got all that it asked for. */
  #isPlenty = false
  #dueCheckedAt = Number.NEGATIVE_INFINITY
  #nextDue: number | undefined
  #turning: Promise<boolean> = Promise.resolve(false)
  readonly #running: Promise<void>

  constructor(context: JobsContext) {
    this.#context = context
    this.node = new NodeLife(context)
    this.#running = this.#loop()
  }

  /** Something waits that this process may do. */
  wake(): void {
    this.#dueCheckedAt = Number.NEGATIVE_INFINITY
    this.#wakeUp.call()
  }

  /** Begins to do what waits. */
  work(options: WorkOptions): void {
    this.#work = options
    this.wake()
  }

  /** Takes nothing more from the queue. Settles once that is so: a turn that is under way may begin some yet. */
  async rest(): Promise<void> {
    this.#work = undefined
    await this.#turning.catch(() => undefined)
  }

  /** Whether it takes from the queue. */
  get isWorking(): boolean {
    return this.#work !== undefined
  }

  /** Does a run; what became of it is written in a turn of its own, unless `ended` does something else with the answer. */
  begin(underway: Underway, ended = (response: SkillResponse): void => this.finish(underway, response)): void {
    this.underway.set(underway.run.id, underway)
    const onWaits = () => {
      underway.isWaiting = true
      if (this.#claimed.delete(underway)) this.#wakeUp.call()
    }
    void attend(this.#context, underway, { onWaits }).then(ended)
  }

  /** Writes what became of a run, in the next turn. */
  finish(underway: Underway, response: SkillResponse): void {
    const { run, fence, isJob, journal, isStarted, calledOff } = underway
    const outcome = decideOutcome(run, { response, isStarted, calledOff }, this.#context.random)
    const { last: lastEvent, progress, events } = journal.unwritten
    this.#claimed.delete(underway)
    this.#ended.push({ underway, ending: { run, fence, isJob, isHeld: true, outcome, lastEvent, events, progress } })
    this.#wakeUp.call()
  }

  /** A transaction that made runs this node's failed, perhaps after it was committed: they are looked for. */
  findOwnRuns(): void {
    this.#isUnsure = true
    this.#wakeUp.call()
  }

  /** Ends the loop once everything that has ended is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#wakeUp.call()
    await this.#running
  }

  async #loop(): Promise<void> {
    const { pollMs } = this.#context.settings
    while (!this.#isClosed || this.#ended.length > 0) {
      let isMore = false
      try {
        this.#turning = this.#turn()
        isMore = await this.#turning
      } catch (error) {
        this.#context.onError(error)
        if (error instanceof NodeIsDead) this.abandon()
        this.#isUnsure = true
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS))
        continue
      }
      if (isMore) continue
      const untilDue = this.#nextDue === undefined ? pollMs : this.#nextDue - this.#context.clock()
      await this.#wakeUp.sleep(this.#work === undefined ? 60_000 : Math.min(pollMs, Math.max(untilDue, 5)))
    }
  }

  /** Writes what has ended and begins what comes next; true when there may be more to do at once. */
  async #turn(): Promise<boolean> {
    const { kind, engine } = this.#context
    const work = this.#isClosed ? undefined : this.#work
    const free = work === undefined ? 0 : work.concurrency - this.#claimed.size
    const limit = Math.min(free, MOST_AT_ONCE)
    const isDue = limit > 0 && (await this.#isDue())
    const mayClaim = limit > 0 && (isDue || this.#isUnsure || this.#isPlenty || (await engine.mayHave()))
    const ended = this.#ended.splice(0, MOST_AT_ONCE)
    if (ended.length === 0 && !mayClaim) return false
    const claim = mayClaim ? { limit, isDue, isUnsure: this.#isUnsure, perSkill: work?.perSkill } : undefined
    if (mayClaim) this.#isUnsure = false
    // What looks for its own runs, or counts those of a skill, must see what has ended.
    const isTogether = kind === 'sqlite' || claim === undefined || claim.isUnsure || claim.perSkill !== undefined
    if (isTogether || ended.length === 0) await this.#transact({ ended, claim, isAlone: true })
    else await both(this.#transact({ ended }), this.#transact({ claim }))
    // The next one of its schedule, or the next attempt, may begin.
    const isFollowed = ended.some(
      ({ underway, ending }) => underway.run.scheduleId !== undefined || ending.outcome.kind === 'again',
    )
    return isDue || isFollowed || (limit < free && this.#isPlenty)
  }

  /** One transaction. Of two at a time only one beats: the other would wait for it, and has the fences of its runs. */
  async #transact({ ended = [], claim, isAlone = false }: Turn): Promise<void> {
    const context = this.#context
    let finished: ReadonlyMap<string, Run> = new Map()
    let claimed: readonly BegunRow[] = []
    let beatAt: number | undefined
    try {
      await context.db.transaction().execute(async (transaction) => {
        if (isAlone || claim !== undefined) beatAt = await this.node.beat(transaction)
        else await sql`select ${sql.raw(context.engine.tuning)}`.execute(transaction)
        finished = await finishRuns(
          context,
          transaction,
          ended.map(({ ending }) => ending),
        )
        if (claim === undefined) return
        if (claim.isDue) await promoteRuns(context, transaction)
        claimed = await claimRuns(context, transaction, { ...claim, node: this.node.id })
        this.#isPlenty = claimed.length === claim.limit
        if (claim.isUnsure) claimed = [...(await this.#orphans(transaction)), ...claimed]
      })
    } catch (error) {
      this.#ended.unshift(...ended)
      throw error
    }
    if (beatAt !== undefined) this.node.confirm(beatAt)
    if (claim?.isDue) this.#dueCheckedAt = Number.NEGATIVE_INFINITY
    for (const { underway, ending } of ended) await this.#settle(underway, ending, finished)
    for (const row of claimed) this.#start(row)
  }

  #start(row: BegunRow): void {
    const { id, fence, last_event: lastEvent } = row
    const before = this.underway.get(id)
    // Its last attempt has ended, and this process is about to hear of it: the next turn finds the run and begins it.
    if (before !== undefined && before.fence < fence) this.findOwnRuns()
    if (before !== undefined) return
    // The process stood still since it claimed this. When it lives yet, the next turn finds the run and begins it.
    if (!this.node.isCertain) {
      this.findOwnRuns()
      return
    }
    this.#context.watch.notify(id)
    const facts = { run: runOf(row), fence, isJob: row.is_job === 1, isClaimed: true, isKept: true, lastEvent }
    const underway = underwayOf(this.#context, facts)
    this.#claimed.add(underway)
    this.begin(underway)
  }

  async #settle(underway: Underway, { run }: Ending, finished: ReadonlyMap<string, Run>): Promise<void> {
    if (this.underway.get(run.id) === underway) this.underway.delete(run.id)
    this.#context.watch.notify(run.id)
    const now = finished.get(run.id)
    if (now?.finishedAt !== undefined) this.#context.onEnded(now)
    if (now !== undefined) underway.ended.resolve(now)
    else await this.#settleElsewhere(underway)
  }

  /** Another attempt decides: either this one was taken over, or its end was written before the connection broke. */
  async #settleElsewhere(underway: Underway): Promise<void> {
    try {
      const row = await readRow(this.#context.db, underway.run.id)
      underway.ended.resolve(row === undefined ? underway.run : runOf(row))
    } catch (error) {
      underway.ended.reject(error)
    }
  }

  /** Runs that were begun here in a transaction of which it was not known whether it was committed. */
  async #orphans(transaction: Parameters<NodeLife['beat']>[0]): Promise<readonly RunRow[]> {
    const rows = await this.#context.engine.heldBy(transaction, this.node.id)
    return rows.filter(({ id }) => !this.underway.has(id) && !this.expected.has(id))
  }

  async #isDue(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#dueCheckedAt >= this.#context.settings.pollMs) {
      this.#nextDue = await nextDueAt(this.#context)
      this.#dueCheckedAt = now
    }
    return this.#nextDue !== undefined && this.#nextDue <= this.#context.clock()
  }

  /** What this node did is others' now: it calls it off, and begins again under another name. */
  abandon(): void {
    for (const underway of this.underway.values()) if (underway.isKept) callOff(underway, 'lost')
    this.node.renew()
  }
}

/** Settles once both have, and fails when one did. */
async function both(...works: readonly Promise<void>[]): Promise<void> {
  for (const settled of await Promise.allSettled(works)) if (settled.status === 'rejected') throw settled.reason
}
