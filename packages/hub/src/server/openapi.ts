import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { PROBLEM_SCHEMA, PROBLEM_TYPE } from './problem.ts'

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Describes every route that is registered after it as OpenAPI 3.1: `/openapi.json`, and `/docs` to browse it. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  app.addSchema(PROBLEM_SCHEMA)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Skillwright hub',
        description: 'Publish, review, find and install agent skills. Every error is a problem document with a code.',
        version: '1',
      },
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A token of the hub: skw_…' } },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: withAccess(schema ?? {}, route.config?.needs), url }),
    transformObject: (document) => ('openapiObject' in document ? withoutHead(document.openapiObject) : {}),
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, i) => (typeof $id === 'string' ? $id : `schema-${i}`),
    },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: PAGE_POLICY, theme: { title: 'Skillwright hub' } })
  app.get('/openapi.json', { config: { needs: 'anyone' }, schema: { hide: true } }, () => app.swagger())
}

function withAccess(schema: FastifySchema, needs: string | undefined): FastifySchema {
  const response = typeof schema.response === 'object' ? schema.response : {}
  return {
    ...schema,
    security:
      needs === 'anyone'
        ? [{}, { token: [] }]
        : [{ token: needs === undefined || needs === 'signed-in' ? [] : [needs] }],
    response: {
      ...response,
      default: {
        description: 'A problem document',
        content: { [PROBLEM_TYPE]: { schema: { $ref: `${PROBLEM_SCHEMA.$id}#` } } },
      },
    },
  }
}

/** HEAD goes without saying wherever there is a GET. */
function withoutHead<Document extends { paths?: object }>(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) delete path.head
  return document
}
