import { isObject, SkillError } from '@skillwright/contract'
import type { AuthConfig } from '@skillwright/skill'
import type { Json, OpenApiDocument } from './open-document.ts'
import { resolveReference } from './resolve-reference.ts'

/** How an operation wants to know who asks: the first way of several that a call can show. Throws INVALID_CONTRACT when there is none. */
export function operationAuth(document: OpenApiDocument, operation: Json, baseUrl: string): AuthConfig {
  const { root } = document
  const stated = operation.security ?? root.security
  const ways = (Array.isArray(stated) ? stated : []).filter(isObject)
  if (ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)) return { type: 'none' }
  const { securitySchemes } = isObject(root.components) ? root.components : {}
  const schemes = isObject(securitySchemes) ? securitySchemes : {}
  for (const way of ways) {
    const [name = '', ...others] = Object.keys(way)
    const scheme = others.length === 0 && Object.hasOwn(schemes, name) ? resolveReference(document, schemes[name]) : {}
    const auth = authOf(scheme, baseUrl)
    if (auth !== undefined) return auth
  }
  throw new SkillError(
    'INVALID_CONTRACT',
    'no credential that can be sent is enough for it: a key in a header, bearer, basic or OAuth 2.0',
  )
}

function authOf(scheme: Json, baseUrl: string): AuthConfig | undefined {
  const { type, in: where, name, scheme: word } = scheme
  const about =
    typeof scheme.description === 'string' ? { description: scheme.description.slice(0, 500).toWellFormed() } : {}
  if (type === 'apiKey' && where === 'header' && typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
    return { type: 'api_key', header: name, ...about }
  if (type === 'http' && /^basic$/i.test(String(word)))
    return { type: 'api_key', header: 'Authorization', 'x-scheme': 'basic', ...about }
  const oauth = type === 'oauth2' ? oauthOf(scheme.flows, baseUrl) : undefined
  if (oauth !== undefined) return { type: 'oauth2', oauth2: oauth, ...about }
  // Whoever has such a token got it elsewhere.
  const isBearer = (type === 'http' && /^bearer$/i.test(String(word))) || type === 'openIdConnect' || type === 'oauth2'
  return isBearer ? { type: 'api_key', header: 'Authorization', 'x-scheme': 'bearer', ...about } : undefined
}

function oauthOf(flows: unknown, baseUrl: string): AuthConfig['oauth2'] {
  const { clientCredentials, authorizationCode } = isObject(flows) ? flows : {}
  const flow = [clientCredentials, authorizationCode].find(isObject)
  const token = addressOf(flow?.tokenUrl, baseUrl)
  if (flow === undefined || token === undefined) return undefined
  const page = addressOf(flow.authorizationUrl, baseUrl)
  const scopes = Object.entries(isObject(flow.scopes) ? flow.scopes : {}).map(([name, about]) => [name, String(about)])
  return {
    token_url: token,
    ...(page === undefined ? {} : { authorization_url: page }),
    ...(scopes.length === 0 ? {} : { scopes: Object.fromEntries(scopes) }),
  }
}

function addressOf(text: unknown, baseUrl: string): string | undefined {
  const url = typeof text === 'string' ? URL.parse(text, baseUrl) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}
