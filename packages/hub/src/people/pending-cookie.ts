import { SkillError } from '@skillwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { localPath } from './local-path.ts'
import type { PendingLogin } from './open-id.ts'
import { cookieOptions } from './session.ts'

const COOKIE = 'skw_oidc'
const PATH = '/v1/oidc'
const SECONDS = 600

/** What a browser keeps while it is at the provider. */
export interface PendingCookie extends PendingLogin {
  /** The page to come back to. */
  readonly next?: string | undefined
  /** True when the account that is signed in is linked to the provider's, rather than signed in with it. */
  readonly isLink?: boolean
}

/** Has the browser keep what it must bring back. */
export function keepPending(hub: HubContext, reply: FastifyReply, pending: PendingCookie): void {
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url')
  reply.setCookie(COOKIE, value, { ...cookieOptions(hub), path: PATH, maxAge: SECONDS })
}

/** Reads it back, once. Throws AUTHENTICATION_REQUIRED in any other browser. */
export function readPending(request: FastifyRequest, reply: FastifyReply): PendingCookie {
  reply.clearCookie(COOKIE, { path: PATH })
  try {
    const text = Buffer.from(request.cookies[COOKIE] ?? '', 'base64url').toString('utf8')
    const { state, nonce, verifier, next, isLink } = JSON.parse(text) as Record<string, unknown>
    if (typeof state === 'string' && typeof nonce === 'string' && typeof verifier === 'string')
      return {
        state,
        nonce,
        verifier,
        next: typeof next === 'string' ? localPath(next) : undefined,
        isLink: isLink === true,
      }
  } catch {
    // Said below.
  }
  throw new SkillError('AUTHENTICATION_REQUIRED', 'This sign-in was not begun in this browser, or took too long', {
    hint: 'Begin again',
  })
}
