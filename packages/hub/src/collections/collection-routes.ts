import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { scopeOf } from '../registry/skill-name.ts'
import type { CollectionManifest } from './collection-manifest.ts'
import { publishCollection } from './publish-collection.ts'
import { listCollections, readCollection } from './read-collection.ts'

const TAGS = ['collections']
const MOST_SKILLS = 200

type Place = { scope: string; name: string }

/** Collections over HTTP. */
export function collectionRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Querystring: { limit?: number; cursor?: string } }>(
      '/v1/collections',
      {
        config: { needs: 'anyone' },
        schema: {
          tags: TAGS,
          summary: 'All collections',
          operationId: 'listCollections',
          querystring: {
            type: 'object',
            additionalProperties: false,
            properties: {
              limit: { type: 'integer', minimum: 1, maximum: 100 },
              cursor: { type: 'string', maxLength: 400 },
            },
          },
        },
      },
      async ({ query }) => listCollections(hub, query),
    )
    app.get<{ Params: Place; Querystring: { range: string } }>(
      '/v1/collections/:scope/:name',
      {
        config: { needs: 'anyone' },
        schema: {
          tags: TAGS,
          summary: 'A collection, with what its skills resolve to now',
          operationId: 'readCollection',
          querystring: {
            type: 'object',
            additionalProperties: false,
            properties: { range: { type: 'string', maxLength: 100, default: 'latest' } },
          },
        },
      },
      async ({ principal, params, query }) =>
        readCollection(hub, principal, { scope: scopeOf(params.scope), name: params.name, version: query.range }),
    )
    app.put<{ Params: Place & { version: string }; Body: CollectionManifest }>(
      '/v1/collections/:scope/:name/versions/:version',
      {
        config: { needs: 'publish' },
        schema: {
          tags: TAGS,
          summary: 'Publish a version of a collection',
          operationId: 'publishCollection',
          body: {
            type: 'object',
            additionalProperties: false,
            required: ['description', 'skills'],
            properties: {
              description: { type: 'string', minLength: 1, maxLength: 1_000 },
              skills: {
                type: 'array',
                minItems: 1,
                maxItems: MOST_SKILLS,
                items: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['name', 'range'],
                  properties: { name: { type: 'string', maxLength: 140 }, range: { type: 'string', maxLength: 100 } },
                },
              },
            },
          },
        },
      },
      async ({ principal, params, body }, reply) =>
        reply
          .code(201)
          .send(await publishCollection(hub, principal, { ...params, scope: scopeOf(params.scope), manifest: body })),
    )
  }
}
