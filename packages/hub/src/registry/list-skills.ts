import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type Page, pageCursor } from './page-cursor.ts'
import { parseSkillDocument, type SkillDocument } from './read-skill.ts'
import type { Tier } from './skill-name.ts'
import { visibleTo } from './visible-to.ts'

/** Which skills, in which order. */
export interface ListOptions {
  readonly scope?: string | undefined
  readonly tier?: Tier | undefined
  readonly tag?: string | undefined
  readonly capabilityType?: string | undefined
  readonly license?: string | undefined
  /** A permission that they do not ask for. */
  readonly without?: string | undefined
  /** A skill that they depend on: @scope/skill. */
  readonly needs?: string | undefined
  /** `updated`: the newest release first; `name`: by the alphabet. */
  readonly sort?: 'updated' | 'name'
  readonly limit?: number
  readonly cursor?: string | undefined
}

const BY_UPDATE = pageCursor('skills by update', ['integer', 'text'])
const BY_NAME = pageCursor('skills by name', ['text', 'text'])

/** The skills that the principal may see and install, a page at a time. */
export async function listSkills(
  hub: HubContext,
  principal: Principal,
  { scope, tier, tag, capabilityType, license, without, needs, sort = 'updated', limit = 50, cursor }: ListOptions = {},
): Promise<Page<SkillDocument>> {
  const conditions = [
    ...(tag === undefined ? [] : [{ facet: `tag:${tag}`, isWanted: true }]),
    ...(capabilityType === undefined ? [] : [{ facet: `type:${capabilityType}`, isWanted: true }]),
    ...(license === undefined ? [] : [{ facet: `license:${license}`, isWanted: true }]),
    ...(without === undefined ? [] : [{ facet: `asks:${without}`, isWanted: false }]),
    ...(needs === undefined ? [] : [{ facet: `needs:${needs}`, isWanted: true }]),
  ]
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
  for (const { facet, isWanted } of conditions)
    query = query.where((eb) => {
      const has = eb.exists(
        eb
          .selectFrom('skill_facets')
          .select('skill_facets.facet')
          .whereRef('skill_facets.skill_id', '=', 'skills.id')
          .where('skill_facets.facet', '=', facet.toLowerCase()),
      )
      return isWanted ? has : eb.not(has)
    })
  const place = sort === 'name' ? BY_NAME.decode(cursor) : BY_UPDATE.decode(cursor)
  if (place !== undefined) {
    const [at, id] = place
    query = query.where((eb) =>
      eb.or([eb(column, beyond, at), eb.and([eb(column, '=', at), eb('skills.id', beyond, id)])]),
    )
  }
  const rows = await query.execute()
  return sort === 'name'
    ? BY_NAME.page(rows, limit, { place: ({ name, id }) => [name, id], item: parseSkillDocument })
    : BY_UPDATE.page(rows, limit, { place: ({ updated_at, id }) => [updated_at, id], item: parseSkillDocument })
}
