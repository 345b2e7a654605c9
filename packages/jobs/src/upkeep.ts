import type { JobsContext } from './jobs-context.ts'
import { NodeIsDead } from './node-life.ts'
import { recoverRuns } from './recover-runs.ts'
import { writeEvents } from './run-events.ts'
import type { RunLoop } from './run-loop.ts'
import { overRows } from './tables/over-rows.ts'
import { callOff } from './underway.ts'

/** Gives the sign of life of this process where it does runs, calls off what others cancelled, and takes over from nodes that died. */
export async function keepAlive(context: JobsContext, loop: RunLoop): Promise<void> {
  if (loop.isWorking || [...loop.underway.values()].some(({ isKept }) => isKept)) await beat(context, loop)
  for (const dead of await loop.node.findDead()) if ((await recoverRuns(context, dead)) > 0) loop.wake()
}

async function beat(context: JobsContext, loop: RunLoop): Promise<void> {
  const { node } = loop
  try {
    node.confirm(await context.db.transaction().execute((transaction) => node.beat(transaction)))
  } catch (error) {
    if (error instanceof NodeIsDead) loop.abandon()
    throw error
  }
  await forgetAttempts(context, loop)
  for (const { id } of await cancelledOnes(context, loop)) {
    const underway = loop.underway.get(id)
    if (underway !== undefined) callOff(underway, 'cancelled')
  }
}

/**
 * A run that waits, for a person perhaps, does so for days, while nodes come and go: that they died while it waited does not count
 * against it, as it would if it had been what killed them.
 */
async function forgetAttempts({ kind, db }: JobsContext, loop: RunLoop): Promise<void> {
  const waiting = [...loop.underway.values()].filter(
    ({ run, isKept, isWaiting, isUncounted }) => isKept && isWaiting && !isUncounted && run.attempt > 1,
  )
  const note = (isUncounted: boolean) => {
    for (const one of waiting) one.isUncounted = isUncounted
  }
  note(true)
  await overRows(
    { kind, db },
    {
      columns: { id: 'text', fence: 'bigint' },
      rows: waiting.map(({ run, fence }) => ({ id: run.id, fence })),
      text: ({ x, rowsAfter }) => `
        update runs set attempt = 1
        ${rowsAfter('from')} where runs.id = ${x.id} and runs.fence = ${x.fence} and runs.state = 'running'`,
    },
  ).catch((error: unknown) => {
    note(false)
    throw error
  })
}

const WRITTEN = { id: 'text', fence: 'bigint', last_event: 'bigint', progress: 'text' } as const

/** Writes what runs said since the last time. A run that ends meanwhile writes it, too: whichever is first, nothing is lost. */
export async function writeJournals(context: JobsContext, loop: RunLoop): Promise<void> {
  const chatty = [...loop.underway.values()]
    .filter(({ isKept, journal }) => isKept && journal.isUnwritten)
    .map(({ run, fence, journal }) => ({ run, fence, journal, said: journal.unwritten }))
  if (chatty.length === 0) return
  await context.db.transaction().execute(async (transaction) => {
    await writeEvents(
      context,
      transaction,
      chatty.map(({ run, fence, said }) => ({ run, fence, events: said.events })),
    )
    const rows = chatty.map(({ run, fence, said }) => ({
      id: run.id,
      fence,
      last_event: said.last,
      progress: said.progress === undefined ? null : JSON.stringify(said.progress),
    }))
    await overRows(
      { kind: context.kind, db: transaction },
      {
        columns: WRITTEN,
        rows,
        text: ({ x, rowsAfter }) => `
          update runs set last_event = ${x.last_event}, progress = coalesce(${x.progress}, runs.progress)
          ${rowsAfter('from')} where runs.id = ${x.id} and runs.fence = ${x.fence} and runs.state = 'running'
            and runs.last_event <= ${x.last_event}`,
      },
    )
  })
  for (const { run, journal, said } of chatty) {
    journal.noteWritten(said)
    context.watch.notify(run.id)
  }
}

/** Which of the runs that are done here were cancelled elsewhere. */
async function cancelledOnes({ kind, db }: JobsContext, loop: RunLoop): Promise<readonly { readonly id: string }[]> {
  const kept = [...loop.underway.values()].filter(({ isKept }) => isKept).map(({ run }) => ({ id: run.id }))
  return overRows(
    { kind, db },
    {
      columns: { id: 'text' },
      rows: kept,
      text: ({ x, rowsAfter }) =>
        `select runs.id from runs${rowsAfter(',')} where runs.id = ${x.id} and runs.cancel_requested = 1`,
    },
  )
}
