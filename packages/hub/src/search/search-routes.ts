import { INJECT_SKILLS, SEARCH_SKILLS } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { injectSkills } from './inject-skills.ts'
import { searchSkills } from './search-skills.ts'

/** Search over HTTP. */
export function searchRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const typed = app.withTypeProvider<SchemaTypes>()
    typed.route({
      ...SEARCH_SKILLS,
      handler: ({ principal, query: { q, capability_type: capabilityType, ...rest } }) =>
        searchSkills(hub, principal, { query: q, capabilityType, ...rest }),
    })
    typed.route({ ...INJECT_SKILLS, handler: ({ principal, body }) => injectSkills(hub, principal, body) })
  }
}
