import { CHANGE_PASSWORD, LINK_ACCOUNT, READ_ACCOUNT, UNLINK_ACCOUNT } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { requireFresh } from './derive-token.ts'
import { beginOpenId } from './open-id.ts'
import { unlinkAccount } from './open-id-account.ts'
import { changePassword, readAccount } from './own-account.ts'
import { keepPending } from './pending-cookie.ts'

/** The page to come back to. */
const SETTINGS = '/settings'

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
    ...LINK_ACCOUNT,
    handler: async ({ principal }, reply) => {
      requireFresh(hub, principal, 'link your account')
      const { url, pending } = await beginOpenId(hub)
      keepPending(hub, reply, { ...pending, next: SETTINGS, isLink: true })
      return { url }
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
