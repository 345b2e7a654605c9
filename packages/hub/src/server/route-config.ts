import type { Needs, RateClass } from '../api/operation.ts'
import type { Principal } from '../principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call it; a route that does not say so is not served. */
    needs?: Needs
    rate?: RateClass
    isOfToken?: boolean
  }
  interface FastifyRequest {
    principal: Principal
  }
}
