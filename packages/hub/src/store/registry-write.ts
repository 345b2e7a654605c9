import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Changes the registry in one transaction. All such changes, on all nodes, happen one after the other: the head row is
 * locked first, so the publish log has one order and a reader of `changes` never misses one that was committed later
 * with a smaller number.
 */
export async function registryWrite<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('registry_head')
      .set((set) => ({ log_size: set.ref('log_size') }))
      .execute()
    return work(transaction)
  })
}
