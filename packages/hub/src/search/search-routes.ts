import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { LIST_QUERY } from '../registry/registry-schemas.ts'
import type { Row } from '../store/tables.ts'
import { searchSkills } from './search-skills.ts'

interface SearchQuery {
  readonly q: string
  readonly tier?: Row<'skills'>['tier']
  readonly tag?: string
  readonly capability_type?: string
  readonly licence?: string
  readonly limit: number
  readonly cursor?: string
}

/** Search over HTTP. */
export function searchRoutes(hub: HubContext): (app: FastifyInstance) => void {
  const { tier, tag, capability_type, licence, cursor } = LIST_QUERY.properties
  return (app) => {
    app.get<{ Querystring: SearchQuery }>(
      '/v1/search',
      {
        config: { needs: 'anyone' },
        schema: {
          tags: ['skills'],
          summary: 'Skills for some words, the best first',
          operationId: 'searchSkills',
          querystring: {
            type: 'object',
            additionalProperties: false,
            required: ['q'],
            properties: {
              q: { type: 'string', minLength: 1, maxLength: 1_000, description: 'What it should do, or its name.' },
              ...{ tier, tag, capability_type, licence, cursor },
              limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
            },
          },
        },
      },
      async ({ principal, query: { q, capability_type: capabilityType, ...rest } }) =>
        searchSkills(hub, principal, { query: q, capabilityType, ...rest }),
    )
  }
}
