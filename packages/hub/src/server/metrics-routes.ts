import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { READ_METRICS } from '../api/health.ts'
import type { HubContext } from '../hub-context.ts'

/** Serves `/metrics`. What tells of the registry is only for administrators. */
export function metricsRoutes(hub: HubContext): (app: FastifyInstance) => void {
  const { operation, inner } = hub.metrics
  return (app) => {
    app.route({
      ...READ_METRICS,
      handler: async (request, reply) => {
        const parts = [processMetrics(), operation, ...(request.principal.scopes.has('admin') ? [inner] : [])]
        const text = await Promise.all(parts.map((part) => part.metrics()))
        return reply.type(operation.contentType).send(text.join('\n'))
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
    const route = request.routeOptions.url ?? '(none)'
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}
