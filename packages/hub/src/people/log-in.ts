import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { isPassword } from './hash-password.ts'
import { scopesOfRole } from './token-scopes.ts'
import { createToken, DAY_MS } from './tokens.ts'

const SESSION_DAYS = 14
const LONGEST_PASSWORD = 500

/** Signs somebody in by password. What is wrong is never said, and takes the same time. */
export async function logIn(
  hub: HubContext,
  { handle, password }: { readonly handle: string; readonly password: string },
): Promise<SignedIn> {
  const row = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role', 'password_hash', 'disabled_at'])
    .where('handle', '=', handle)
    .where('kind', '=', 'person')
    .executeTakeFirst()
  const isRight = await isPassword(password.slice(0, LONGEST_PASSWORD), row?.password_hash)
  if (row === undefined || !isRight || row.disabled_at !== null)
    throw new SkillError('AUTHENTICATION_REQUIRED', 'The handle or the password is wrong', {
      hint: 'Try again, or ask an administrator for a new password',
    })
  return { id: row.id, handle: row.handle, role: row.role }
}

/** Opens a session for a browser: everything its owner may do, for two weeks. */
export async function openSession(
  hub: HubContext,
  person: SignedIn,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const { token } = await createToken(hub, person, {
    name: 'browser',
    kind: 'session',
    scopes: scopesOfRole(person.role),
    expiresAt: hub.clock() + SESSION_DAYS * DAY_MS,
  })
  return { token, maxAgeSeconds: SESSION_DAYS * 86_400 }
}
