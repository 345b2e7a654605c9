import type { Descriptor } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { OAUTH_PATHS } from '../oauth/oauth-paths.ts'
import { foreignIssuer } from '../people/foreign-tokens.ts'

/** The header that carries a token of the hub as the key of a descriptor. */
const KEY_HEADER = 'X-API-Key'

/** A token as the key of a descriptor: the usual way. */
export const HUB_TOKEN: Descriptor['auth'] = {
  type: 'api_key',
  header: KEY_HEADER,
  description: 'A token of the hub with the scope "invoke"; Authorization: Bearer takes it too.',
}

/** The ways to show who calls a skill here, the usual one first. */
export async function offeredAuth(
  hub: HubContext,
  access: Descriptor['access'],
): Promise<readonly Descriptor['auth'][]> {
  const { anonymous } = hub.config.calls
  return [
    ...(anonymous && access === 'public' ? [{ type: 'none' } as const] : []),
    HUB_TOKEN,
    // In the header that the skill names.
    { type: 'custom' },
    ...(await oauth(hub)),
  ]
}

/** Access tokens of the issuer that the operator trusts; else of the hub itself, got with the id and the secret of a token. */
async function oauth(hub: HubContext): Promise<readonly Descriptor['auth'][]> {
  const { token_endpoint, authorization_endpoint } =
    hub.config.calls.issuer === undefined ? ownEndpoints(hub) : await foreignIssuer(hub)
  if (token_endpoint === undefined) return []
  return [
    {
      type: 'oauth2',
      oauth2: {
        token_url: token_endpoint,
        ...(authorization_endpoint === undefined ? {} : { authorization_url: authorization_endpoint }),
        scopes: { 'skill:invoke': 'Call skills' },
      },
    },
  ]
}

function ownEndpoints(hub: HubContext) {
  return {
    token_endpoint: `${hub.url()}${OAUTH_PATHS.token}`,
    authorization_endpoint: `${hub.url()}${OAUTH_PATHS.authorization}`,
  }
}
