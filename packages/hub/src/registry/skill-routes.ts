import {
  LIST_SKILLS,
  LIST_VERSIONS,
  READ_SKILL,
  READ_VERSION,
  RESOLVE_NAME,
  type SKILL_PARAMS,
  type Wire,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import { findVersion } from './find-version.ts'
import { listSkills } from './list-skills.ts'
import { placeOf } from './place-of.ts'
import { readSkillDocument } from './read-skill.ts'
import { listVersions, nameVersion, readVersion } from './read-version.ts'
import { resolveName } from './resolve-name.ts'
import { scopeOf } from './skill-name.ts'

/** What is told about skills and their versions, over HTTP. */
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
    handler: async ({ principal, params }, reply) => {
      const document = await readSkillDocument(hub, principal, placeOf(params))
      return reply.type('application/json; charset=utf-8').send(document)
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
