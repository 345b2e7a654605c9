import type { HubContext } from '../../hub-context.ts'
import { requirePerson } from '../../people/derive-token.ts'
import type { Principal } from '../../principal.ts'
import { findSkill, type SkillPlace } from '../../registry/find-skill.ts'
import { wordsOfClawhub } from './slug.ts'

/** Stars a skill for the caller; false when it had the star already. */
export async function starSkill(hub: HubContext, principal: Principal, place: SkillPlace): Promise<boolean> {
  const { id } = await findSkill(hub, principal, place).catch(wordsOfClawhub)
  const { numInsertedOrUpdatedRows } = await hub.db
    .insertInto('stars')
    .values({ skill_id: id, person_id: requirePerson(principal).id, at: hub.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes the star of the caller; false when there was none. */
export async function unstarSkill(hub: HubContext, principal: Principal, place: SkillPlace): Promise<boolean> {
  const { id } = await findSkill(hub, principal, place).catch(wordsOfClawhub)
  const { numDeletedRows } = await hub.db
    .deleteFrom('stars')
    .where('skill_id', '=', id)
    .where('person_id', '=', requirePerson(principal).id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** How many people starred a skill. Accounts that were closed do not count. */
export async function countStars(hub: HubContext, skillId: string): Promise<number> {
  const { stars } = await hub.db
    .selectFrom('stars')
    .innerJoin('people', 'people.id', 'stars.person_id')
    .select((select) => select.fn.countAll<number>().as('stars'))
    .where('stars.skill_id', '=', skillId)
    .where('people.disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(stars)
}
