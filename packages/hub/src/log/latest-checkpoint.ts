import { keyId } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { hubKey } from './hub-key.ts'
import { logRoot, logSize } from './log-proofs.ts'
import { signCheckpoint } from './sign-checkpoint.ts'

/** The signed checkpoint of the log as it is now. It is made once for each length and kept. */
export async function latestCheckpoint(hub: HubContext): Promise<string> {
  const size = await logSize(hub.db)
  const kept = await hub.db.selectFrom('checkpoints').select('note').where('size', '=', size).executeTakeFirst()
  if (kept !== undefined) return kept.note
  const root = await logRoot(hub.db, size)
  const { privateKey, publicKey } = await hubKey(hub)
  // Named by its key: the address of a hub may change, its log stays the same.
  const origin = `skillwright-log/${keyId(publicKey)}`
  const note = await signCheckpoint({ origin, size, root }, privateKey)
  await hub.db
    .insertInto('checkpoints')
    .values({ size, root, note, at: hub.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return note
}
