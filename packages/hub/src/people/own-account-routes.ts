import { CHANGE_PASSWORD, READ_ACCOUNT, UNLINK_ACCOUNT } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { unlinkAccount } from './open-id-account.ts'
import { changePassword, readAccount } from './own-account.ts'

/** What people do with their own account, over HTTP. */
export function ownAccountRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({ ...READ_ACCOUNT, handler: ({ principal }) => readAccount(hub, principal) })
  app.route({
    ...CHANGE_PASSWORD,
    handler: async ({ principal, body }, reply) => {
      await changePassword(hub, principal, body)
      return reply.code(204).send()
    },
  })
  app.route({
    ...UNLINK_ACCOUNT,
    handler: async ({ principal }, reply) => {
      await unlinkAccount(hub, principal)
      return reply.code(204).send()
    },
  })
}
