import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { NAME_PATTERN } from '../registry/skill-name.ts'
import { sendFile } from './send-file.ts'
import { type BuiltIndex, Catalogue, type IndexFormat } from './well-known/catalogue.ts'
import { openExport, readExportFile } from './well-known/open-export.ts'

const NAME = { type: 'string', maxLength: 64, pattern: NAME_PATTERN } as const
const FORMATS: readonly (readonly [folder: string, format: IndexFormat])[] = [
  ['agent-skills', '0.2'],
  ['skills', '0.1'],
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
    app.addHook('onClose', () => catalogue[Symbol.asyncDispose]())
    for (const [folder, format] of FORMATS)
      for (const base of ['', '/@:scope', '/@:scope/:skill'])
        app.get<{ Params: Place }>(
          `${base}/.well-known/${folder}/index.json`,
          describe(`Public skills, for discovery ${format}`),
          async (request, reply) => {
            const { scope, skill } = request.params
            const index =
              scope === undefined ? await catalogue.index(format) : await catalogue.indexOf(scope, skill, format)
            return sendIndex(request, reply, index)
          },
        )
    app.get<{ Params: { name: string; archive: string } }>(
      '/.well-known/agent-skills/:name/:archive.tar.gz',
      describe('The package of a listed skill, in the form of the Agent Skills standard'),
      async ({ params: { name, archive } }, reply) => {
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
    )
    for (const base of ['', '/@:scope', '/@:scope/:skill'])
      app.get<{ Params: Place & { name: string; '*': string } }>(
        `${base}/.well-known/skills/:name/*`,
        describe('A file of a listed skill'),
        async ({ params: { scope, skill, name, '*': path } }, reply) => {
          const listed = scope === undefined ? await catalogue.find(name) : await catalogue.findIn(scope, skill, name)
          const made = listed && (await catalogue.exportOf(listed, name))
          const file = made && (await readExportFile(hub, { ...made, version: listed.version }, path))
          if (file === undefined) throw absent()
          return sendFile(reply.header('cache-control', 'no-cache'), file)
        },
      )
  }
}

function sendIndex({ headers }: FastifyRequest, reply: FastifyReply, { body, etag }: BuiltIndex): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

function describe(summary: string) {
  return {
    config: { needs: 'anyone' },
    schema: {
      tags: ['discovery'],
      summary,
      params: {
        type: 'object',
        properties: {
          ...{ scope: NAME, skill: NAME, name: NAME },
          archive: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          '*': { type: 'string', maxLength: 300 },
        },
      },
    },
  } as const
}

function absent(): SkillError {
  return new SkillError('DATA_NOT_FOUND', 'There is no such file of a public skill here')
}
