import { isObject } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callPrincipal } from '../calls/call-principal.ts'
import { beginStream, eventStreamsOf, type ServerEvent } from '../calls/event-streams.ts'
import { limitCalls } from '../calls/limit-calls.ts'
import type { HubContext } from '../hub-context.ts'
import { refuseForeignPage } from '../server/refuse-foreign-page.ts'
import { urlFor } from '../server/url-for.ts'
import { goneSignal } from '../server/when-closed.ts'
import { A2A_PATH, type AgentCaller, hubAgent } from './hub-agent.ts'

const CARD_PATH = '/.well-known/agent-card.json'
/** What makes a call, and counts as one. */
const CALLS = new Set<unknown>(['SendMessage', 'SendStreamingMessage'])
/** What is answered by a stream, which holds a connection. */
const STREAMED = new Set<unknown>(['SendStreamingMessage', 'SubscribeToTask'])

/** The skills of the hub for other agents: its card, and JSON-RPC of A2A 1.0. */
export function a2aRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const { anonymous, maxBodyBytes } = hub.config.calls
    const limit = limitCalls(hub)
    const streams = eventStreamsOf(hub)
    app.addHook('preClose', async () => streams.close())
    app.get(
      CARD_PATH,
      // Everyone sees what is public; a token adds what its owner may call, or leaves what it is bound to.
      { config: { needs: 'anyone', isOfToken: true }, schema: { hide: true } },
      async (request, reply) => {
        const { agentCard } = await loadBridges()
        return agentCard(await hubAgent(hub, callerOf(hub, request, reply)).card())
      },
    )
    app.route({
      method: 'POST',
      url: A2A_PATH,
      config: { needs: anonymous ? 'anyone' : 'invoke', rate: 'call', isOfToken: true },
      schema: { hide: true },
      bodyLimit: maxBodyBytes,
      preHandler: async (request, reply) => {
        refuseForeignPage(hub, request)
        if (limit !== undefined && isObject(request.body) && CALLS.has(request.body.method)) await limit(request, reply)
      },
      handler: async (request, reply) => {
        const caller = callerOf(hub, request, reply)
        // Before the run begins that it is about.
        using _place =
          isObject(request.body) && STREAMED.has(request.body.method) ? streams.enter(caller.name) : undefined
        const version = request.headers['a2a-version']
        const { answerAgent } = await loadBridges()
        const answer = await answerAgent(hubAgent(hub, caller), {
          body: request.body,
          version: typeof version === 'string' ? version : undefined,
          onError: (err) => request.log.error({ err }, 'a request of an agent failed'),
        })
        if (!(Symbol.asyncIterator in answer)) return reply.send(answer)
        await streams.sendEvents(beginStream(reply), asEvents(answer))
        return reply
      },
    })
  }
}

/** Most hubs start more often than an agent asks them, and the SDK takes its time to load. */
function loadBridges() {
  return import('@skillwright/bridges')
}

function callerOf(hub: HubContext, request: FastifyRequest, reply: FastifyReply): AgentCaller {
  const { principal, ip } = request
  return { principal, name: callPrincipal(principal, ip), url: urlFor(hub, request), gone: goneSignal(reply) }
}

async function* asEvents(answers: AsyncIterable<object>): AsyncGenerator<ServerEvent> {
  for await (const data of answers) yield { data }
}
