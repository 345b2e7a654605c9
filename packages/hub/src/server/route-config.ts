import type { Needs, RateClass } from '../api/operation.ts'
import type { Principal } from '../principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call it; a route that does not say so is not served. */
    needs?: Needs
    /** By method when absent: GET and HEAD read, the others write. */
    rate?: RateClass
  }
  interface FastifyRequest {
    principal: Principal
  }
}
