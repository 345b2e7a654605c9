import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'

/** Asks for the hub's own verify run of a version; whichever node has time does it. */
export async function enqueueVerify(transaction: Transaction<Tables>, versionId: string, at: number): Promise<void> {
  const waiting = await transaction
    .selectFrom('checks')
    .select('id')
    .where('version_id', '=', versionId)
    .where('kind', '=', 'verify')
    .where('outcome', 'in', ['pending', 'running'])
    .executeTakeFirst()
  if (waiting !== undefined) return
  await transaction
    .insertInto('checks')
    .values({
      id: randomUUID(),
      version_id: versionId,
      kind: 'verify',
      outcome: 'pending',
      details: '{}',
      by: 'hub',
      at,
      lease_until: null,
    })
    .execute()
}
