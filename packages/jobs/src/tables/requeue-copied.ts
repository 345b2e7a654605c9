import { PostgresAdapter, sql, type Transaction } from 'kysely'
import type { JobTables } from './tables.ts'

/**
 * Lets what waited or ran when a database was copied go on in the copy, with the next worker there: what waits is due, and handed to
 * whichever engine the copy has; what ran is held by a node that gives no sign of life, and so taken over.
 */
export async function requeueCopied(transaction: Transaction<JobTables>): Promise<void> {
  await sql`update runs set delayed_until = 1 where state = 'queued' and delayed_until is null`.execute(transaction)
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`insert into run_holds (run_id) select id from runs where state = 'running' on conflict do nothing`.execute(
    transaction,
  )
}
