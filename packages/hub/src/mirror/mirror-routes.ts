import { ADD_MIRROR, LIST_MIRRORS, REMOVE_MIRROR, SYNC_MIRROR } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { addMirror, listMirrors, removeMirror } from './mirrors.ts'
import { syncMirror } from './sync-mirror.ts'

/** The registries that this hub follows, over HTTP. */
export function mirrorRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (server) => {
    const app = server.withTypeProvider<SchemaTypes>()
    app.route({ ...LIST_MIRRORS, handler: ({ query }) => listMirrors(hub, query) })
    app.route({
      ...ADD_MIRROR,
      handler: async ({ principal, body }, reply) => reply.code(201).send(await addMirror(hub, principal, body)),
    })
    app.route({
      ...REMOVE_MIRROR,
      handler: async ({ principal, params }, reply) => {
        await removeMirror(hub, principal, params.id)
        return reply.code(204).send()
      },
    })
    app.route({ ...SYNC_MIRROR, handler: ({ params }) => syncMirror(hub, params.id) })
  }
}
