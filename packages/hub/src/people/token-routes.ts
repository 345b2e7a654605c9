import { CREATE_TOKEN, LIST_TOKENS, REVOKE_TOKEN } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { deriveToken, requirePerson } from './derive-token.ts'
import { revokeToken } from './revoke-token.ts'
import { parseBound } from './token-bound.ts'
import { listTokens } from './tokens.ts'

/** Tokens over HTTP. A token cannot make one that may do more than itself. */
export function tokenRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LIST_TOKENS,
    handler: ({ principal, query }) => listTokens(hub, requirePerson(principal), query),
  })
  app.route({
    ...CREATE_TOKEN,
    handler: async ({ principal, body: { name, scopes, expires_in_days, bound_to } }, reply) => {
      const made = await deriveToken(hub, principal, {
        name,
        scopes,
        ...(expires_in_days === undefined ? {} : { expiresInDays: expires_in_days }),
        ...(bound_to === undefined ? {} : { boundTo: parseBound(bound_to) }),
      })
      return reply.code(201).send({ ...made, name, scopes, bound_to: bound_to ?? null })
    },
  })
  app.route({
    ...REVOKE_TOKEN,
    handler: async ({ principal, params }, reply) => {
      await revokeToken(hub, principal, params.id)
      return reply.code(204).send()
    },
  })
}
