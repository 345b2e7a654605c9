import type { Principal, TokenScope } from '../principal.ts'

/** Who may call a route: anybody, whoever is signed in, or whoever's token has the scope. */
export type Needs = 'anyone' | 'signed-in' | TokenScope

/** Which of the rate limits a route counts against. */
export type RateClass = 'read' | 'write' | 'login' | 'none'

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
