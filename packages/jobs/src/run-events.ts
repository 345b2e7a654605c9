import type { Kysely, Transaction } from 'kysely'
import type { JobsContext } from './jobs-context.ts'
import type { Run, RunHappening } from './run.ts'
import { overRows } from './tables/over-rows.ts'
import type { JobTables, RunRow } from './tables/tables.ts'

const EVENTS = { run_id: 'text', fence: 'bigint', sequence: 'bigint', at: 'bigint', event: 'text' } as const

/** What happened in one attempt at a run. */
export interface RunEvents {
  readonly run: Pick<Run, 'id'>
  readonly fence: number
  readonly events: readonly RunHappening[]
}

/**
 * Writes what happened; what an attempt says that was taken over meanwhile is left out, as is what is there. All write in the same order, so
 * that two who write the same never wait for each other.
 */
export async function writeEvents(
  { kind }: Pick<JobsContext, 'kind'>,
  transaction: Transaction<JobTables>,
  attempts: readonly RunEvents[],
): Promise<void> {
  const rows = attempts.flatMap(({ run, fence, events }) =>
    events.map(({ sequence, at, event }) => ({ run_id: run.id, fence, sequence, at, event: JSON.stringify(event) })),
  )
  await overRows(
    { kind, db: transaction },
    {
      columns: EVENTS,
      rows,
      text: ({ x, rowsAfter }) => `
        insert into run_events (run_id, sequence, at, event)
        select ${x.run_id}, ${x.sequence}, ${x.at}, ${x.event} from runs${rowsAfter(',')}
        where runs.id = ${x.run_id} and runs.fence = ${x.fence}
        order by ${x.run_id}, ${x.sequence} on conflict do nothing`,
    },
  )
}

/** What happened to a run after a number, up to now. The usual states are not stored: its row tells them. */
export async function readEvents(db: Kysely<JobTables>, row: RunRow, after: number): Promise<readonly RunHappening[]> {
  if (row.last_event <= after) return []
  const stored = await db
    .selectFrom('run_events')
    .select(['sequence', 'at', 'event'])
    .where('run_id', '=', row.id)
    .where('sequence', '>', after)
    .where('sequence', '<=', row.last_event)
    .orderBy('sequence')
    .execute()
  const happenings = new Map(impliedBy(row).map((happening) => [happening.sequence, happening]))
  for (const { sequence, at, event } of stored)
    happenings.set(sequence, { sequence, at, event: JSON.parse(event) as RunHappening['event'] })
  return [...happenings.values()].filter(({ sequence }) => sequence > after).toSorted((a, b) => a.sequence - b.sequence)
}

/** The states that a row tells of by itself: that it was accepted, first begun, and how it ended. */
export function impliedBy(
  row: Pick<RunRow, 'state' | 'created_at' | 'started_at' | 'finished_at' | 'last_event'>,
): readonly RunHappening[] {
  const state = (sequence: number, at: number, name: Run['state']): RunHappening => ({
    sequence,
    at,
    event: { type: 'state', state: name },
  })
  return [
    state(1, row.created_at, 'queued'),
    ...(row.started_at === null ? [] : [state(2, row.started_at, 'running')]),
    ...(row.finished_at === null ? [] : [state(row.last_event, row.finished_at, row.state)]),
  ]
}
