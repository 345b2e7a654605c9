import { LIST_SECRETS, REMOVE_SECRET, SET_SECRET, scopeOf } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { checkSecret, listSecrets, removeSecret, setSecret } from './secrets.ts'

/** Secrets of scopes over HTTP. */
export function secretRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LIST_SECRETS,
    handler: ({ principal, params, query }) => listSecrets(hub, principal, scopeOf(params.scope), query),
  })
  app.route({
    ...SET_SECRET,
    handler: async ({ principal, params, query: { skill = '' }, body: { value } }, reply) => {
      checkSecret(params.secret, value)
      await setSecret(hub, principal, { scope: scopeOf(params.scope), skill, name: params.secret }, value)
      return reply.code(204).send()
    },
  })
  app.route({
    ...REMOVE_SECRET,
    handler: async ({ principal, params, query: { skill = '' } }, reply) => {
      await removeSecret(hub, principal, { scope: scopeOf(params.scope), skill, name: params.secret })
      return reply.code(204).send()
    },
  })
}
