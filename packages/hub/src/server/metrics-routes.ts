import { READ_METRICS } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { HubContext } from '../hub-context.ts'

/** Serves `/metrics`. */
export function metricsRoutes(hub: HubContext): (app: FastifyInstance) => void {
  const { registry, requests, calls } = hub.metrics
  return (app) => {
    app.route({
      ...READ_METRICS,
      handler: async (_request, reply) => {
        const text = await Promise.all([processMetrics(), registry].map((part) => part.metrics()))
        return reply.type(registry.contentType).send([...text, requests.text(), calls.text()].join('\n'))
      },
    })
  }
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
