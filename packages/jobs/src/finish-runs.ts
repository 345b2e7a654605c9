import { storableText } from '@skillwright/contract'
import type { Transaction } from 'kysely'
import { cancelledOutcome, type Outcome } from './decide-outcome.ts'
import type { JobsContext } from './jobs-context.ts'
import type { Run, RunHappening } from './run.ts'
import { writeEvents } from './run-events.ts'
import { lockSchedules, releaseNext } from './schedule/release-next.ts'
import { changeRows } from './tables/over-rows.ts'
import type { JobTables } from './tables/tables.ts'
import { queueDeliveries } from './webhook/queue-deliveries.ts'

/** An attempt that has ended, and what becomes of its run. */
export interface Ending {
  readonly run: Run
  readonly fence: number
  readonly isJob: boolean
  /** The engine knows that a node does it. */
  readonly isHeld: boolean
  readonly outcome: Outcome
  /** The number of the last thing that happened before. */
  readonly lastEvent: number
  /** What happened and has not been written. */
  readonly events: readonly RunHappening[]
  readonly progress?: Run['progress'] | undefined
}

/** One that has ended for good. */
export type Ended = Ending & { readonly outcome: Extract<Outcome, { kind: 'ended' }> }
type Again = Ending & { readonly outcome: Extract<Outcome, { kind: 'again' }> }

/**
 * Writes what became of some runs, and answers with those for which that was still to be decided. An attempt that was
 * taken over meanwhile changes nothing: so each run has exactly one outcome. The end of an attempt ends its fence, too: whoever still
 * believes to be at it can write nothing more.
 */
export async function finishRuns(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  endings: readonly Ending[],
): Promise<ReadonlyMap<string, Run>> {
  if (endings.length === 0) return new Map()
  const schedules = endings.map(({ run }) => run.scheduleId)
  const locked = await lockSchedules(context, transaction, schedules)
  await writeEvents(context, transaction, endings)
  const again = endings.filter((ending) => ending.outcome.kind === 'again') as Again[]
  const queued = await queueAgain(context, transaction, again)
  // One that was cancelled while it failed is not tried again.
  const cancelled = again
    .filter(({ run }) => !queued.has(run.id))
    .map((ending) => ({ ...ending, outcome: cancelledOutcome(ending.run) }) as Ended)
  const ended = endings.filter((ending) => ending.outcome.kind === 'ended') as Ended[]
  const written = await end(context, transaction, [...ended, ...cancelled])
  await releaseNext(context, transaction, locked)
  return new Map([...queued, ...written])
}

const ENDED = {
  id: 'text',
  fence: 'bigint',
  state: 'text',
  response: 'text',
  error_code: 'text',
  is_dead: 'bigint',
  last_event: 'bigint',
  progress: 'text',
} as const

async function end(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  endings: readonly Ended[],
): Promise<ReadonlyMap<string, Run>> {
  if (endings.length === 0) return new Map()
  const now = context.clock()
  const rows = endings.map(({ run, fence, isJob, outcome, lastEvent, progress }) => ({
    id: run.id,
    fence,
    state: outcome.state,
    response: JSON.stringify(outcome.response),
    error_code: errorCodeOf(outcome),
    is_dead: isJob && outcome.state === 'failed' ? 1 : 0,
    last_event: lastEvent + 1,
    progress: progress === undefined ? null : JSON.stringify(progress),
  }))
  const ids = await changeRows(
    { kind: context.kind, db: transaction },
    {
      columns: ENDED,
      rows,
      text: ({ x, rowsAfter, value }) => `
        update runs set state = ${x.state}, response = ${x.response}, error_code = ${x.error_code}, is_dead = ${x.is_dead},
          last_event = ${x.last_event}, progress = coalesce(${x.progress}, runs.progress), finished_at = ${value(now)},
          node = null, open_singleton = null, fence = runs.fence + 1
        ${rowsAfter('from')} where runs.id = ${x.id} and runs.fence = ${x.fence} and runs.state = 'running'`,
    },
  )
  const written = endings.filter(({ run }) => ids.has(run.id))
  await release(context, transaction, written)
  const runs = written.map((ending) => endedRun(ending, now))
  await queueDeliveries(context, transaction, runs)
  return new Map(runs.map((run) => [run.id, run]))
}

/** A run as it is once it has ended. */
export function endedRun({ run, isJob, outcome, progress }: Ended, now: number): Run {
  const code = errorCodeOf(outcome)
  return {
    ...run,
    state: outcome.state,
    response: outcome.response,
    ...(code === null ? {} : { errorCode: code }),
    ...(progress === undefined ? {} : { progress }),
    isDead: isJob && outcome.state === 'failed',
    finishedAt: now,
  }
}

const AGAIN = { id: 'text', fence: 'bigint', delayed_until: 'bigint', back: 'bigint', last_event: 'bigint' } as const

async function queueAgain(
  context: JobsContext,
  transaction: Transaction<JobTables>,
  endings: readonly Again[],
): Promise<ReadonlyMap<string, Run>> {
  if (endings.length === 0) return new Map()
  const now = context.clock()
  const rows = endings.map(({ run, fence, outcome, lastEvent }) => ({
    id: run.id,
    fence,
    delayed_until: outcome.delayMs > 0 ? now + outcome.delayMs : null,
    back: outcome.countsAttempt ? 0 : 1,
    last_event: lastEvent + 1,
  }))
  const ids = await changeRows(
    { kind: context.kind, db: transaction },
    {
      columns: AGAIN,
      rows,
      text: ({ x, rowsAfter }) => `
        update runs set state = 'queued', node = null, delayed_until = ${x.delayed_until},
          attempt = runs.attempt - ${x.back}, last_event = ${x.last_event}, fence = runs.fence + 1
        ${rowsAfter('from')}
        where runs.id = ${x.id} and runs.fence = ${x.fence} and runs.state = 'running' and runs.cancel_requested = 0`,
    },
  )
  const queued = endings.filter(({ run }) => ids.has(run.id))
  await release(context, transaction, queued)
  await writeEvents(
    context,
    transaction,
    queued.map(({ run, fence, lastEvent }) => ({
      run,
      fence: fence + 1,
      events: [{ sequence: lastEvent + 1, at: now, event: { type: 'state', state: 'queued' } }],
    })),
  )
  const ready = queued.filter(({ outcome }) => outcome.delayMs === 0).map(({ run }) => run)
  await context.engine.deliver(
    transaction,
    ready.map(({ id, skill, priority = 0 }) => ({ id, skill, priority })),
  )
  return new Map(queued.map(({ run }) => [run.id, { ...run, state: 'queued' }]))
}

/** Only what this attempt still had: a run that was taken over meanwhile is with the engine again, under the same id. */
async function release(
  { engine }: JobsContext,
  transaction: Transaction<JobTables>,
  endings: readonly Ending[],
): Promise<void> {
  const held = endings.filter(({ isHeld }) => isHeld)
  if (held.length > 0)
    await engine.release(
      transaction,
      held.map(({ run, isJob }) => ({ id: run.id, isJob })),
    )
}

const MAX_CODE = 100

/**
 * What did not end well has an error, by which it is found. A skill makes up codes as it likes; one that the database did not take would
 * keep every other run from ending.
 */
function errorCodeOf({ state, response }: Ended['outcome']): string | null {
  const code = response.errors?.[0]?.code ?? (state === 'succeeded' ? undefined : 'INTERNAL_ERROR')
  return code === undefined ? null : storableText(code.slice(0, MAX_CODE))
}
