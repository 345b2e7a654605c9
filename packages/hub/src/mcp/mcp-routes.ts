import { isObject, SkillError } from '@skillwright/contract'
import type { SkillHandler } from '@skillwright/mcp'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callPrincipal } from '../calls/call-principal.ts'
import { eventStreamsOf } from '../calls/event-streams.ts'
import { limitCalls } from '../calls/limit-calls.ts'
import type { HubContext } from '../hub-context.ts'
import { refuseForeignPage } from '../server/refuse-foreign-page.ts'
import { urlFor } from '../server/url-for.ts'
import { whenClosed } from '../server/when-closed.ts'
import { hubCatalog } from './hub-catalog.ts'
import { SkillWatch } from './watch-skills.ts'

const PATH = '/mcp'
const METADATA = '/.well-known/oauth-protected-resource'

/** The skills of the hub for MCP clients over Streamable HTTP, and what tells clients how to get a token (RFC 9728). */
export function mcpRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const { anonymous, maxBodyBytes } = hub.config.calls
    const watch = new SkillWatch(hub)
    let opening: Promise<SkillHandler> | undefined
    // Most hubs start more often than an MCP client asks them, and the SDK takes its time to load.
    const open = () => {
      opening ??= openHandler(hub)
      return opening
    }
    const limit = limitCalls(hub)
    app.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode === 401)
        reply.header(
          'www-authenticate',
          `Bearer realm="skillwright", resource_metadata="${urlFor(hub, request)}${METADATA}${PATH}"`,
        )
      done(null, payload)
    })
    app.route({
      method: ['POST', 'GET', 'DELETE'],
      url: PATH,
      // A token that is bound to a scope or a skill sees that alone; who may call which skill is found out with the skill.
      config: { needs: anonymous ? 'anyone' : 'invoke', rate: 'call', isOfToken: true },
      schema: { hide: true },
      bodyLimit: maxBodyBytes,
      preHandler: async (request, reply) => {
        refuseForeignPage(hub, request)
        refuseBatch(request.body)
        if (limit !== undefined && isObject(request.body) && request.body.method === 'tools/call')
          await limit(request, reply)
      },
      handler: async (request, reply) => {
        const { principal, ip } = request
        const url = urlFor(hub, request)
        const caller = callPrincipal(principal, ip)
        if (isObject(request.body) && request.body.method === 'subscriptions/listen') {
          const place = eventStreamsOf(hub).enter(caller)
          whenClosed(reply, () => place[Symbol.dispose]())
        }
        const catalog = hubCatalog(hub, { principal, name: caller, url })
        const answer = await (await open()).answer(webRequest(request, reply, `${url}${PATH}`), {
          catalog,
          watch: (changed) => watch.add(principal, changed),
          ...(request.body === undefined || request.body === null ? {} : { body: request.body }),
        })
        return reply
          .code(answer.status)
          .headers(Object.fromEntries(answer.headers))
          .send(answer.body ?? undefined)
      },
    })
    for (const path of [METADATA, `${METADATA}${PATH}`])
      app.get(path, { config: { needs: 'anyone' }, schema: { hide: true } }, (request) =>
        metadataOf(hub, urlFor(hub, request)),
      )
  }
}

/** MCP has had no batches since 2025-06-18, and many calls in one request would count as one. */
function refuseBatch(body: unknown): void {
  if (!Array.isArray(body)) return
  throw new SkillError('INVALID_INPUT', `Expected one JSON-RPC message, got a batch of ${body.length}`, {
    hint: 'Send each message in a request of its own',
  })
}

async function openHandler(hub: HubContext): Promise<SkillHandler> {
  const { closing, log } = hub
  const { createSkillHandler } = await import('@skillwright/mcp')
  const handler = createSkillHandler({
    version: '1',
    onError: (err) => log.debug({ err }, 'an MCP request was not answered as usual'),
  })
  closing.defer(() => handler.close())
  return handler
}

/** How a caller shows who they are: with a token of the issuer that the operator trusts, where there is one, or of the hub. */
function metadataOf(hub: HubContext, url: string): object {
  const { issuer } = hub.config.calls
  return {
    resource: `${url}${PATH}`,
    resource_name: 'Skillwright hub',
    bearer_methods_supported: ['header'],
    scopes_supported: ['skill:invoke'],
    authorization_servers: [...(issuer === undefined ? [] : [issuer]), hub.url()],
  }
}

/** The request as the SDK takes it; its end is the end of the connection. */
function webRequest({ method, headers, raw }: FastifyRequest, reply: FastifyReply, url: string): Request {
  const gone = new AbortController()
  whenClosed(reply, () => {
    if (!reply.raw.writableFinished || raw.destroyed) gone.abort()
  })
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return new Request(url, {
    method,
    headers: [...named].map(([name, value]): [string, string] => [name, value]),
    signal: gone.signal,
  })
}
