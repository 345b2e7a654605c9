import { FOLLOW_RUN, type RUN_PARAMS, type Wire } from '@skillwright/hub-api'
import type { RunHappening } from '@skillwright/jobs'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { isStillValid } from '../people/authenticate.ts'
import { urlFor } from '../server/url-for.ts'
import { whenClosed } from '../server/when-closed.ts'
import { callsOf } from './calls-of.ts'
import { beginStream, eventStreamsOf } from './event-streams.ts'
import { findRunOf, type RunReader } from './read-runs.ts'
import { runDocument } from './run-document.ts'
import { needsOf, readerOf } from './run-routes.ts'

/** What happens to runs, as server-sent events. */
export function eventRoutes(server: FastifyInstance, hub: HubContext): void {
  const streams = eventStreamsOf(hub)
  server.addHook('preClose', async () => streams.close())
  server.route<{ Params: Wire<typeof RUN_PARAMS> }>({
    ...FOLLOW_RUN,
    config: needsOf(hub, FOLLOW_RUN.config),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      // Before anything is waited for: who hangs up meanwhile would hold a place until the run ends.
      const gone = new AbortController()
      whenClosed(reply, () => gone.abort())
      const reader = readerOf(request)
      const run = await findRunOf(hub, reader, request.params)
      const { jobs } = await callsOf(hub)
      using _place = streams.enter(reader.caller)
      const raw = beginStream(reply)
      const after = Number(request.headers['last-event-id'] ?? 0)
      const url = urlFor(hub, request)
      await streams
        .send(raw, whileValid(hub, reader, jobs.follow(run.id, { after, signal: gone.signal })), async () => {
          if (!(await isStillValid(hub, reader.principal))) return undefined
          const { response, ...ended } = await findRunOf(hub, reader, request.params)
          return response && { event: 'result', data: { ...runDocument({ ...ended, response }, url), response } }
        })
        .catch((err: unknown) => {
          if (!gone.signal.aborted) request.log.error({ err }, 'a stream of events ended early')
        })
      return reply
    },
  })
}

/** What happens, until the caller's token ends: a stream may be open for longer than that is good. */
async function* whileValid(
  hub: HubContext,
  { principal }: RunReader,
  happenings: AsyncIterable<RunHappening>,
): AsyncGenerator<RunHappening> {
  for await (const happening of happenings) {
    if (!(await isStillValid(hub, principal))) return
    yield happening
  }
}
