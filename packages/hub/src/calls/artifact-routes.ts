import { SkillError } from '@skillwright/contract'
import { READ_ARTIFACT, type Wire } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { isCurrent } from '../server/is-current.ts'
import { findRunOf } from './read-runs.ts'
import { needsOf, readerOf } from './run-routes.ts'

/** Files that runs have left, over HTTP, for those who may see the run. */
export function artifactRoutes(server: FastifyInstance, hub: HubContext): void {
  server.route<{ Params: Wire<typeof READ_ARTIFACT.schema.params> }>({
    ...READ_ARTIFACT,
    config: needsOf(hub, READ_ARTIFACT.config),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { '*': path, ...params } = request.params
      const run = await findRunOf(hub, readerOf(request), params)
      const found = await hub.db
        .selectFrom('artifacts')
        .select(['sha256', 'bytes'])
        .where('run_id', '=', run.id)
        .where('path', '=', path)
        .executeTakeFirst()
      if (found === undefined)
        throw new SkillError('DATA_NOT_FOUND', `The run left no file ${path}`, {
          hint: 'metadata.artifacts of its response lists them',
        })
      const etag = `"${found.sha256}"`
      const isKnown = isCurrent(request.headers['if-none-match'], etag)
      const stream = isKnown ? undefined : await hub.blobs.open(found.sha256, found.bytes)
      if (!isKnown && stream === undefined)
        throw new SkillError('SERVICE_UNAVAILABLE', `The file ${path} is not in the store`)
      reply.headers({
        etag,
        'cache-control': 'private, max-age=86400, immutable',
        'repr-digest': `sha-256=:${Buffer.from(found.sha256, 'hex').toString('base64')}:`,
        // Whatever a skill wrote must never be taken for a page of the hub.
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      if (isKnown) return reply.code(304).send()
      return reply.header('content-length', found.bytes).type('application/octet-stream').send(stream)
    },
  })
}
