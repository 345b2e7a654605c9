import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { isObject } from '@skillwright/contract'
import { type Needs, PROBLEM, PROBLEM_TYPE, RESPONSE } from '@skillwright/hub-api'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'
import { SESSION_COOKIE } from '../people/authenticate.ts'
import { nameSchemas } from './name-schemas.ts'
import { scopesOf } from './require-needs.ts'

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const TAGS = [
  { name: 'skills', description: 'What is published, to read.' },
  { name: 'packages', description: 'What is in a version.' },
  { name: 'calls', description: 'Calling skills, and what became of it.' },
  { name: 'tasks', description: 'Work for people and agents, which calls wait for.' },
  { name: 'publish', description: 'Publishing, and what owners do with what is published.' },
  { name: 'collections', description: 'Named sets of skills.' },
  { name: 'people', description: 'Accounts, organisations, tokens and signing in.' },
  { name: 'review', description: 'What reviewers decide, and what it rests on.' },
  { name: 'log', description: 'The publish log and its proofs.' },
  { name: 'mirrors', description: 'Other registries that this hub follows.' },
  { name: 'operation', description: 'For operators of the hub.' },
  { name: 'discovery', description: 'Agent Skills discovery at well-known addresses, for its clients.' },
  { name: 'clawhub', description: 'The API of ClawHub, for its clients; use the others for anything new.' },
] as const

const NOT_MODIFIED = { type: 'null', description: 'It is what the caller has already (If-None-Match).' }

/** Describes every route that is registered after it as OpenAPI 3.1: `/openapi.json`, and `/docs` to browse it. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Skillwright hub',
        description: 'Publish, review, find and install agent skills. Every error is a problem document with a code.',
        version: '1',
      },
      tags: [...TAGS],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A token of the hub: skw_…; X-API-Key takes it too.' },
          session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A browser that signed in.' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: withNamedPath(withAnswers(withAccess(withOptionalDefaults(schema ?? {}), route.config?.needs), route)),
      url: url.replace('*', ':path'),
    }),
    transformObject: (document) =>
      'openapiObject' in document ? nameSchemas(withoutHead(document.openapiObject)) : {},
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: PAGE_POLICY, theme: { title: 'Skillwright hub' } })
  let text: string | undefined
  app.get('/openapi.json', { config: { needs: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
    // Half a megabyte that never changes: serialising it each time would let any caller keep a hub busy.
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

function withAccess(schema: FastifySchema, needs: Needs = 'signed-in'): FastifySchema {
  const scopes = scopesOf(needs)
  return { ...schema, security: [...(needs === 'anyone' ? [{}] : []), { token: scopes }, { session: scopes }] }
}

/** What has a default need not be sent. */
function withOptionalDefaults(schema: FastifySchema): FastifySchema {
  const { querystring, body } = schema
  return {
    ...schema,
    ...(querystring === undefined ? {} : { querystring: optionalDefaults(querystring) }),
    ...(body === undefined ? {} : { body: optionalDefaults(body) }),
  }
}

function optionalDefaults(schema: unknown): unknown {
  if (!isObject(schema) || !isObject(schema.properties) || !Array.isArray(schema.required)) return schema
  const { properties } = schema
  const hasDefault = (name: unknown) => {
    const parameter = properties[String(name)]
    return isObject(parameter) && 'default' in parameter
  }
  return { ...schema, required: schema.required.filter((name) => !hasDefault(name)) }
}

/**
 * Every operation fails with a problem document, except those whose clients show the text as it is; and what is read is not sent again to
 * callers who have it.
 */
function withAnswers(
  schema: FastifySchema,
  { method, config }: { readonly method: string | readonly string[]; readonly config?: FastifyContextConfig },
): FastifySchema {
  const cached = [method].flat().includes('GET') ? { 304: NOT_MODIFIED } : {}
  const failure = schema.tags?.includes('clawhub')
    ? { description: 'What went wrong, as text', content: { 'text/plain': { schema: { type: 'string' } } } }
    : config?.failsAs === 'response'
      ? RESPONSE
      : { description: 'A problem document', content: { [PROBLEM_TYPE]: { schema: PROBLEM } } }
  return { ...schema, response: { ...cached, ...(isObject(schema.response) ? schema.response : {}), default: failure } }
}

/** The rest of a path has no name in Fastify, and needs one in OpenAPI. */
function withNamedPath(schema: FastifySchema): FastifySchema {
  const { params } = schema
  if (!isObject(params) || !isObject(params.properties)) return schema
  const rename = <T>(entries: readonly (readonly [string, T])[]) =>
    entries.map(([name, value]) => [name === '*' ? 'path' : name, value] as const)
  const properties = Object.fromEntries(rename(Object.entries(params.properties)))
  return { ...schema, params: { type: 'object', properties, required: Object.keys(properties) } }
}

/** HEAD goes without saying wherever there is a GET. */
function withoutHead<Document extends { paths?: object }>(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) delete path.head
  return document
}
