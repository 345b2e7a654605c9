import { SkillError } from '@skillwright/contract'
import * as oidc from 'openid-client'
import type { OidcConfig } from '../hub-config.ts'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { isName } from '../registry/skill-name.ts'
import { createPerson } from './create-person.ts'

/** Where the provider sends the browser back to. */
export const CALLBACK_PATH = '/v1/oidc/callback'

/** What the browser keeps until it comes back; useless to anybody else. */
export interface PendingLogin {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Where to send a browser that wants to sign in with the provider, and what it must bring back. */
export async function beginOpenId(hub: HubContext): Promise<{ url: string; pending: PendingLogin }> {
  const configuration = await discover(hub)
  const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: `${hub.url()}${CALLBACK_PATH}`,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  })
  return { url: url.href, pending }
}

/** Finishes a sign-in: asks the provider who it was, and finds or makes their account. */
export async function finishOpenId(
  hub: HubContext,
  { query, pending }: { readonly query: string; readonly pending: PendingLogin },
): Promise<SignedIn> {
  const configuration = await discover(hub)
  const tokens = await oidc
    .authorizationCodeGrant(configuration, new URL(`${hub.url()}${CALLBACK_PATH}?${query}`), {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    })
    .catch((cause: unknown) => {
      throw new SkillError('AUTHENTICATION_REQUIRED', 'The provider did not confirm this sign-in', {
        hint: 'Begin again',
        cause,
      })
    })
  const claims = tokens.claims()
  if (claims === undefined) throw new SkillError('AUTHENTICATION_REQUIRED', 'The provider did not say who signed in')
  return findOrCreate(hub, `${claims.iss} ${claims.sub}`, claims)
}

async function findOrCreate(
  hub: HubContext,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<SignedIn> {
  const known = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role', 'disabled_at'])
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
  if (known?.disabled_at === null) return { id: known.id, handle: known.handle, role: known.role }
  if (known !== undefined) throw new SkillError('PERMISSION_DENIED', 'This account was closed')
  if (hub.config.registration !== 'open')
    throw new SkillError('PERMISSION_DENIED', 'This hub takes no new accounts', {
      hint: 'Ask an administrator for one',
    })
  const { name, email } = claims
  return createPerson(hub, {
    handle: handleOf(claims),
    oidcSubject: subject,
    ...(typeof name === 'string' ? { displayName: name.slice(0, 200) } : {}),
    ...(typeof email === 'string' && claims.email_verified === true ? { email: email.slice(0, 200) } : {}),
  })
}

function handleOf({ preferred_username, email }: Readonly<Record<string, unknown>>): string {
  const wished = [preferred_username, typeof email === 'string' ? email.split('@')[0] : undefined]
  for (const word of wished) {
    if (typeof word !== 'string') continue
    const handle = word
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    if (isName(handle)) return handle
  }
  throw new SkillError('INVALID_INPUT', 'The provider gave no user name that can be a handle', {
    hint: 'Set preferred_username to lower-case letters, digits and hyphens at the provider',
  })
}

const discovered = new WeakMap<OidcConfig, Promise<oidc.Configuration>>()

async function discover({ config }: HubContext): Promise<oidc.Configuration> {
  const settings = config.oidc
  if (settings === undefined)
    throw new SkillError('DATA_NOT_FOUND', 'This hub has no sign-in provider', { hint: 'Sign in with a password' })
  const kept = discovered.get(settings) ?? open(settings)
  discovered.set(settings, kept)
  return kept.catch((cause: unknown) => {
    discovered.delete(settings)
    throw new SkillError('SERVICE_UNAVAILABLE', 'The sign-in provider does not answer', { cause })
  })
}

function open({ issuer, clientId, clientSecret }: OidcConfig): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  const isLocal = url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return oidc.discovery(url, clientId, clientSecret, undefined, {
    timeout: 10,
    // Only for a provider on this very machine.
    execute: isLocal ? [oidc.allowInsecureRequests] : [],
  })
}
