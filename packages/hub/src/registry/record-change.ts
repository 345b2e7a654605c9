import type { Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'

/** Records that what is sent of a skill changed, or who sees it, so that every node brings its search up to date. Inside the transaction of the change. */
export async function recordChange(transaction: Transaction<Tables>, skillId: string): Promise<void> {
  await transaction.insertInto('changes').values({ skill_id: skillId }).execute()
}
