import { SkillError } from '@skillwright/contract'
import type { Needs } from '../api/operation.ts'
import type { Principal } from '../principal.ts'

/** Throws unless the principal may call a route that needs this. The only place where that is decided. */
export function requireNeeds(needs: Needs, principal: Principal): void {
  if (needs === 'anyone') return
  if (principal.person === undefined)
    throw new SkillError('AUTHENTICATION_REQUIRED', 'This needs a signed-in caller, and nothing was shown', {
      hint: 'Send a token: Authorization: Bearer skw_…',
    })
  if (needs === 'signed-in' || principal.scopes.has(needs)) return
  throw new SkillError(
    'PERMISSION_DENIED',
    `This needs the scope "${needs}", which your token or your role does not have`,
    {
      hint: `Make a token with the scope "${needs}", or ask an administrator for the role`,
      details: { needs },
    },
  )
}
