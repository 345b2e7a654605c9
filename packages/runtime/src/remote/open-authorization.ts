import { createHash } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { Descriptor } from '@skillwright/skill'
import { within } from '../call/within.ts'
import { type Credentials, findCredential, type OAuthCredential } from './credentials.ts'
import type { Authorize } from './exchange.ts'
import { isFramingHeader } from './framing-header.ts'
import type { Network } from './network.ts'
import { requestToken } from './request-token.ts'
import type { HttpRequest } from './send-request.ts'
import { createTokenStore, type HeldToken, type TokenStore } from './token-store.ts'

/** Proves a request in a way only the host knows: gives the headers to add. */
export type Signer = (
  request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>

/** How a call proves who makes it. */
export interface AuthorizationSetup {
  /** Reference of the credential to use; the caller chooses it, never the descriptor. */
  readonly credential?: string
  readonly credentials?: Credentials
  /** Signers for `custom` authentication, by the reference that chooses them. */
  readonly signers?: Readonly<Record<string, Signer>>
  /** Shared by all calls of a host, so that tokens are kept between them. */
  readonly tokens?: TokenStore
  /** Called when an authorization server replaced the refresh token; the old one is invalid then. */
  readonly onRefreshToken?: (ref: string, refreshToken: string) => void | Promise<void>
}

/** The proof for one call. */
export interface Authorization {
  readonly authorize: Authorize | undefined
  /** Called when a proof was refused; true when another one can be tried. */
  renew(): boolean
}

/** Prepares the authorization that a descriptor asks for. Every secret it obtains is added to `secrets`. */
export async function openAuthorization(
  { id, auth, endpoint }: Descriptor,
  setup: AuthorizationSetup,
  { network, secrets, timeoutMs }: { network: Network; secrets: Set<string>; timeoutMs: number },
): Promise<Authorization> {
  if (auth.type === 'none') return { authorize: undefined, renew: () => false }
  const { credential: ref = '', signers = {} } = setup
  if (auth.type === 'custom' && Object.hasOwn(signers, ref)) return signed(signers[ref], secrets)
  const origins = [endpoint.url, ...(auth.oauth2 ? [auth.oauth2.token_url] : [])].map((url) => new URL(url).origin)
  const credential = await findCredential(setup.credential, setup.credentials, { descriptorId: id, origins })
  if ('key' in credential) {
    const name =
      auth.type === 'oauth2' ? 'authorization' : (auth.header ?? (auth.type === 'api_key' ? 'X-API-Key' : undefined))
    if (name === undefined) throw noScheme(ref)
    keep(secrets, credential.key)
    const value = withScheme(credential.key, auth.type === 'oauth2' ? 'bearer' : auth['x-scheme'])
    if (value !== credential.key) keep(secrets, value.replace(/^\w+ /, ''))
    const headers = checkHeaders({ [name]: value })
    return { authorize: async () => headers, renew: () => false }
  }
  if (auth.type !== 'oauth2' || auth.oauth2 === undefined) {
    throw new SkillError('PERMISSION_DENIED', `The descriptor asks for a key, and ${ref} is an OAuth client`)
  }
  const { scopes = Object.keys(auth.oauth2.scopes ?? {}) } = credential
  return bearer({ tokenUrl: auth.oauth2.token_url, scopes: scopes.toSorted() }, credential, setup, {
    network,
    secrets,
    timeoutMs,
  })
}

/** A key as the header has it. */
function withScheme(key: string, scheme: Descriptor['auth']['x-scheme']): string {
  if (scheme === 'bearer') return `Bearer ${key}`
  return scheme === 'basic' ? `Basic ${Buffer.from(key).toString('base64')}` : key
}

function signed(signer: Signer | undefined, secrets: Set<string>): Authorization {
  const authorize: Authorize = async ({ method, url, headers, body }) => {
    const request = { method, url: new URL(url), headers, ...(body === undefined ? {} : { body }) }
    const proof = checkHeaders((await signer?.(request)) ?? {})
    for (const value of Object.values(proof)) keep(secrets, value)
    return proof
  }
  return { authorize, renew: () => false }
}

function bearer(
  endpoint: { tokenUrl: string; scopes: readonly string[] },
  credential: OAuthCredential,
  { credential: ref = '', tokens = createTokenStore(), onRefreshToken }: AuthorizationSetup,
  { network, secrets, timeoutMs }: { network: Network; secrets: Set<string>; timeoutMs: number },
): Authorization {
  const { clientId, clientSecret = '', refreshToken: given = '' } = credential
  keep(secrets, clientSecret)
  keep(secrets, given)
  keep(secrets, Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64'))
  // By their digest, so that two people with the same client never share a token and the map holds no secret as a key.
  const key = createHash('sha256')
    .update(JSON.stringify([endpoint.tokenUrl, clientId, clientSecret, given, endpoint.scopes]))
    .digest('hex')
  let last: string | undefined
  let renewals = 0
  const renewToken = (old: HeldToken | undefined) => {
    // Others may wait for the same token, so it does not end with the call that happened to ask first.
    const limit = { ms: timeoutMs, message: 'The authorization server took too long' }
    return within(limit, undefined, async (signal) => {
      const before = old?.refreshToken ?? credential.refreshToken
      const token = await requestToken(endpoint, credential, before, network, signal)
      keep(secrets, token.refreshToken ?? '')
      if (token.refreshToken !== undefined && token.refreshToken !== before) {
        await tokens.keepRefreshToken(key, token.refreshToken)
        await onRefreshToken?.(ref, token.refreshToken)
      }
      return token
    })
  }
  const request = () => tokens.get(key, renewToken, { isRefreshing: given !== '' })
  return {
    authorize: async () => {
      const token = await request()
      last = token.accessToken
      keep(secrets, last)
      return checkHeaders({ authorization: `Bearer ${last}` })
    },
    renew: () => {
      if (last === undefined || renewals++ > 0) return false
      tokens.expire(key, last)
      return true
    },
  }
}

function keep(secrets: Set<string>, secret: string): void {
  if (secret !== '') secrets.add(secret)
}

function checkHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (isFramingHeader(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new SkillError('PERMISSION_DENIED', `Refused to put a credential into the header ${JSON.stringify(name)}`)
    if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(value))
      throw new SkillError('PERMISSION_DENIED', 'The credential holds characters that no header can carry')
  }
  return headers
}

function noScheme(ref: string): SkillError {
  const message = 'The descriptor asks for an authentication of its own and names no header for it'
  return new SkillError('PERMISSION_DENIED', message, {
    hint: `Name the header in auth.header of the descriptor, or register a signer named ${ref || 'as the credential'}`,
  })
}
