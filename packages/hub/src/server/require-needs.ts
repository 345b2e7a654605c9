import { SkillError } from '@skillwright/contract'
import type { Needs, TokenScope } from '@skillwright/hub-api'
import type { Principal } from '../principal.ts'

/** Throws unless the principal may call a route that needs this. The only place where that is decided. */
export function requireNeeds(needs: Needs, principal: Principal): void {
  if (needs === 'anyone') return
  if (principal.person === undefined && (principal.guest === undefined || needs === 'signed-in'))
    throw new SkillError('AUTHENTICATION_REQUIRED', 'This needs a signed-in caller, and nothing was shown', {
      hint: 'Send a token: Authorization: Bearer skw_…',
    })
  if (needs === 'signed-in') return
  const lacking = scopesOf(needs).find((scope) => !principal.scopes.has(scope))
  if (lacking === undefined) return
  throw new SkillError(
    'PERMISSION_DENIED',
    `This needs the scope "${lacking}", which your token or your role does not have`,
    { hint: HINTS[lacking] ?? `Make a token with the scope "${lacking}", or sign in`, details: { needs: lacking } },
  )
}

/** The scopes a token needs. */
export function scopesOf(needs: Needs): readonly TokenScope[] {
  if (needs === 'anyone' || needs === 'signed-in') return []
  return typeof needs === 'string' ? [needs] : needs
}

const HINTS: Readonly<Partial<Record<TokenScope, string>>> = {
  account: 'Sign in: skillwright login. Tokens made for other purposes do not manage the account',
  review: 'Ask an administrator for the role of a reviewer, and sign in again',
  admin: 'Ask an administrator',
}
