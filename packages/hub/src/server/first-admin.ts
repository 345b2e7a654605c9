import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { createPerson } from '../people/create-person.ts'
import { scopesOfRole } from '../people/token-scopes.ts'
import { createToken } from '../people/tokens.ts'
import type { SignedIn } from '../principal.ts'

const CUT_OFF_AFTER_MS = 60_000

/** Makes the first administrator of a new hub and gives their token, which is shown once; undefined when it has an administrator already. */
export async function firstAdminToken(hub: HubContext): Promise<string | undefined> {
  const admins = await hub.db
    .selectFrom('people')
    .leftJoin('tokens', 'tokens.person_id', 'people.id')
    .select(['people.id', 'people.handle', 'people.created_at', 'people.password_hash', 'people.oidc_subject'])
    .select('tokens.id as token_id')
    .where('people.role', '=', 'admin')
    .execute()
  if (admins.some((admin) => admin.token_id ?? admin.password_hash ?? admin.oidc_subject)) return undefined
  const [stranded] = admins
  // One without any way in is what a first start that was cut off leaves behind; or another node is making it now.
  if (stranded && stranded.created_at > hub.clock() - CUT_OFF_AFTER_MS) return undefined
  const admin = stranded ? ({ ...stranded, role: 'admin' } as const) : await makeAdmin(hub)
  if (admin === undefined) return undefined
  return (await createToken(hub, admin, { name: 'first start', scopes: scopesOfRole('admin'), expiresAt: null })).token
}

async function makeAdmin(hub: HubContext): Promise<SignedIn | undefined> {
  try {
    const admin = { handle: 'admin', displayName: 'Administrator', role: 'admin' } as const
    return await createPerson(hub, admin, { mayUseReserved: true })
  } catch (error) {
    // Another node was quicker.
    if (error instanceof SkillError && error.code === 'CONFLICT') return undefined
    throw error
  }
}
