import { createPrivateKey, hkdfSync } from 'node:crypto'
import Provider, {
  type Adapter,
  type Configuration,
  type ErrorOut,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { HubContext } from '../hub-context.ts'
import { hubKey } from '../log/hub-key.ts'
import { newSecret } from '../people/secret.ts'
import { DAY_MS, LOGIN_DAYS } from '../people/tokens.ts'
import { escapeHtml, htmlPage, PAGE_POLICY } from '../server/html-page.ts'
import { AccessTokens } from './access-tokens.ts'
import { isSecretOf, OauthClients } from './oauth-clients.ts'
import { OAUTH_PATHS } from './oauth-paths.ts'
import { OauthRecords } from './oauth-records.ts'
import { OAUTH_SCOPES } from './oauth-scopes.ts'

const ACCESS_SECONDS = 3_600
const DECIDE_SECONDS = 600
const LOGIN_SECONDS = (LOGIN_DAYS * DAY_MS) / 1000

/** Opens the hub as an issuer of access tokens, which are tokens of the hub. */
export async function openIssuer(hub: HubContext): Promise<Provider> {
  const provider = new Provider(hub.url(), await configurationOf(hub))
  // Addresses are those of the hub's own setting, which the routes put into the headers.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(shown: string) {
    return isSecretOf(this, shown)
  }
  // With the prefix by which scanners of source code find one that was lost.
  const generateTokenId = function generate(this: { format?: string }): string {
    this.format = 'opaque'
    return newSecret()
  }
  for (const { prototype } of [provider.AccessToken, provider.ClientCredentials])
    Object.assign(prototype, { generateTokenId })
  provider.on('server_error', (_context, err: unknown) => hub.log.error({ err }, 'an OAuth request failed'))
  return provider
}

async function configurationOf(hub: HubContext): Promise<Configuration> {
  const resources = [hub.url(), `${hub.url()}/mcp`]
  return {
    adapter: (model) => adapterOf(hub, model),
    routes: OAUTH_PATHS,
    scopes: [...OAUTH_SCOPES],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA', grant_types: ['authorization_code', 'refresh_token'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    // Nothing that a program says about itself is looked up.
    fetch: () => Promise.reject(new Error('The hub asks no address that a program names')),
    ...(await keysOf(hub)),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => hub.url(),
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          if (!resources.includes(resource)) throw new errors.InvalidTarget('tokens are for this hub alone')
          return { scope: OAUTH_SCOPES.join(' '), audience: hub.url(), accessTokenFormat: 'opaque' }
        },
      },
    },
    expiresWithSession: () => false,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: ({ oidc }) => secondsUntil(oidc.entities.Grant?.exp),
      ClientCredentials: (_context, _token, client) => secondsUntil(client.clientSecretExpiresAt || undefined),
      AuthorizationCode: 60,
      RefreshToken: ({ oidc }) => secondsUntil(oidc.entities.Grant?.exp, LOGIN_SECONDS),
      Grant: LOGIN_SECONDS,
      Interaction: DECIDE_SECONDS,
      Session: DECIDE_SECONDS,
      IdToken: ACCESS_SECONDS,
    },
    interactions: { url: (_context, { uid }) => `${hub.url()}/oauth/consent/${uid}` },
    findAccount: async (_context, id) => {
      const known = await hub.db
        .selectFrom('people')
        .select('id')
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      return known && { accountId: id, claims: () => ({ sub: id }) }
    },
    renderError,
  }
}

/** Nothing is made that outlives what it is made of. */
function secondsUntil(end: number | undefined, most = ACCESS_SECONDS): number {
  return Math.max(1, Math.min(most, end === undefined ? most : end - Math.floor(Date.now() / 1000)))
}

function adapterOf(hub: HubContext, model: string): Adapter {
  if (model === 'Client') return new OauthClients(hub)
  if (model === 'AccessToken' || model === 'ClientCredentials') return new AccessTokens(hub, model)
  const records = new OauthRecords(hub, model)
  // Who uses a browser is what the session of the hub says, and nothing else.
  if (model === 'Session') Object.assign(records, { upsert: async () => undefined, find: async () => undefined })
  return records
}

/** Made of the hub's own key, so that they are the same on all nodes, and stored nowhere. */
async function keysOf(hub: HubContext): Promise<Pick<Configuration, 'jwks' | 'cookies'>> {
  const { privateKey } = await hubKey(hub)
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `oauth ${purpose}`, 32))
  // For the ID token of a program that asks for the scope openid; nothing here takes one.
  const der = Buffer.concat([secret.subarray(0, secret.length - 32), derive('signatures')])
  const jwk = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }).export({ format: 'jwk' })
  return {
    jwks: { keys: [{ kty: 'OKP', crv: jwk.crv, d: jwk.d, x: jwk.x, use: 'sig' }] },
    cookies: {
      keys: [derive('cookies').toString('base64url')],
      names: { session: 'skw_oauth', interaction: 'skw_consent', resume: 'skw_resume' },
    },
  }
}

function renderError(context: KoaContextWithOIDC, { error, error_description = '' }: ErrorOut): void {
  context.set('content-security-policy', PAGE_POLICY)
  context.type = 'html'
  const body = `<main id="main"><h1>Not signed in</h1><p role="alert">${escapeHtml(`${error}: ${error_description}`)}</p>
<p>Begin again in the program that sent you here.</p></main>`
  context.body = htmlPage('Not signed in', body)
}
