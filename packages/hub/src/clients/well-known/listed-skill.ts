import { TIERS } from '@skillwright/hub-api'
import type { HubContext } from '../../hub-context.ts'
import type { Tier } from '../../registry/skill-name.ts'

/** A public skill, as discovery lists it. */
export interface ListedSkill {
  readonly id: string
  readonly scope: string
  readonly name: string
  readonly tier: Tier
  readonly created_at: number
  /** The newest one. */
  readonly version: string
  readonly archive_sha256: string
}

const PAGE = 1_000
const LONGEST_NAME = 64

/** Every public skill that has a version, or those of these that are so. */
export async function readListed(hub: HubContext, ids?: readonly string[]): Promise<ListedSkill[]> {
  const listed: ListedSkill[] = []
  let after = ''
  for (;;) {
    let query = hub.db
      .selectFrom('skills')
      .innerJoin('versions', (join) =>
        join.onRef('versions.skill_id', '=', 'skills.id').onRef('versions.version', '=', 'skills.latest'),
      )
      .select(['skills.id', 'skills.scope', 'skills.name', 'skills.tier', 'skills.created_at'])
      .select(['versions.version', 'versions.archive_sha256'])
      .where('skills.access', '=', 'public')
      .where('skills.id', '>', after)
      .orderBy('skills.id')
      .limit(PAGE)
    if (ids !== undefined) query = query.where('skills.id', 'in', ids)
    const rows = await query.execute()
    listed.push(...rows)
    after = rows.at(-1)?.id ?? ''
    if (rows.length < PAGE) return listed
  }
}

/**
 * Gives every skill a name that no other has, as long as there is room. A plain name goes to the most trusted that has
 * it, and of several to the oldest, so that no skill loses it to a newer one; the others are listed as `scope-name`.
 */
export function nameListed(
  skills: Iterable<ListedSkill>,
  { most }: { readonly most: number },
): Map<string, ListedSkill> {
  const sorted = [...skills].sort(byTrust)
  const named = new Map<string, ListedSkill>()
  const others: ListedSkill[] = []
  for (const skill of sorted) {
    if (named.has(skill.name)) others.push(skill)
    else named.set(skill.name, skill)
  }
  for (const skill of others) {
    const name = `${skill.scope}-${skill.name}`
    if (name.length <= LONGEST_NAME && !named.has(name)) named.set(name, skill)
  }
  return new Map([...named].slice(0, most).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function byTrust(one: ListedSkill, other: ListedSkill): number {
  return (
    TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier) ||
    one.created_at - other.created_at ||
    (one.id < other.id ? -1 : 1)
  )
}
