import type { HubContext } from '../hub-context.ts'
import { hashSecret } from '../people/secret.ts'
import { DAY_MS, LOGIN_DAYS } from '../people/tokens.ts'

/** How long a program is known that registered and that no user let in. */
export const UNUSED_SECONDS = 86_400
/** Longer than anything that it was let in for. */
const USED_MS = (LOGIN_DAYS + 10) * DAY_MS

/** Keeps a program that a user let in for as long as that may last. */
export async function keepClient({ db, clock }: HubContext, id: string): Promise<void> {
  await db
    .updateTable('oauth_records')
    .set({ expires_at: clock() + USED_MS })
    .where('model', '=', 'Client')
    .where('id_hash', '=', hashSecret(id))
    .execute()
}
