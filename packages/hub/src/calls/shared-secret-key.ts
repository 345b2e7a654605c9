import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { secretKeysOf } from './secret-keys-of.ts'

const NAME = 'secrets_key'

/** Notes which key seals secrets, for workers and other nodes. One that has other keys than they say is said in the log. */
export async function noteSecretKey(hub: HubContext): Promise<void> {
  const { ids } = await secretKeysOf(hub)
  const noted = await notedKey(hub)
  const [value] = ids
  if (value === undefined || value === noted) return
  if (noted !== undefined && !ids.includes(noted) && (await isUsed(hub, noted))) {
    hub.log.error({ key: noted }, 'secrets are sealed with a key that is not here: give all nodes the same secretsKey')
    return
  }
  if (noted !== undefined && !ids.includes(noted))
    hub.log.warn({ key: noted }, 'this key takes the place of another: nodes that have that one alone seal no secret')
  await hub.db
    .insertInto('hub_facts')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Throws SERVICE_UNAVAILABLE where secrets are sealed with a key that is not here: what is sealed with another, the other nodes could not open. */
export async function requireSharedKey(hub: HubContext): Promise<void> {
  const [{ ids }, noted] = await Promise.all([secretKeysOf(hub), notedKey(hub)])
  if (noted === undefined || ids.includes(noted)) return
  throw new SkillError(
    'SERVICE_UNAVAILABLE',
    `This node cannot seal a secret: the hub seals with the key ${noted}, and this node has ${ids.join(', ')}`,
    { hint: 'The operator has to give all nodes the same secretsKey' },
  )
}

/** Throws INVALID_INPUT unless every secret of the hub can be opened here: a run would fail for it, each time. */
export async function requireSecretKeys(hub: HubContext): Promise<void> {
  const { ids } = await secretKeysOf(hub, { mayMake: false })
  const sealed = await hub.db.selectFrom('secrets').select('key_id').distinct().execute()
  const noted = await notedKey(hub)
  const needed = new Set([...sealed.map(({ key_id }) => key_id), ...(noted === undefined ? [] : [noted])])
  const missing = [...needed].filter((id) => !ids.includes(id))
  if (missing.length > 0)
    throw new SkillError(
      'INVALID_INPUT',
      `The secrets of the hub are sealed with the key ${missing.join(', ')}, got ${ids.join(', ') || 'none'}`,
      { hint: 'Set SKILLWRIGHT_HUB_SECRETS_KEY to what the hub has, or to what stands in its file secrets.key' },
    )
}

async function notedKey({ db }: HubContext): Promise<string | undefined> {
  const row = await db.selectFrom('hub_facts').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value
}

async function isUsed({ db }: HubContext, keyId: string): Promise<boolean> {
  const row = await db.selectFrom('secrets').select('name').where('key_id', '=', keyId).executeTakeFirst()
  return row !== undefined
}
