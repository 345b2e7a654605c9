import { SkillError } from '@skillwright/contract'
import type { OAuth2Config } from '@skillwright/skill'
import * as oauth from 'oauth4webapi'
import { within } from '../call/within.ts'
import type { OAuthCredential } from './credentials.ts'
import { guardUrl } from './guard-address.ts'
import { type NetworkOptions, openNetwork } from './network.ts'
import { asHeld, clientProof, errorName, tokenClient } from './request-token.ts'
import type { HeldToken } from './token-store.ts'

/** An authorization that a person has still to agree to. Keep it where only the host can read it. */
export interface PendingAuthorization {
  /** The page to open in the person's browser. */
  readonly url: string
  readonly state: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly tokenUrl: string
}

/** Options of beginAuthorization. */
export interface AuthorizationOptions extends Pick<NetworkOptions, 'allow'> {
  /** Where the browser is sent afterwards; the host listens there. */
  readonly redirectUri: string
}

/** Begins the authorization code flow with PKCE: gives the page a person has to open. */
export async function beginAuthorization(
  config: OAuth2Config,
  { clientId, scopes = Object.keys(config.scopes ?? {}) }: OAuthCredential,
  { redirectUri, ...policy }: AuthorizationOptions,
): Promise<PendingAuthorization> {
  if (config.authorization_url === undefined)
    throw new SkillError('INVALID_INPUT', 'The descriptor names no authorization_url for a person to open')
  const url = guardUrl(config.authorization_url, policy)
  const codeVerifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const params = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return { url: url.href, state, codeVerifier, redirectUri, tokenUrl: config.token_url }
}

/** Finishes it with the URL the browser came back to. Store the refresh token with the credential. Throws PERMISSION_DENIED for a forged return. */
export async function finishAuthorization(
  pending: PendingAuthorization,
  returnedTo: string,
  credential: OAuthCredential,
  { signal, timeoutMs = 30_000, ...options }: NetworkOptions & { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<HeldToken> {
  const network = openNetwork(options)
  const limit = { ms: timeoutMs, message: 'The authorization server took too long' }
  return within(limit, signal, async (inner) => {
    const { server, client, options: request } = tokenClient(pending.tokenUrl, credential, network, inner)
    const callback = new URL(returnedTo)
    const issued = { ...server, issuer: issuerOf(callback, pending) }
    const params = checkReturn(() => oauth.validateAuthResponse(issued, client, callback, pending.state))
    return asHeld(network, async () => {
      const { redirectUri, codeVerifier } = pending
      const proof = clientProof(credential)
      const response = await oauth.authorizationCodeGrantRequest(
        issued,
        client,
        proof,
        params,
        redirectUri,
        codeVerifier,
        request,
      )
      return oauth.processAuthorizationCodeResponse(issued, client, response)
    })
  })
}

/** Without discovery only the origin of the issuer is known; one of another origin is a mix-up of two servers. */
function issuerOf(callback: URL, pending: PendingAuthorization): string {
  const { origin } = new URL(pending.url)
  const claimed = callback.searchParams.get('iss')
  return claimed !== null && URL.canParse(claimed) && new URL(claimed).origin === origin ? claimed : origin
}

function checkReturn(check: () => URLSearchParams): URLSearchParams {
  try {
    return check()
  } catch (thrown) {
    const said = thrown instanceof oauth.AuthorizationResponseError ? `: ${errorName(thrown.error)}` : ''
    throw new SkillError('PERMISSION_DENIED', `The return from the authorization server was refused${said}`)
  }
}
