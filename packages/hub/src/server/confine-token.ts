import { SkillError } from '@skillwright/contract'
import type { FastifyRequest } from 'fastify'
import { boundText, type TokenBound } from '../people/token-bound.ts'
import { ANONYMOUS, type Principal } from '../principal.ts'

/** Routes about one skill, whose name is their second parameter. */
const ABOUT_SKILL = /^\/v1\/(?:skills|review)\/:scope\/:(?:skill|name)(?:\/|$)/

/**
 * The principal of a request whose token is bound to a scope or a skill. Elsewhere such a token has no rights: public routes
 * treat it as anonymous, and everything else is refused. The only place where that is decided.
 */
export function confineToken(principal: Principal, request: FastifyRequest): Principal {
  const bound = principal.token?.boundTo
  if (bound === undefined) return principal
  const { route, params } = request
  const { needs = 'anyone', isOfToken = false } = route
  if (isOfToken || isAbout(bound, route.url ?? '', params)) return principal
  if (needs === 'anyone') return ANONYMOUS
  throw new SkillError('PERMISSION_DENIED', `Your token is for ${boundText(bound)} alone`, {
    hint: 'Use a token that is not bound, or one that is bound to what this is about',
    details: { bound_to: boundText(bound) },
  })
}

function isAbout({ scope, skill }: TokenBound, route: string, params: unknown): boolean {
  const named = (params ?? {}) as Readonly<Record<string, string | undefined>>
  if (named.scope?.replace(/^@/, '') !== scope) return false
  return skill === undefined || (ABOUT_SKILL.test(route) && (named.skill ?? named.name) === skill)
}
