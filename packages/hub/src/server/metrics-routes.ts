import { READ_METRICS } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { callsOf } from '../calls/calls-of.ts'
import type { HubContext } from '../hub-context.ts'

/** Serves `/metrics`. */
export function metricsRoutes(hub: HubContext): (app: FastifyInstance) => void {
  const { registry, requests, calls } = hub.metrics
  return (app) => {
    app.route({
      ...READ_METRICS,
      handler: async (_request, reply) => {
        const text = await Promise.all([processMetrics(), registry].map((part) => part.metrics()))
        return reply
          .type(registry.contentType)
          .send([...text, requests.text(), calls.text(), await queueText(hub)].join('\n'))
      },
    })
  }
}

const QUEUED = 'skillwright_hub_queued_runs'
const MAX_SKILLS = 1_000

/** How many runs wait, which is the same on all nodes: read when it is asked for. */
async function queueText(hub: HubContext): Promise<string> {
  const { jobs } = await callsOf(hub)
  const waiting = (await jobs.waiting()).slice(0, MAX_SKILLS)
  const lines = waiting.map(({ skill, count }) => `${QUEUED}{skill="${skill}"} ${count}`)
  return [`# HELP ${QUEUED} Runs that wait for a worker, by skill.`, `# TYPE ${QUEUED} gauge`, ...lines, ''].join('\n')
}

let ofProcess: Registry | undefined

/** Memory, processor time and the like belong to the process, however many hubs run in it; measuring them cannot be stopped. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** Measures every request by the pattern of its route. */
export function measureRequests(app: FastifyInstance, { metrics }: HubContext): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.route.url ?? '(none)'
    metrics.requests.observe(route, `${request.method} ${reply.statusCode}`, reply.elapsedTime / 1000)
    done()
  })
}
