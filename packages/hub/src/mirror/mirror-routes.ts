import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { NAME_PATTERN } from '../registry/skill-name.ts'
import { addMirror, listMirrors, type NewMirror, removeMirror } from './mirrors.ts'
import { syncMirror } from './sync-mirror.ts'

const TAGS = ['mirrors']
const CONFIG = { needs: 'admin' } as const
const ID_PARAMS = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', maxLength: 100 } },
} as const

/** The registries that this hub follows, over HTTP. */
export function mirrorRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get(
      '/v1/mirrors',
      {
        config: CONFIG,
        schema: { tags: TAGS, summary: 'The registries that are followed', operationId: 'listMirrors' },
      },
      async () => ({ items: await listMirrors(hub) }),
    )
    app.post<{ Body: NewMirror }>(
      '/v1/mirrors',
      {
        config: CONFIG,
        schema: {
          tags: TAGS,
          summary: 'Follow a registry',
          operationId: 'addMirror',
          body: {
            type: 'object',
            additionalProperties: false,
            required: ['kind', 'url', 'scope'],
            properties: {
              kind: { enum: ['hub', 'well-known', 'clawhub'] },
              url: { type: 'string', maxLength: 500, description: 'Where it is.' },
              scope: {
                type: 'string',
                maxLength: 64,
                pattern: NAME_PATTERN,
                description: 'The scope of this hub that its skills come into.',
              },
            },
          },
        },
      },
      async ({ principal, body }, reply) => reply.code(201).send(await addMirror(hub, principal, body)),
    )
    app.delete<{ Params: { id: string } }>(
      '/v1/mirrors/:id',
      {
        config: CONFIG,
        schema: { tags: TAGS, summary: 'Follow it no longer', operationId: 'removeMirror', params: ID_PARAMS },
      },
      async ({ principal, params }, reply) => {
        await removeMirror(hub, principal, params.id)
        return reply.code(204).send()
      },
    )
    app.post<{ Params: { id: string } }>(
      '/v1/mirrors/:id/sync',
      {
        config: CONFIG,
        schema: {
          tags: TAGS,
          summary: 'Bring it up to date now, as far as one run may',
          operationId: 'syncMirror',
          params: ID_PARAMS,
        },
      },
      ({ params }) => syncMirror(hub, params.id),
    )
  }
}
