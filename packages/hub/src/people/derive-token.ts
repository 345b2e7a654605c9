import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { Principal, SignedIn, TokenScope } from '../principal.ts'
import { boundText, isWithinBound, type TokenBound } from './token-bound.ts'
import { createToken, DAY_MS, isoTime, LOGIN_DAYS, type MadeToken } from './tokens.ts'

/** A token that a signed-in user asks for. */
export interface TokenRequest {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** As long as allowed when absent. */
  readonly expiresInDays?: number | undefined
  /** As wide as allowed when absent. */
  readonly boundTo?: TokenBound | undefined
}

/** How long after signing in a user may make a token that outlives the sign-in. */
export const FRESH_MS = 10 * 60_000

/** Makes a token that may do no more than the caller's own: no other scopes, not elsewhere, not longer. Throws PERMISSION_DENIED. */
export async function deriveToken(hub: HubContext, principal: Principal, request: TokenRequest): Promise<MadeToken> {
  const person = requirePerson(principal)
  const { name, scopes } = request
  requireScopes(principal, scopes)
  const boundTo = request.boundTo ?? principal.token?.boundTo
  if (
    principal.token?.boundTo !== undefined &&
    boundTo !== undefined &&
    !isWithinBound(boundTo, principal.token.boundTo)
  )
    throw new SkillError(
      'PERMISSION_DENIED',
      `Your token is for ${boundText(principal.token.boundTo)}, so it makes none for ${boundText(boundTo)}`,
    )
  return createToken(hub, person, {
    name,
    scopes,
    expiresAt: endOf(hub, principal, request.expiresInDays),
    boundTo,
    parentId: principal.token?.id,
  })
}

/** Throws PERMISSION_DENIED when a caller would grant more than they may themselves. */
export function requireScopes(principal: Principal, scopes: readonly TokenScope[]): void {
  const refused = scopes.filter((scope) => !principal.scopes.has(scope))
  if (refused.length > 0)
    throw new SkillError('PERMISSION_DENIED', `You may not ${refused.join(' or ')} yourself, so no token of yours may`)
}

/** When a token that the caller makes has to end; null for never. */
function longestEnd(hub: HubContext, principal: Principal): number | null {
  return isFresh(hub, principal) ? null : (principal.token?.expiresAt ?? null)
}

/** When the token of a program that the caller signs in has to end. */
export function loginEnd(hub: HubContext, principal: Principal): number {
  const usual = hub.clock() + LOGIN_DAYS * DAY_MS
  return Math.min(usual, longestEnd(hub, principal) ?? usual)
}

/** Whether the caller signed in with this token or session, a moment ago. */
export function isFresh(hub: HubContext, { token }: Principal): boolean {
  return token !== undefined && token.parentId === null && token.createdAt > hub.clock() - FRESH_MS
}

/** Throws PERMISSION_DENIED unless the caller signed in a moment ago: what opens the account for good is not for a token. */
export function requireFresh(hub: HubContext, principal: Principal, what: string): void {
  if (isFresh(hub, principal)) return
  throw new SkillError('PERMISSION_DENIED', `You signed in too long ago to ${what}`, {
    hint: `Sign out, sign in and do it within ${FRESH_MS / 60_000} minutes`,
  })
}

/** The person behind a request that only signed-in people can make. */
export function requirePerson({ person }: Principal): SignedIn {
  if (person === undefined) throw new TypeError('A route for signed-in users was reached by an anonymous caller')
  return person
}

function endOf(hub: HubContext, principal: Principal, days: number | undefined): number | null {
  const wanted = days === undefined ? null : hub.clock() + Math.round(days * DAY_MS)
  const most = longestEnd(hub, principal)
  if (most === null || wanted === null) return wanted ?? most
  if (wanted <= most) return wanted
  throw new SkillError(
    'PERMISSION_DENIED',
    `Your own token ends at ${isoTime(most)}, so none that it makes can hold until ${isoTime(wanted)}`,
    { hint: `Ask for a shorter one, or sign in again and make it within ${FRESH_MS / 60_000} minutes` },
  )
}
