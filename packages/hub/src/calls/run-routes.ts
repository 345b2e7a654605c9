import { SkillError } from '@skillwright/contract'
import {
  CANCEL_RUN,
  DISCARD_RUN,
  LIST_RUNS,
  READ_RUN,
  READ_RUN_RESULT,
  READ_RUN_STATUS,
  READ_SKILL_STATS,
  REQUEUE_RUN,
  type RUN_PARAMS,
  scopeOf,
  type Wire,
} from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import { authorityOf, callPrincipal } from './call-principal.ts'
import { readCallStats } from './call-stats.ts'
import { callsOf } from './calls-of.ts'
import { findRun, findRunOf, listRuns, type RunReader } from './read-runs.ts'
import { runDocument } from './run-document.ts'
import { sendResponse } from './send-response.ts'
import { callOffTask } from './tasks.ts'

/** What became of calls, over HTTP. */
export function runRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LIST_RUNS,
    handler: async (request) => {
      const { items, ...rest } = await listRuns(hub, readerOf(request), request.query)
      return { items: items.map((run) => runDocument(run, urlFor(hub, request))), ...rest }
    },
  })
  app.route({
    ...READ_RUN,
    handler: async (request) => {
      const run = await findRun(hub, readerOf(request), request.params.run)
      return { ...runDocument(run, urlFor(hub, request)), request: { ...run.request }, response: run.response ?? null }
    },
  })
  app.route({
    ...READ_RUN_STATUS,
    config: needsOf(hub, READ_RUN_STATUS.config),
    handler: async (request) =>
      runDocument(await findRunOf(hub, readerOf(request), request.params), urlFor(hub, request)),
  })
  server.route<{ Params: Wire<typeof RUN_PARAMS> }>({
    ...READ_RUN_RESULT,
    config: needsOf(hub, READ_RUN_RESULT.config),
    handler: async (request, reply) => {
      const run = await findRunOf(hub, readerOf(request), request.params)
      if (run.response !== undefined) return sendResponse(reply, run.response)
      return reply.code(202).send(runDocument(run, urlFor(hub, request)))
    },
  })
  app.route({
    ...CANCEL_RUN,
    config: needsOf(hub, CANCEL_RUN.config),
    handler: async (request) => {
      const run = await findRunOf(hub, readerOf(request), request.params)
      const { jobs } = await callsOf(hub)
      await callOffTask(hub, run.id)
      return runDocument((await jobs.cancel(run.id)) ?? run, urlFor(hub, request))
    },
  })
  app.route({
    ...READ_SKILL_STATS,
    handler: ({ principal, params, query }) =>
      readCallStats(hub, principal, { scope: scopeOf(params.scope), name: params.skill }, query),
  })
  deadRunRoutes(server, hub)
}

/** Runs that failed for good, and what is done with them. */
function deadRunRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...REQUEUE_RUN,
    handler: async (request, reply) => {
      const reader = readerOf(request)
      const { id, principal, authority } = await findDeadRun(hub, reader, request.params.run)
      const { jobs } = await callsOf(hub)
      // Who tries their own again answers for it from now on; an administrator does not.
      const by = principal === reader.caller ? authorityOf(reader.principal).authority : authority
      const run = (await jobs.requeue(id, { authority: by })) ?? (await findRun(hub, reader, id))
      return reply.code(202).send(runDocument(run, urlFor(hub, request)))
    },
  })
  app.route({
    ...DISCARD_RUN,
    handler: async (request) => {
      const run = await findDeadRun(hub, readerOf(request), request.params.run)
      const { jobs } = await callsOf(hub)
      return runDocument((await jobs.discard(run.id)) ?? run, urlFor(hub, request))
    },
  })
}

async function findDeadRun(hub: HubContext, reader: RunReader, id: string): Promise<Run> {
  const run = await findRun(hub, reader, id)
  if (run.isDead) return run
  throw new SkillError('CONFLICT', `The run ${id} is not dead: it is ${run.state}`, {
    hint: 'Only a run of the queue that failed for good waits to be dealt with',
  })
}

/** Who asks. */
export function readerOf({ principal, ip }: FastifyRequest): RunReader {
  return { principal, caller: callPrincipal(principal, ip) }
}

/** Where strangers may call, they may also come back for what they called. */
export function needsOf<Config extends object>({ config }: HubContext, of: Config) {
  return config.calls.anonymous ? { ...of, needs: 'anyone' as const } : of
}
