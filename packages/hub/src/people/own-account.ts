import { SkillError } from '@skillwright/contract'
import type { ACCOUNT_INFO, NEW_PASSWORD, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { countGuess } from './count-guess.ts'
import { checkPassword } from './create-person.ts'
import { FRESH_MS, isFresh, requirePerson } from './derive-token.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { requireOpen } from './tokens.ts'

/** The caller's account, and how they can sign in to it. */
export async function readAccount(hub: HubContext, principal: Principal): Promise<Wire<typeof ACCOUNT_INFO>> {
  const { id } = requirePerson(principal)
  const row = await hub.db
    .selectFrom('people')
    .select(['handle', 'display_name', 'email', 'role', 'password_hash', 'oidc_subject'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { password_hash, oidc_subject, ...account } = row
  return { ...account, has_password: password_hash !== null, linked_to: oidc_subject?.split(' ', 1)[0] ?? null }
}

/**
 * Changes the caller's password: for callers who know the old one, or signed in a moment ago. Every other sign-in ends, since someone else
 * may have known it; tokens that were made with one stay valid unless they are to end, too. Throws PERMISSION_DENIED.
 */
export async function changePassword(
  hub: HubContext,
  principal: Principal,
  { password, current, end_others: endOthers }: Wire<typeof NEW_PASSWORD>,
): Promise<void> {
  const { id, handle } = requirePerson(principal)
  checkPassword(password)
  if (current !== undefined) countGuess(hub, handle)
  const { password_hash: stored } = await hub.db
    .selectFrom('people')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isKnown = current !== undefined && (await isPassword(current, stored))
  if (!isKnown && (current !== undefined || !isFresh(hub, principal)))
    throw new SkillError(
      'PERMISSION_DENIED',
      current === undefined ? 'Your current password is missing' : 'Your current password is another',
      {
        hint: `Give it, or sign in again and change it within ${FRESH_MS / 60_000} minutes`,
      },
    )
  const hash = await hashPassword(password)
  const at = hub.clock()
  await hub.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('people').set({ password_hash: hash }).where('id', '=', id).execute()
    // Hashing takes a while: whoever was signed out by the owner meanwhile does not take the account from them.
    if (principal.token !== undefined) await requireOpen(transaction, principal.token.id)
    await transaction
      .updateTable('tokens')
      .set({ revoked_at: at })
      .where('person_id', '=', id)
      .where('id', '<>', principal.token?.id ?? '')
      .where('revoked_at', 'is', null)
      .$if(!endOthers, (query) => query.where('parent_id', 'is', null))
      .execute()
    // What was approved and not yet fetched would become a token.
    await transaction.deleteFrom('device_logins').where('person_id', '=', id).execute()
    await recordAudit(transaction, {
      at,
      actor: handle,
      action: 'account.password',
      subject: `@${handle}`,
      details: { end_others: endOthers },
    })
  })
}
