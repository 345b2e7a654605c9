import { sql } from 'kysely'
import { decideOutcome } from './decide-outcome.ts'
import { type Ending, finishRuns } from './finish-runs.ts'
import type { JobsContext } from './jobs-context.ts'
import type { Run } from './run.ts'
import { runOf } from './tables/run-rows.ts'
import type { RunRow } from './tables/tables.ts'

/** Decides what becomes of the runs of a node that died: those that may be repeated wait again, the others have failed. */
export async function recoverRuns(
  context: JobsContext,
  dead: { readonly id: string; readonly beat: number },
): Promise<number> {
  const recovered = await context.db.transaction().execute(async (transaction) => {
    // It may have come back to life this instant, and another node may do the same.
    const taken = await sql`
      delete from run_nodes where id = ${dead.id} and beat = ${dead.beat} returning id`.execute(transaction)
    if (taken.rows.length === 0) return new Map<string, Run>()
    const rows = await context.engine.heldBy(transaction, dead.id)
    return finishRuns(
      context,
      transaction,
      rows.map((row) => endingOf(row, context)),
    )
  })
  for (const run of recovered.values()) {
    context.watch.notify(run.id)
    if (run.finishedAt !== undefined) context.onEnded(run)
  }
  return recovered.size
}

function endingOf(row: RunRow, { random }: JobsContext): Ending {
  const run = runOf(row)
  const calledOff = row.cancel_requested === 1 ? 'cancelled' : undefined
  return {
    run,
    fence: row.fence,
    isJob: row.is_job === 1,
    isHeld: true,
    outcome: decideOutcome(run, { isStarted: true, calledOff }, random),
    lastEvent: row.last_event,
    events: [],
  }
}
