import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Tables } from '../store/tables.ts'

/** The key the hub signs its log with. */
export interface HubKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const NAME = 'log'

/** The hub's key, the same on all nodes; made when it is first needed. */
export async function hubKey(hub: HubContext): Promise<HubKey> {
  const pem = (await storedPem(hub.db)) ?? (await makeKey(hub))
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

async function makeKey(hub: HubContext): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const private_pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  // Another node may have been first; then its key is the one.
  await hub.db
    .insertInto('keys')
    .values({ name: NAME, private_pem, created_at: hub.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await storedPem(hub.db)) ?? private_pem
}

async function storedPem(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom('keys').select('private_pem').where('name', '=', NAME).executeTakeFirst()
  return row?.private_pem
}
