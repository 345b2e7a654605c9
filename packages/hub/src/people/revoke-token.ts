import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { holdAccount } from './tokens.ts'

/** Ends a token of the caller at once, and every token that was made with it; gives how many. Throws DATA_NOT_FOUND. */
export async function revokeToken(hub: HubContext, { person }: Pick<Principal, 'person'>, id: string): Promise<number> {
  return end(hub, { personId: person?.id ?? '', handle: person?.handle ?? '' }, id, true)
}

/** Ends the token or session of this request; the tokens that it made stay. */
export async function signOut(hub: HubContext, { person, token }: Principal): Promise<void> {
  if (token !== undefined) await end(hub, { personId: person?.id ?? '', handle: person?.handle ?? '' }, token.id, false)
}

async function end(
  hub: HubContext,
  { personId, handle }: { readonly personId: string; readonly handle: string },
  id: string,
  withChildren: boolean,
): Promise<number> {
  const at = hub.clock()
  return hub.db.transaction().execute(async (transaction) => {
    await holdAccount(transaction, personId).execute()
    const own = await transaction
      .selectFrom('tokens')
      .select(['id', 'parent_id', 'revoked_at'])
      .where('person_id', '=', personId)
      .execute()
    const open = new Set(own.filter(({ revoked_at }) => revoked_at === null).map((token) => token.id))
    if (!own.some((token) => token.id === id))
      throw new SkillError('DATA_NOT_FOUND', 'You have no such token', { hint: 'List yours: skillwright token list' })
    // A retry, because the answer was lost.
    if (!open.has(id)) return 0
    const ended = (withChildren ? descendants(own, id) : [id]).filter((one) => open.has(one))
    await transaction.updateTable('tokens').set({ revoked_at: at }).where('id', 'in', ended).execute()
    await recordAudit(transaction, {
      at,
      actor: handle,
      action: 'token.revoke',
      subject: `@${handle}`,
      details: { id, ended: ended.length },
    })
    return ended.length
  })
}

function descendants(tokens: readonly { id: string; parent_id: string | null }[], id: string): string[] {
  const children = Map.groupBy(tokens, ({ parent_id }) => parent_id)
  const found = [id]
  // Grows while it is gone through.
  for (const parent of found) found.push(...(children.get(parent) ?? []).map((token) => token.id))
  return found
}
