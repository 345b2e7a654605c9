import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import { skillDocument } from './read-skill.ts'
import type { Tier } from './skill-name.ts'
import { visibleTo } from './visible-to.ts'

/** Which skills, in which order. */
export interface ListOptions {
  readonly scope?: string | undefined
  readonly tier?: Tier | undefined
  readonly tag?: string | undefined
  readonly capabilityType?: string | undefined
  readonly licence?: string | undefined
  /** `updated`: the newest release first; `name`: by the alphabet. */
  readonly sort?: 'updated' | 'name'
  readonly limit?: number
  readonly cursor?: string | undefined
}

/** The skills that the principal may see and install, a page at a time. */
export async function listSkills(
  hub: HubContext,
  principal: Principal,
  { scope, tier, tag, capabilityType, licence, sort = 'updated', limit = 50, cursor }: ListOptions = {},
): Promise<{ items: unknown[]; next_cursor: string | null }> {
  const place = cursor === undefined ? undefined : decodeCursor(cursor, 2)
  const facets = [
    ...(tag === undefined ? [] : [`tag:${tag}`]),
    ...(capabilityType === undefined ? [] : [`type:${capabilityType}`]),
    ...(licence === undefined ? [] : [`licence:${licence}`]),
  ].map((facet) => facet.toLowerCase())
  const column = sort === 'name' ? 'skills.name' : 'skills.updated_at'
  const [direction, beyond] = sort === 'name' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  let query = hub.db
    .selectFrom('skills')
    .selectAll('skills')
    .where('skills.latest', 'is not', null)
    .where(visibleTo(principal))
    .orderBy(column, direction)
    .orderBy('skills.id', direction)
    .limit(limit + 1)
  if (scope !== undefined) query = query.where('skills.scope', '=', scope)
  if (tier !== undefined) query = query.where('skills.tier', '=', tier)
  for (const facet of facets)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('skill_facets')
          .select('skill_facets.facet')
          .whereRef('skill_facets.skill_id', '=', 'skills.id')
          .where('skill_facets.facet', '=', facet),
      ),
    )
  if (place !== undefined) {
    const [value = '', id = ''] = place
    const at = sort === 'name' ? String(value) : Number(value)
    query = query.where((eb) =>
      eb.or([eb(column, beyond, at), eb.and([eb(column, '=', at), eb('skills.id', beyond, String(id))])]),
    )
  }
  const rows = await query.execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map((row) => JSON.parse(skillDocument(row))),
    next_cursor: last === undefined ? null : encodeCursor([sort === 'name' ? last.name : last.updated_at, last.id]),
  }
}
