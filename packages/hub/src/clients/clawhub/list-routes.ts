import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { listSkills } from '../../registry/list-skills.ts'
import { fullName } from '../../registry/skill-name.ts'
import { searchSkills } from '../../search/search-skills.ts'
import { listItemOf, ownerOf, type SkillDocument, skillOf } from './documents.ts'
import { listByPrefix } from './list-by-prefix.ts'
import { slugsOf } from './slug.ts'

const TAGS = ['clawhub']
const LIMIT = { type: 'integer', minimum: 1, maximum: 200, default: 25 } as const

/** Lists and search, as ClawHub's clients ask for them. */
export function listRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Querystring: { q: string; limit: number; mode?: string } }>(
    '/search',
    {
      config: { needs: 'anyone' },
      schema: {
        tags: TAGS,
        summary: 'Search',
        querystring: {
          type: 'object',
          required: ['q'],
          properties: {
            q: { type: 'string', maxLength: 500 },
            limit: LIMIT,
            mode: { type: 'string', description: 'exact: only a skill of that name.' },
          },
        },
      },
    },
    async ({ principal, query: { q, limit, mode } }) => {
      const { items } = await searchSkills(hub, principal, { query: q, limit })
      const found = (items as unknown as SkillDocument[]).filter(({ name }) => mode !== 'exact' || name === q)
      const slugOf = await slugger(hub, principal, found)
      return {
        results: found.map((document, index) => {
          const { slug, displayName, summary, updatedAt, stats } = skillOf(document, slugOf(document))
          return {
            // How near it is says more than the caller may know: it is weighed by all there is, also by what is private.
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
  )
  app.get<{ Querystring: { limit: number; cursor?: string; sort?: string; prefix?: string } }>(
    '/skills',
    {
      config: { needs: 'anyone' },
      schema: {
        tags: TAGS,
        summary: 'The skills you may see',
        querystring: {
          type: 'object',
          properties: {
            limit: LIMIT,
            cursor: { type: 'string', maxLength: 500 },
            sort: { type: 'string', description: 'name; everything else is the newest release first.' },
            prefix: { type: 'string', maxLength: 64, description: 'How the name begins.' },
          },
        },
      },
    },
    async ({ principal, query: { limit, cursor, sort, prefix } }) => {
      const { items, next_cursor: nextCursor } =
        prefix === undefined
          ? await listSkills(hub, principal, { limit, cursor, sort: sort === 'name' ? 'name' : 'updated' })
          : await listByPrefix(hub, principal, { prefix, limit, cursor })
      const documents = items as SkillDocument[]
      const slugOf = await slugger(hub, principal, documents)
      return { items: documents.map((document) => listItemOf(document, slugOf(document))), nextCursor }
    },
  )
}

async function slugger(
  hub: HubContext,
  principal: Principal,
  documents: readonly SkillDocument[],
): Promise<(document: SkillDocument) => string> {
  const slugs = await slugsOf(hub, principal, documents)
  return (document) => slugs.get(fullName(document)) ?? document.name
}
