import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { JobsContext } from '../jobs-context.ts'
import type { Run } from '../run.ts'
import { overRows } from '../tables/over-rows.ts'
import type { JobTables } from '../tables/tables.ts'

const COLUMNS = {
  id: 'text',
  run_id: 'text',
  principal: 'text',
  url: 'text',
  body: 'text',
  attempt: 'bigint',
  next_at: 'bigint',
} as const

/** Notes whom to tell of runs that have ended, in the transaction that ends them: neither happens without the other. */
export async function queueDeliveries(
  { kind, clock }: Pick<JobsContext, 'kind' | 'clock'>,
  transaction: Transaction<JobTables>,
  runs: readonly Run[],
): Promise<void> {
  const now = clock()
  const rows = runs.flatMap((run) =>
    run.webhook === undefined
      ? []
      : [
          {
            id: `msg_${randomUUID()}`,
            run_id: run.id,
            principal: run.principal,
            url: run.webhook,
            body: bodyOf(run),
            attempt: 0,
            next_at: now,
          },
        ],
  )
  const columns = Object.keys(COLUMNS).join(', ')
  await overRows(
    { kind, db: transaction },
    {
      columns: COLUMNS,
      rows,
      text: ({ x, rowsAfter }) =>
        `insert into webhook_deliveries (${columns}) select ${Object.values(x).join(', ')} ${rowsAfter('from')}`,
    },
  )
}

/** What is told. Not the answer itself, which may be large and secret: that is fetched with the id. */
function bodyOf(run: Run): string {
  return JSON.stringify({
    type: `run.${run.state}`,
    timestamp: new Date(run.finishedAt ?? 0).toISOString(),
    data: {
      run_id: run.id,
      skill: run.skill,
      ...(run.version === undefined ? {} : { version: run.version }),
      ...(run.request.action === undefined ? {} : { action: run.request.action }),
      state: run.state,
      status: run.response?.status,
      ...(run.errorCode === undefined ? {} : { error_code: run.errorCode }),
    },
  })
}
