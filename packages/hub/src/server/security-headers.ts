import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'

const NOTHING = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Says on every answer how a browser must treat it: as what it says it is, and, unless a page says otherwise, as something that loads and runs nothing. */
export function addSecurityHeaders(app: FastifyInstance, hub: HubContext): void {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NOTHING,
    'referrer-policy': 'no-referrer',
    ...(hub.config.publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}
