import { SkillError } from '@skillwright/contract'
import * as oauth from 'oauth4webapi'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'

/** The scope of document D that lets its holder call skills. */
const INVOKE_SCOPE = 'skill:invoke'
const LONGEST = 12_000
const ASK_MS = 10_000

/** True for what has the shape of a signed token of another issuer; tokens of the hub have no dots. */
export function isForeignToken({ config }: HubContext, authorization: string): boolean {
  return config.calls.issuer !== undefined && /^Bearer +[\w-]+\.[\w-]+\.[\w-]+$/i.test(authorization)
}

/**
 * Who a token of the trusted issuer speaks for: a guest, who may call skills. Checked by RFC 9068: signature by the issuer's keys, issuer,
 * audience, expiry, type, and the scope. Throws AUTHENTICATION_REQUIRED.
 */
export async function guestOf(hub: HubContext, authorization: string): Promise<Principal> {
  if (authorization.length > LONGEST) throw refused()
  const server = await foreignIssuer(hub)
  const request = new Request(hub.url(), { headers: { authorization } })
  const audience = hub.config.calls.audience ?? hub.url()
  const claims = await oauth
    .validateJwtAccessToken(server, request, audience, { ...options(server), [oauth.customFetch]: fetchKeys })
    .catch((cause: unknown) => {
      throw cause instanceof SkillError ? cause : refused(cause)
    })
  if (!(claims.scope ?? '').split(' ').includes(INVOKE_SCOPE))
    throw new SkillError('PERMISSION_DENIED', `The token must have the scope ${INVOKE_SCOPE}`, {
      hint: 'Ask its issuer for a token with this scope',
    })
  const guest = { id: `guest ${claims.iss} ${claims.sub}`, expiresAt: claims.exp * 1000 }
  return { person: undefined, guest, scopes: new Set(['invoke']) }
}

const discovered = new WeakMap<HubContext, Promise<oauth.AuthorizationServer>>()

/** The issuer that the operator trusts, as it describes itself. Throws SERVICE_UNAVAILABLE while it does not answer. */
export function foreignIssuer(hub: HubContext): Promise<oauth.AuthorizationServer> {
  const known = discovered.get(hub) ?? discover(hub.config.calls.issuer ?? '')
  discovered.set(hub, known)
  return known.catch((cause: unknown) => {
    discovered.delete(hub)
    throw silent(cause)
  })
}

/** Whether a token is good is not known without the keys. */
async function fetchKeys(
  url: string,
  { headers, redirect }: oauth.CustomFetchOptions<'GET', undefined>,
): Promise<Response> {
  const signal = AbortSignal.timeout(ASK_MS)
  const answer = await fetch(url, { headers, redirect, signal }).catch((cause: unknown) => {
    throw silent(cause)
  })
  if (answer.status !== 200) throw silent(new Error(`${url} answered ${answer.status}`))
  return answer
}

function silent(cause: unknown): SkillError {
  return new SkillError('SERVICE_UNAVAILABLE', 'The issuer of tokens does not answer', { cause })
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer)
  const asked = { ...options({ issuer }), signal: AbortSignal.timeout(ASK_MS) }
  // As OpenID Connect has it first, which nearly all have; else as OAuth has it.
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const answer = await oauth.discoveryRequest(url, { ...asked, algorithm })
    if (answer.status === 200 || algorithm === 'oauth2') return oauth.processDiscoveryResponse(url, answer)
  }
  throw new Error('unreachable')
}

function options({ issuer }: { readonly issuer: string }) {
  const url = new URL(issuer)
  // Only for an issuer on this very machine.
  const isLocal = url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return { [oauth.allowInsecureRequests]: isLocal }
}

function refused(cause?: unknown): SkillError {
  return new SkillError('AUTHENTICATION_REQUIRED', 'The token of the other issuer is not valid here', {
    hint: 'Get a new one, for this hub as its audience',
    cause,
  })
}
