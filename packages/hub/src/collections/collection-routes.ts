import { LIST_COLLECTIONS, PUBLISH_COLLECTION, READ_COLLECTION, scopeOf } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { publishCollection } from './publish-collection.ts'
import { listCollections, readCollection } from './read-collection.ts'

/** Collections over HTTP. */
export function collectionRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (server) => {
    const app = server.withTypeProvider<SchemaTypes>()
    app.route({ ...LIST_COLLECTIONS, handler: ({ query }) => listCollections(hub, query) })
    app.route({
      ...READ_COLLECTION,
      handler: ({ principal, params: { scope, collection }, query }) =>
        readCollection(hub, principal, { scope: scopeOf(scope), name: collection, version: query.range }),
    })
    app.route({
      ...PUBLISH_COLLECTION,
      handler: async ({ principal, params: { scope, collection, version }, body }, reply) => {
        const request = { scope: scopeOf(scope), name: collection, version, manifest: body }
        const { isNew, ...outcome } = await publishCollection(hub, principal, request)
        return reply.code(isNew ? 201 : 200).send(outcome)
      },
    })
  }
}
