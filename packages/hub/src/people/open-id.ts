import { SkillError } from '@skillwright/contract'
import { FINISH_OPEN_ID } from '@skillwright/hub-api'
import * as oidc from 'openid-client'
import type { OidcConfig } from '../hub-config.ts'
import type { HubContext } from '../hub-context.ts'

const CALLBACK_PATH = FINISH_OPEN_ID.url

/** What the browser keeps until it comes back; useless to anyone else. */
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

/** The identity of a user at the provider. */
export type OpenIdClaims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** Finishes what the browser began: asks the provider who it was. Throws AUTHENTICATION_REQUIRED. */
export async function finishOpenId(
  hub: HubContext,
  { query, pending }: { readonly query: string; readonly pending: PendingLogin },
): Promise<OpenIdClaims> {
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
  return claims
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
    // Only for a provider on this machine.
    execute: isLocal ? [oidc.allowInsecureRequests] : [],
  })
}
