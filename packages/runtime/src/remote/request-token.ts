import { SkillError } from '@skillwright/contract'
import * as oauth from 'oauth4webapi'
import type { OAuthCredential } from './credentials.ts'
import type { Network } from './network.ts'
import { sendRequest } from './send-request.ts'
import type { HeldToken } from './token-store.ts'

/** Where tokens are got, and for what. */
interface TokenEndpoint {
  readonly tokenUrl: string
  readonly scopes: readonly string[]
}

/** For a service that does not say how long its token lasts. */
const DEFAULT_LIFETIME_SECONDS = 300
const MAX_LIFETIME_SECONDS = 86_400

/** Gets an access token: with the refresh token where there is one, else with the client's own credentials. */
export async function requestToken(
  endpoint: TokenEndpoint,
  credential: OAuthCredential,
  refreshToken: string | undefined,
  network: Network,
  signal: AbortSignal,
): Promise<HeldToken> {
  const { server, client, options } = tokenClient(endpoint.tokenUrl, credential, network, signal)
  const proof = clientProof(credential)
  const scope = endpoint.scopes.join(' ')
  return asHeld(network, async () => {
    if (refreshToken !== undefined) {
      const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, options)
      const token = await oauth.processRefreshTokenResponse(server, client, response)
      // A service that does not rotate refresh tokens leaves the old one in force.
      return { ...token, refresh_token: token.refresh_token ?? refreshToken }
    }
    const params = new URLSearchParams(scope === '' ? {} : { scope })
    const response = await oauth.clientCredentialsGrantRequest(server, client, proof, params, options)
    return oauth.processClientCredentialsResponse(server, client, response)
  })
}

/** What the OAuth library needs to talk to a token endpoint through our own guarded connection. */
export function tokenClient(tokenUrl: string, { clientId }: OAuthCredential, network: Network, signal: AbortSignal) {
  const server: oauth.AuthorizationServer = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const options: oauth.TokenEndpointRequestOptions = {
    signal,
    // Plain http is refused by our own rule for secrets, which knows the hosts an operator allowed.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url, { method, headers, body }) => {
      const answer = await sendRequest(
        { method, url: new URL(url), headers, body: body.toString(), isSecret: true },
        network,
        signal,
      )
      const isEmpty = answer.status === 204 || answer.status === 205 || answer.status === 304
      return new Response(isEmpty ? null : new Uint8Array(answer.body), {
        status: answer.status,
        headers: answer.headers,
      })
    },
  }
  return { server, client: { client_id: clientId }, options }
}

/** How the client proves itself to the token endpoint. */
export function clientProof({ clientSecret, clientAuthentication = 'basic' }: OAuthCredential): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None()
  return clientAuthentication === 'basic' ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret)
}

/** Turns the library's answer into a token, and its errors, which quote what was sent, into ours, which do not. */
export async function asHeld(
  { now }: Network,
  request: () => Promise<oauth.TokenEndpointResponse>,
): Promise<HeldToken> {
  try {
    const { access_token, token_type, expires_in, refresh_token } = await request()
    if (token_type !== 'bearer') throw refused('EXTERNAL_SERVICE_ERROR', `gave a token of type ${token_type}`)
    const seconds = Math.min(MAX_LIFETIME_SECONDS, expires_in ?? DEFAULT_LIFETIME_SECONDS)
    const expiresAt = now() + seconds * 1_000
    return {
      accessToken: access_token,
      expiresAt,
      ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
    }
  } catch (thrown) {
    throw toSkillError(thrown)
  }
}

const PASSING_ERRORS = new Set(['temporarily_unavailable', 'server_error', 'slow_down'])
/** The errors of OAuth 2.0; whatever else a server writes there is not quoted, since it knows our secret. */
const KNOWN_ERRORS = new Set([
  ...PASSING_ERRORS,
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
])

/** The name of an OAuth error, fit to be shown. */
export function errorName(error: string): string {
  return KNOWN_ERRORS.has(error) ? error : 'an error of its own'
}

function toSkillError(thrown: unknown): unknown {
  if (thrown instanceof SkillError) return thrown
  if (thrown instanceof oauth.ResponseBodyError) {
    const code = PASSING_ERRORS.has(thrown.error) ? 'EXTERNAL_SERVICE_ERROR' : 'PERMISSION_DENIED'
    return refused(code, `refused: ${errorName(thrown.error)}`)
  }
  if (thrown instanceof oauth.WWWAuthenticateChallengeError)
    return refused('PERMISSION_DENIED', 'did not accept the client')
  // The RangeError is a status that no Response can have.
  if (
    thrown instanceof oauth.OperationProcessingError ||
    thrown instanceof oauth.UnsupportedOperationError ||
    thrown instanceof RangeError
  )
    return refused('EXTERNAL_SERVICE_ERROR', 'answered with something that is no token')
  return thrown
}

function refused(code: 'PERMISSION_DENIED' | 'EXTERNAL_SERVICE_ERROR', what: string): SkillError {
  return new SkillError(code, `The authorization server ${what}`, { details: { sent: false } })
}
