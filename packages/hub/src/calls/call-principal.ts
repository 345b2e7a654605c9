import { SkillError } from '@skillwright/contract'
import type { Run } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'
import { principalOfToken } from '../people/authenticate.ts'
import { scopesOfRole } from '../people/token-scopes.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'
import { addressKey } from '../server/rate-limiter.ts'
import type { Row } from '../store/tables.ts'

const STRANGER = 'stranger '

/** On whose behalf a run is done: a person by handle, a guest by issuer and subject, a stranger by address. */
export function callPrincipal({ person, guest }: Principal, ip: string): string {
  if (person !== undefined) return `@${person.handle}`
  return guest === undefined ? `${STRANGER}${addressKey(ip)}` : guest.id
}

/** Whether a caller has an account here, and is neither guest nor stranger. */
export function hasAccount(caller: string): boolean {
  return caller.startsWith('@')
}

/**
 * What acts for a caller later, when the token that they show now may have ended. One that signing in made and that manages the account
 * acts as the person; any other stays what it is, so that nothing made with it outlives it.
 */
export function authorityOf({ token, scopes }: Principal): { readonly authority?: string } {
  const isPerson = token === undefined || (token.parentId === null && scopes.has('account'))
  return isPerson ? {} : { authority: token.id }
}

/**
 * Who asked for a run, with what they may do now. Throws PERMISSION_DENIED for a person whose account is gone, and for a token that was
 * revoked. What was accepted before a token was over goes on, except for schedules, which would never end.
 */
export async function principalOfRun(
  hub: HubContext,
  { principal: caller, authority, via }: Pick<Run, 'principal' | 'authority' | 'via'>,
): Promise<Principal> {
  if (authority !== undefined) return principalOfToken(hub, authority, { mayBeOver: via !== 'schedule' })
  const { db } = hub
  if (caller.startsWith(STRANGER)) return ANONYMOUS
  if (!hasAccount(caller)) return { ...ANONYMOUS, guest: { id: caller }, scopes: new Set(['read', 'invoke']) }
  const person = await db
    .selectFrom('people')
    .select(['id', 'handle', 'role'])
    .where('handle', '=', caller.slice(1))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (person === undefined) throw new SkillError('PERMISSION_DENIED', `The account of ${caller} is closed`)
  return { person, scopes: new Set(scopesOfRole(person.role)) }
}

/**
 * Throws unless the principal may call a skill: those with the scope "invoke", and strangers where the skill is public and the
 * operator lets them.
 */
export function requireInvoke(
  { config }: HubContext,
  { access }: Pick<Row<'skills'>, 'access'>,
  { person, guest, scopes }: Principal,
): void {
  if (person === undefined && guest === undefined) {
    if (config.calls.anonymous && access === 'public') return
    throw new SkillError('AUTHENTICATION_REQUIRED', 'This needs a signed-in caller, and nothing was shown', {
      hint: 'Send a token with the scope "invoke": Authorization: Bearer skw_… or X-API-Key: skw_…',
    })
  }
  if (!scopes.has('invoke'))
    throw new SkillError('PERMISSION_DENIED', 'This needs the scope "invoke", which your token does not have', {
      hint: 'Make a token with the scope "invoke": skillwright token create --scope invoke',
    })
}
