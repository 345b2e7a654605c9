import { SkillError } from '@skillwright/contract'
import type { HubConfig } from '../hub-config.ts'
import { recordAudit } from '../review/record-audit.ts'
import { openStored } from '../upkeep/open-stored.ts'
import { scopesOfRole } from './token-scopes.ts'
import { createToken } from './tokens.ts'

const HOUR_MS = 3_600_000

/** A way back in for an administrator. */
export interface RecoveredAdmin {
  readonly handle: string
  /** Shown once; it is valid for an hour. */
  readonly token: string
  readonly expires_at: string | null
}

/**
 * Makes a token for an administrator who has none left, and opens their account when it was closed. An operator who can read and write the data of a
 * hub may do this; the hub may be running. Throws DATA_NOT_FOUND when there is no such administrator.
 */
export async function recoverAdmin(
  config: HubConfig,
  { handle, clock = Date.now }: { readonly handle?: string | undefined; readonly clock?: () => number } = {},
): Promise<RecoveredAdmin> {
  await using stored = await openStored(config)
  const admins = await stored.db
    .selectFrom('people')
    .select(['id', 'handle'])
    .where('role', '=', 'admin')
    .where('kind', '=', 'person')
    .orderBy('created_at')
    .orderBy('handle')
    .execute()
  const admin = handle === undefined ? admins[0] : admins.find((one) => one.handle === handle)
  if (admin === undefined)
    throw new SkillError('DATA_NOT_FOUND', `This hub has no administrator ${handle ?? 'at all'}`, {
      hint: admins.length === 0 ? 'Start it: it makes one' : `It has ${admins.map((one) => one.handle).join(', ')}`,
    })
  const at = clock()
  await stored.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('people').set({ disabled_at: null }).where('id', '=', admin.id).execute()
    await recordAudit(transaction, { at, actor: 'operator', action: 'person.recover', subject: `@${admin.handle}` })
  })
  const made = await createToken(
    { db: stored.db, clock },
    { ...admin, role: 'admin' },
    {
      name: 'recovery',
      scopes: scopesOfRole('admin'),
      expiresAt: at + HOUR_MS,
    },
  )
  return { handle: admin.handle, token: made.token, expires_at: made.expires_at }
}
