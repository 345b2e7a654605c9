import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { issuerOf } from './issuer-of.ts'
import { OAUTH_PATHS } from './oauth-paths.ts'

const BODIES = ['application/json', 'application/x-www-form-urlencoded']
const LARGEST = 56 * 1024

/** The hub as an issuer of access tokens (OAuth 2.1), by a certified library: for MCP clients, and for agents with a token of the hub. */
export function oauthRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    // The library reads bodies itself.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(BODIES, (_request, _payload, done) => done(null))
    const handler = (request: FastifyRequest, reply: FastifyReply) => passOn(hub, request, reply)
    const read = { config: { needs: 'anyone' }, schema: { hide: true }, exposeHeadRoute: false } as const
    const login = { ...read, config: { needs: 'anyone', rate: 'login' }, bodyLimit: LARGEST } as const
    const client = { ...login, config: { ...login.config, isOfClient: true } } as const
    app.get('/.well-known/oauth-authorization-server', read, handler)
    app.get(OAUTH_PATHS.jwks, read, handler)
    app.get(OAUTH_PATHS.authorization, login, handler)
    app.get(`${OAUTH_PATHS.authorization}/:uid`, login, handler)
    app.post(OAUTH_PATHS.registration, login, handler)
    app.post(OAUTH_PATHS.token, client, handler)
  }
}

async function passOn(hub: HubContext, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const issuer = await issuerOf(hub)
  const { host, protocol, pathname } = new URL(hub.url())
  // What a request says about its own address decides nothing.
  Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) })
  delete raw.headers['x-forwarded-host']
  // A token of the hub, which has been looked at, says nothing to the issuer.
  if (!/^Basic /i.test(raw.headers.authorization ?? '')) delete raw.headers.authorization
  if (pathname !== '/') Object.assign(raw, { baseUrl: pathname.replace(/\/$/, '') })
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await issuer.callback()(raw, reply.raw)
  return reply
}
