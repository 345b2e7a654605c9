import { readTraceContext } from '@skillwright/contract'
import { fullName, INVOKE_ACTION, INVOKE_SKILL, LIST_DESCRIPTORS, READ_DESCRIPTOR } from '@skillwright/hub-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { placeOf } from '../registry/place-of.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import { goneSignal, whenClosed } from '../server/when-closed.ts'
import { artifactRoutes } from './artifact-routes.ts'
import { callPrincipal } from './call-principal.ts'
import { startCallSpan } from './call-spans.ts'
import { callsOf } from './calls-of.ts'
import { eventRoutes } from './event-routes.ts'
import { invokeSkill } from './invoke-skill.ts'
import { limitCalls } from './limit-calls.ts'
import { readPreference } from './read-preference.ts'
import { runDocument } from './run-document.ts'
import { runRoutes } from './run-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { sendResponse } from './send-response.ts'
import { taskRoutes } from './task-routes.ts'

/** Calling skills over HTTP: how, the calls themselves, and what became of them. */
export function callRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (server) => {
    const app = server.withTypeProvider<SchemaTypes>()
    app.route({
      ...LIST_DESCRIPTORS,
      handler: async (request) => {
        const { source } = await callsOf(hub)
        return source.list(request.principal, { ...request.query, url: urlFor(hub, request) })
      },
    })
    app.route({
      ...READ_DESCRIPTOR,
      handler: async (request) => {
        const { source } = await callsOf(hub)
        const options = { ...request.query, url: urlFor(hub, request) }
        return source.describe(request.principal, placeOf(request.params), options)
      },
    })
    invokeRoutes(server, hub)
    runRoutes(server, hub)
    eventRoutes(server, hub)
    artifactRoutes(server, hub)
    scheduleRoutes(server, hub)
    secretRoutes(server, hub)
    taskRoutes(server, hub)
  }
}

function invokeRoutes(server: FastifyInstance, hub: HubContext): void {
  const { anonymous, maxBodyBytes } = hub.config.calls
  const limit = limitCalls(hub)
  for (const operation of [INVOKE_SKILL, INVOKE_ACTION])
    server.route<{ Params: InvokeParams; Body: Readonly<Record<string, unknown>> }>({
      ...operation,
      // Where strangers may call, whether they may call this skill is found out with the skill.
      config: { ...operation.config, needs: anonymous ? 'anyone' : operation.config.needs },
      bodyLimit: maxBodyBytes,
      ...(limit === undefined ? {} : { onRequest: limit }),
      handler: (request, reply) => invoke(hub, request, reply),
    })
}

interface InvokeParams {
  readonly scope: string
  readonly skill: string
  readonly version: string
  readonly action?: string
}

async function invoke(
  hub: HubContext,
  request: FastifyRequest<{ Params: InvokeParams; Body: Readonly<Record<string, unknown>> }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { principal, body, headers, ip } = request
  const { action, ...place } = request.params
  const preference = readPreference(headers.prefer === undefined ? undefined : String(headers.prefer))
  const { 'idempotency-key': key, 'webhook-url': webhook } = headers
  const { traceparent, tracestate } = headers
  const found = placeOf(place)
  const span = startCallSpan(fullName(found), readTraceContext(traceparent, tracestate))
  whenClosed(reply, () => span.end(reply.statusCode))
  const outcome = await invokeSkill(
    hub,
    principal,
    {
      place: found,
      action,
      body,
      caller: callPrincipal(principal, ip),
      idempotencyKey: key === undefined ? undefined : String(key),
      webhook: webhook === undefined ? undefined : String(webhook),
      trace: span.trace,
    },
    { ...preference, gone: goneSignal(reply) },
  )
  if ('response' in outcome) return sendResponse(reply, outcome.response)
  const run = runDocument(outcome.run, urlFor(hub, request))
  if (preference.isAsync) reply.header('preference-applied', 'respond-async')
  return reply.code(202).header('location', run.status_url).send(run)
}
