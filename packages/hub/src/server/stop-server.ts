import type { FastifyInstance } from 'fastify'

const IDLE_CHECK_MS = 50

/** Takes nothing new, lets what runs end, and cuts off what takes longer than the limit. */
export async function stopServer(app: FastifyInstance, limitMs: number): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs)
  // A connection whose last request has ended is kept open for the next one, which will not be taken.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  await app.close().finally(() => {
    clearTimeout(limit)
    clearInterval(idle)
  })
}
