import { CLAWHUB_LIST, CLAWHUB_SEARCH } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { listSkills } from '../../registry/list-skills.ts'
import type { SkillDocument } from '../../registry/read-skill.ts'
import { searchSkills } from '../../search/search-skills.ts'
import type { SchemaTypes } from '../../server/schema-types.ts'
import { listItemOf, ownerOf, skillOf } from './documents.ts'
import { listByPrefix } from './list-by-prefix.ts'
import { slugsOf } from './slug.ts'
import { underPrefix } from './under-prefix.ts'

/** Lists and search, as ClawHub's clients ask for them. */
export function listRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...underPrefix(CLAWHUB_SEARCH),
    handler: async ({ principal, query: { q, limit, mode } }) => {
      const { items } = await searchSkills(hub, principal, { query: q, limit })
      const found = items.filter(({ skill }) => mode !== 'exact' || skill === q)
      const slugOf = await slugger(hub, principal, found)
      return {
        results: found.map((document, index) => {
          const { slug, displayName, summary, updatedAt, stats } = skillOf(document, slugOf(document))
          return {
            // The score would disclose more than the caller may know: its weights depend on all skills, also on private ones.
            score: 1 / (1 + index),
            slug,
            displayName,
            summary,
            version: document.latest,
            updatedAt,
            downloads: stats.downloads,
            ownerHandle: document.scope,
            owner: ownerOf(document),
          }
        }),
      }
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_LIST),
    handler: async ({ principal, query: { limit, cursor, sort, prefix } }) => {
      const { items, next_cursor: nextCursor = null } =
        prefix === undefined
          ? await listSkills(hub, principal, { limit, cursor, sort: sort === 'name' ? 'name' : 'updated' })
          : await listByPrefix(hub, principal, { prefix, limit, cursor })
      const slugOf = await slugger(hub, principal, items)
      return { items: items.map((document) => listItemOf(document, slugOf(document))), nextCursor }
    },
  })
}

async function slugger(
  hub: HubContext,
  principal: Principal,
  documents: readonly SkillDocument[],
): Promise<(document: SkillDocument) => string> {
  const slugs = await slugsOf(
    hub,
    principal,
    documents.map(({ scope, skill }) => ({ scope, name: skill })),
  )
  return ({ name, skill }) => slugs.get(name) ?? skill
}
