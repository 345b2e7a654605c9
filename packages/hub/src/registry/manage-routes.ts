import {
  DEPRECATE_SKILL,
  DEPRECATE_VERSION,
  GRANT_ACCESS,
  LIST_GRANTS,
  QUARANTINE_VERSION,
  RELEASE_VERSION,
  REVOKE_ACCESS,
  SET_ACCESS,
  UNYANK_VERSION,
  type VERSION_PARAMS,
  type Wire,
  YANK_VERSION,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { changeState, type StateChange } from './change-state.ts'
import { deprecate } from './deprecate.ts'
import { grantAccess, listGrants, revokeAccess } from './grant-access.ts'
import { placeOf } from './place-of.ts'
import { setAccess } from './set-access.ts'

/** What owners and reviewers do with what is published, over HTTP. */
export function manageRoutes(server: FastifyInstance, hub: HubContext): void {
  stateRoutes(server, hub)
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...DEPRECATE_SKILL,
    handler: async ({ principal, params, body }, reply) => {
      await deprecate(hub, principal, placeOf(params), body.message)
      return reply.code(204).send()
    },
  })
  app.route({
    ...DEPRECATE_VERSION,
    handler: async ({ principal, params, body }, reply) => {
      await deprecate(hub, principal, placeOf(params), body.message)
      return reply.code(204).send()
    },
  })
  app.route({
    ...SET_ACCESS,
    handler: async ({ principal, params, body }, reply) => {
      await setAccess(hub, principal, placeOf(params), body.access)
      return reply.code(204).send()
    },
  })
  app.route({
    ...LIST_GRANTS,
    handler: ({ principal, params, query }) => listGrants(hub, principal, placeOf(params), query),
  })
  app.route({
    ...GRANT_ACCESS,
    handler: async ({ principal, params: { handle, ...params } }, reply) => {
      await grantAccess(hub, principal, placeOf(params), handle)
      return reply.code(204).send()
    },
  })
  app.route({
    ...REVOKE_ACCESS,
    handler: async ({ principal, params: { handle, ...params } }, reply) => {
      await revokeAccess(hub, principal, placeOf(params), handle)
      return reply.code(204).send()
    },
  })
}

function stateRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  const to =
    (change: StateChange) =>
    ({ principal, params, body }: StateRequest) =>
      changeState(hub, principal, placeOf(params), change, body.reason)
  app.route({ ...YANK_VERSION, handler: to('yank') })
  app.route({ ...UNYANK_VERSION, handler: to('unyank') })
  app.route({ ...QUARANTINE_VERSION, handler: to('quarantine') })
  app.route({ ...RELEASE_VERSION, handler: to('release') })
}

interface StateRequest {
  readonly principal: Principal
  readonly params: Wire<typeof VERSION_PARAMS>
  readonly body: { readonly reason: string }
}
