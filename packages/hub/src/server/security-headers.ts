import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'

/** Says on every answer that it is what it says it is, and which request it answers. A page says itself what it may load. */
export function securityHeaders(hub: HubContext): (request: FastifyRequest, reply: FastifyReply) => void {
  const isSecure = hub.config.publicUrl?.startsWith('https:') ?? false
  return (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id)
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000')
  }
}
