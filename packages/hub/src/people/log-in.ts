import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { countGuess } from './count-guess.ts'
import { isPassword } from './hash-password.ts'

const LONGEST_PASSWORD = 500

/** A user who gave the password that the account had then. */
export interface PasswordSignIn extends SignedIn {
  readonly passwordHash: string | null
}

/** Signs a user in by password. What was wrong is never said, and takes the same time. */
export async function logIn(
  hub: HubContext,
  { handle, password }: { readonly handle: string; readonly password: string },
): Promise<PasswordSignIn> {
  countGuess(hub, handle)
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
  return { id: row.id, handle: row.handle, role: row.role, passwordHash: row.password_hash }
}
