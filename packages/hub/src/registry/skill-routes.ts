import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { urlFor } from '../server/url-for.ts'
import { findVersion } from './find-version.ts'
import { type ListOptions, listSkills } from './list-skills.ts'
import { readSkillDocument } from './read-skill.ts'
import { listVersions, readVersion } from './read-version.ts'
import {
  LIST_QUERY,
  PAGE,
  pageOf,
  SKILL_PARAMS,
  SKILL_SCHEMA,
  SUMMARY_SCHEMA,
  VERSION_SCHEMA,
  WANTED_PARAMS,
} from './registry-schemas.ts'
import { resolveName } from './resolve-name.ts'
import { fullName, scopeOf } from './skill-name.ts'
import { summariseVersion } from './version-summary.ts'

const TAGS = ['skills']
const CONFIG = { needs: 'anyone' } as const

interface SkillParams {
  readonly scope: string
  readonly name: string
}

interface ListQuery extends Pick<ListOptions, 'tier' | 'tag' | 'licence' | 'sort' | 'limit' | 'cursor'> {
  readonly scope?: string
  readonly capability_type?: string
}

/** What is told about skills and their versions, over HTTP. */
export function skillRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Querystring: ListQuery }>(
    '/v1/skills',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'The skills you may see',
        operationId: 'listSkills',
        querystring: LIST_QUERY,
        response: { 200: pageOf(SKILL_SCHEMA) },
      },
    },
    ({ principal, query: { scope, capability_type: capabilityType, ...query } }) =>
      listSkills(hub, principal, { ...query, capabilityType, scope: scope === undefined ? scope : scopeOf(scope) }),
  )
  app.get<{ Params: SkillParams }>(
    '/v1/skills/:scope/:name',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'A skill',
        operationId: 'readSkill',
        params: SKILL_PARAMS,
        response: { 200: SKILL_SCHEMA },
      },
    },
    async ({ principal, params: { scope, name } }, reply) => {
      const document = await readSkillDocument(hub, principal, { scope: scopeOf(scope), name })
      return reply.type('application/json; charset=utf-8').send(document)
    },
  )
  app.get<{ Params: SkillParams; Querystring: { limit: number; cursor?: string } }>(
    '/v1/skills/:scope/:name/versions',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'The versions of a skill, the newest first',
        operationId: 'listVersions',
        params: SKILL_PARAMS,
        querystring: { type: 'object', additionalProperties: false, properties: PAGE },
        response: { 200: pageOf(SUMMARY_SCHEMA) },
      },
    },
    ({ principal, params: { scope, name }, query }) =>
      listVersions(hub, principal, { scope: scopeOf(scope), name }, query),
  )
  app.get<{ Params: SkillParams & { version: string } }>(
    '/v1/skills/:scope/:name/versions/:version',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'A version, with the evidence about it',
        operationId: 'readVersion',
        params: WANTED_PARAMS,
        response: { 200: VERSION_SCHEMA },
      },
    },
    ({ principal, params: { scope, name, version } }) =>
      readVersion(hub, principal, { scope: scopeOf(scope), name, version }),
  )
  resolveRoute(app, hub)
}

function resolveRoute(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Querystring: { name: string; range?: string } }>(
    '/v1/resolve',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'The version that somebody means: @scope/name@^1, official/name, or just a name',
        operationId: 'resolveName',
        querystring: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 300 },
            range: { type: 'string', minLength: 1, maxLength: 200, description: 'Instead of the one in the name.' },
          },
        },
        response: { 200: VERSION_SCHEMA },
      },
    },
    async (request) => {
      const { principal, query } = request
      const { scope, name, range } = await resolveName(hub, principal, query.name)
      const found = await findVersion(hub, principal, { scope, name, version: query.range ?? range })
      return {
        scope,
        name,
        full_name: fullName(found),
        access: found.access,
        tier: found.tier,
        ...summariseVersion(found),
        package_url: `${urlFor(hub, request)}/v1/skills/@${scope}/${name}/versions/${found.version}/package`,
      }
    },
  )
}
