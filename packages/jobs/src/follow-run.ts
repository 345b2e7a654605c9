import type { JobsContext } from './jobs-context.ts'
import { readRow } from './read-runs.ts'
import type { Run, RunHappening } from './run.ts'
import { readEvents } from './run-events.ts'
import type { RunLoop } from './run-loop.ts'
import { runOf } from './tables/run-rows.ts'

/** What happened to a run after a number, then what happens, until it has ended. */
export async function* followRun(
  { context, loop }: { readonly context: JobsContext; readonly loop: RunLoop },
  id: string,
  { after = 0, signal }: { readonly after?: number; readonly signal: AbortSignal },
): AsyncGenerator<RunHappening> {
  let seen = after
  using news = context.watch.watch(id)
  while (!signal.aborted) {
    news.renew()
    const found = inMemory(loop, id, seen) ?? (await stored(context, id, seen))
    if (found === undefined) return
    for (const happening of found.happenings) {
      seen = happening.sequence
      yield happening
    }
    if (found.hasEnded || context.watch.isClosed) return
    await news.next(found.lastEvent, signal)
  }
}

/** A run as it stands, wherever it is known. */
export async function findRun(context: JobsContext, loop: RunLoop, id: string): Promise<Run | undefined> {
  const underway = loop.underway.get(id)
  if (underway !== undefined && !underway.isKept) return underway.final ?? underway.run
  return context.reads.read(id, async () => {
    const row = await readRow(context.db, id)
    return row && runOf(row)
  })
}

/** How a run ends, whichever node does it. */
export async function settledRun(context: JobsContext, loop: RunLoop, id: string): Promise<Run> {
  const signal = new AbortController().signal
  for await (const _ of followRun({ context, loop }, id, { signal }));
  const run = await findRun(context, loop, id)
  if (run === undefined) throw new Error(`The run ${id} was deleted`)
  return run
}

interface Known {
  readonly happenings: readonly RunHappening[]
  readonly lastEvent: number
  readonly hasEnded: boolean
}

function inMemory(loop: RunLoop, id: string, after: number): Known | undefined {
  const underway = loop.underway.get(id)
  if (underway === undefined || underway.isKept) return undefined
  const { run, journal, final } = underway
  const state = (sequence: number, at: number, name: Run['state']): RunHappening => ({
    sequence,
    at,
    event: { type: 'state', state: name },
  })
  const all = [
    state(1, run.createdAt, 'queued'),
    state(2, run.startedAt ?? run.createdAt, 'running'),
    ...journal.all,
    ...(final === undefined ? [] : [state(journal.last + 1, final.finishedAt ?? run.createdAt, final.state)]),
  ]
  return {
    happenings: all.filter(({ sequence }) => sequence > after),
    lastEvent: journal.last,
    hasEnded: final !== undefined,
  }
}

function stored({ db, reads }: JobsContext, id: string, after: number): Promise<Known | undefined> {
  return reads.read(`${id} after ${after}`, async () => {
    const row = await readRow(db, id)
    if (row === undefined) return undefined
    return {
      happenings: await readEvents(db, row, after),
      lastEvent: row.last_event,
      hasEnded: row.finished_at !== null,
    }
  })
}
