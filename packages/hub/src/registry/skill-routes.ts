import {
  LIST_SKILLS,
  LIST_VERSIONS,
  READ_DOWNLOADS,
  READ_RELEASES,
  READ_SKILL,
  READ_VERSION,
  RESOLVE_NAME,
  type SKILL_PARAMS,
  scopeOf,
  type Wire,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import { findVersion } from './find-version.ts'
import { listSkills } from './list-skills.ts'
import { placeOf } from './place-of.ts'
import { readDownloads } from './read-downloads.ts'
import { readReleases } from './read-releases.ts'
import { cachedDocument, readDocument, type SentDocument } from './read-skill.ts'
import { listVersions, nameVersion, readVersion } from './read-version.ts'
import { resolveName } from './resolve-name.ts'

/** Reading skills and their versions, over HTTP. */
export function skillRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LIST_SKILLS,
    handler: ({ principal, query: { scope, capability_type: capabilityType, ...query } }) =>
      listSkills(hub, principal, { ...query, capabilityType, scope: scope === undefined ? scope : scopeOf(scope) }),
  })
  // The document is ready as text since the skill last changed: no serialiser, and no types of one.
  server.route<{ Params: Wire<typeof SKILL_PARAMS> }>({
    ...READ_SKILL,
    handler: ({ principal, params }, reply) => {
      const place = placeOf(params)
      const send = ({ text, etag }: SentDocument) =>
        reply.header('etag', etag).type('application/json; charset=utf-8').send(text)
      const ready = cachedDocument(hub, place)
      // At once where that is possible: a promise more is a tenth of the whole.
      if (ready !== undefined && !(ready instanceof Promise)) return send(ready)
      return Promise.resolve(ready).then(async (found) => send(found ?? (await readDocument(hub, principal, place))))
    },
  })
  app.route({
    ...LIST_VERSIONS,
    handler: ({ principal, params, query }) => listVersions(hub, principal, placeOf(params), query),
  })
  app.route({
    ...READ_VERSION,
    handler: ({ principal, params }) => readVersion(hub, principal, placeOf(params)),
  })
  app.route({
    ...READ_DOWNLOADS,
    handler: ({ principal, params, query }) => readDownloads(hub, principal, placeOf(params), query),
  })
  app.route({
    ...READ_RELEASES,
    handler: async ({ principal, body: { names } }) => ({
      skills: await Promise.all(names.map((name) => readReleases(hub, principal, name))),
    }),
  })
  app.route({
    ...RESOLVE_NAME,
    handler: async (request) => {
      const { principal, query } = request
      const { scope, name, range } = await resolveName(hub, principal, query.name)
      const found = await findVersion(hub, principal, { scope, name, version: query.range ?? range })
      return {
        ...nameVersion(found),
        package_url: `${urlFor(hub, request)}/v1/skills/@${scope}/${name}/versions/${found.version}/package`,
      }
    },
  })
}
