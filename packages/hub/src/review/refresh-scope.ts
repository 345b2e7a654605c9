import type { Transaction } from 'kysely'
import { refreshDocument } from '../registry/refresh-document.ts'
import type { Tables } from '../store/tables.ts'

/** Brings the tier of every skill of a scope up to date, after something about the scope changed. */
export async function refreshScope(transaction: Transaction<Tables>, scope: string): Promise<void> {
  const skills = await transaction.selectFrom('skills').select('id').where('scope', '=', scope).execute()
  for (const { id } of skills) await refreshDocument(transaction, id)
}
