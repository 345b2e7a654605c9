import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { enqueueVerify } from '../review/enqueue-verify.ts'
import type { Row, Tables } from '../store/tables.ts'

/** Does what has to be done when a version is released for the first time: notes when, and queues the hub's own verify run. */
export async function releaseVersion(
  transaction: Transaction<Tables>,
  hub: HubContext,
  { id, released_at }: Pick<Row<'versions'>, 'id' | 'released_at'>,
  at: number,
): Promise<void> {
  if (released_at !== null) return
  await transaction.updateTable('versions').set({ released_at: at }).where('id', '=', id).execute()
  if (hub.config.verify === 'auto') await enqueueVerify(transaction, id, at)
}
