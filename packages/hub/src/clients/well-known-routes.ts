import { SkillError } from '@skillwright/contract'
import { DISCOVERY_ARCHIVE, DISCOVERY_FILES, DISCOVERY_INDEXES, OLD_DISCOVERY_INDEXES } from '@skillwright/hub-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { isCurrent } from '../server/is-current.ts'
import { sendFile } from './send-file.ts'
import { type BuiltIndex, Catalogue } from './well-known/catalogue.ts'
import { openExport, readExportFile } from './well-known/open-export.ts'
import { prepareExports } from './well-known/prepare-exports.ts'

const INDEXES = [
  ...DISCOVERY_INDEXES.map((operation) => [operation, '0.2'] as const),
  ...OLD_DISCOVERY_INDEXES.map((operation) => [operation, '0.1'] as const),
]

/** Where a skill is looked for: in the whole hub, in a scope, or alone. */
interface Place {
  readonly scope?: string
  readonly skill?: string
}

/**
 * Discovery at well-known addresses, 0.2 and 0.1, of everything that is public. A scope and a skill have an index of their own
 * below `/@scope` and `/@scope/name`, because clients install all that an index lists.
 */
export function wellKnownRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const catalogue = new Catalogue(hub)
    const preparing = prepareExports(hub, catalogue)
    app.addHook('onClose', async () => {
      await catalogue[Symbol.asyncDispose]()
      await preparing[Symbol.asyncDispose]()
    })
    for (const [operation, format] of INDEXES)
      app.route<{ Params: Place }>({
        ...operation,
        handler: async (request, reply) => {
          const { scope, skill } = request.params
          const index =
            scope === undefined ? await catalogue.index(format) : await catalogue.indexOf(scope, skill, format)
          return sendIndex(request, reply, index)
        },
      })
    app.route<{ Params: { name: string; archive: string } }>({
      ...DISCOVERY_ARCHIVE,
      handler: async ({ params: { name, archive } }, reply) => {
        const { stream, bytes, sha256 } = await openExport(hub, { name, archive_sha256: archive })
        return reply
          .headers({
            etag: `"${sha256}"`,
            'cache-control': 'public, max-age=3600',
            'content-length': bytes,
            'content-disposition': `attachment; filename="${name}.tar.gz"`,
          })
          .type('application/gzip')
          .send(stream)
      },
    })
    for (const operation of DISCOVERY_FILES)
      app.route<{ Params: Place & { name: string; '*': string } }>({
        ...operation,
        handler: async ({ params: { scope, skill, name, '*': path } }, reply) => {
          const listed = scope === undefined ? await catalogue.find(name) : await catalogue.findIn(scope, skill, name)
          const made = listed && (await catalogue.exportOf(listed, name))
          const file = made && (await readExportFile(hub, { ...made, version: listed.version }, path))
          if (file === undefined) throw absent()
          return sendFile(reply.header('cache-control', 'no-cache'), file)
        },
      })
  }
}

function sendIndex({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: BuiltIndex): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
  if (isCurrent(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

function absent(): SkillError {
  return new SkillError('DATA_NOT_FOUND', 'There is no such file of a public skill here')
}
