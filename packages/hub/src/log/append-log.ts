import { type Hash, leafHash, nodeHash } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'

/** The hash before the first entry. */
const NOTHING_BEFORE: Hash = '0'.repeat(64)

/**
 * Adds an entry to the publish log, inside the caller's `registryWrite`, which gives all nodes one order. Each entry names
 * the hash of the one before; beside the chain a Merkle tree grows, so that a client need not read all of it to know that
 * an entry is in it. Costs the logarithm of the log's length.
 */
export async function appendLog(transaction: Transaction<Tables>, entry: object, at: number): Promise<number> {
  const { log_size: index } = await transaction.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
  const before = await transaction
    .selectFrom('log_entries')
    .select('leaf_hash')
    .where('log_index', '=', index - 1)
    .executeTakeFirst()
  const previous = before?.leaf_hash ?? NOTHING_BEFORE
  const text = JSON.stringify({ index, at: new Date(at).toISOString(), previous, ...entry })
  const hash = await leafHash(text)
  await transaction
    .insertInto('log_entries')
    .values({ log_index: index, at, entry: text, leaf_hash: hash, previous_hash: previous })
    .execute()
  await addLeaf(transaction, index, hash)
  await transaction
    .updateTable('registry_head')
    .set({ log_size: index + 1 })
    .execute()
  return index
}

/** Stores the leaf and every subtree it completes. */
async function addLeaf(transaction: Transaction<Tables>, index: number, leaf: Hash): Promise<void> {
  let [level, position, hash] = [0, index, leaf]
  for (;;) {
    await transaction.insertInto('log_nodes').values({ level, position, hash }).execute()
    if (position % 2 === 0) return
    const left = await transaction
      .selectFrom('log_nodes')
      .select('hash')
      .where('level', '=', level)
      .where('position', '=', position - 1)
      .executeTakeFirstOrThrow()
    hash = await nodeHash(left.hash, hash)
    level += 1
    position = (position - 1) / 2
  }
}
