import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'
import type { Tier } from './skill-name.ts'

// Stand-ins until log/ and review/ are there.
export async function appendLog(trx: Transaction<Tables>, entry: object, at: number): Promise<number> {
  const { log_size: index } = await trx.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
  await trx
    .insertInto('log_entries')
    .values({ log_index: index, at, entry: JSON.stringify(entry), leaf_hash: '', previous_hash: '' })
    .execute()
  await trx
    .updateTable('registry_head')
    .set({ log_size: index + 1 })
    .execute()
  return index
}

export async function tierOf(trx: Kysely<Tables>, skillId: string): Promise<Tier> {
  const row = await trx
    .selectFrom('skills')
    .innerJoin('scopes', 'scopes.name', 'skills.scope')
    .select('scopes.official')
    .where('skills.id', '=', skillId)
    .executeTakeFirst()
  return row?.official === 1 ? 'official' : 'community'
}

export async function enqueueVerify(_trx: Transaction<Tables>, _versionId: string): Promise<void> {}
