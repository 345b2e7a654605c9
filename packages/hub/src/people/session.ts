import type { FastifyReply } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { SESSION_COOKIE } from './authenticate.ts'
import type { PasswordSignIn } from './log-in.ts'
import { scopesOfRole } from './token-scopes.ts'
import { createToken, DAY_MS } from './tokens.ts'

const SESSION_DAYS = 14

/** Signs a browser in: everything its owner may do, for two weeks. */
export async function startSession(
  hub: HubContext,
  reply: FastifyReply,
  person: SignedIn | PasswordSignIn,
): Promise<void> {
  const { token } = await createToken(hub, person, {
    name: 'browser',
    kind: 'session',
    scopes: scopesOfRole(person.role),
    expiresAt: hub.clock() + SESSION_DAYS * DAY_MS,
  })
  reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(hub), maxAge: (SESSION_DAYS * DAY_MS) / 1000 })
}

/** How a cookie is kept: away from scripts, and from what other sites make the browser send. */
export function cookieOptions(hub: HubContext) {
  return { httpOnly: true, sameSite: 'lax', secure: hub.url().startsWith('https:'), path: '/' } as const
}
