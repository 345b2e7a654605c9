import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { SkillPlace } from './find-skill.ts'
import { changeSkill, skillRow } from './manage-skill.ts'
import { type Page, type PageRequest, pageCursor } from './page-cursor.ts'
import { recordChange } from './record-change.ts'
import { requireRead } from './set-access.ts'

/** Lets a user, or all members of an organisation, see and use a private skill. */
export async function grantAccess(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  handle: string,
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope)
  requireRead(principal)
  const personId = await personOf(hub, handle)
  await changeSkill(
    hub,
    principal,
    { place, action: 'skill.grant', details: { handle } },
    async (transaction, skill) => {
      await transaction
        .insertInto('grants')
        .values({ skill_id: skill.id, person_id: personId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await recordChange(transaction, skill.id)
    },
  )
}

/** Takes the grant back; nothing happens when there was none. */
export async function revokeAccess(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  handle: string,
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope)
  const personId = await personOf(hub, handle)
  await changeSkill(
    hub,
    principal,
    { place, action: 'skill.revoke', details: { handle } },
    async (transaction, skill) => {
      await transaction
        .deleteFrom('grants')
        .where('skill_id', '=', skill.id)
        .where('person_id', '=', personId)
        .execute()
      await recordChange(transaction, skill.id)
    },
  )
}

const GRANTS = pageCursor('grants', ['text'])

/** The users and organisations with access, by handle, a page at a time. */
export async function listGrants(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<{ readonly handle: string }>> {
  await requireScopeRole(hub, principal, place.scope)
  const [after] = GRANTS.decode(cursor) ?? ['']
  const skill = await skillRow(hub.db, place)
  const rows = await hub.db
    .selectFrom('grants')
    .innerJoin('people', 'people.id', 'grants.person_id')
    .select('people.handle')
    .where('grants.skill_id', '=', skill.id)
    .where('people.handle', '>', after)
    .orderBy('people.handle')
    .limit(limit + 1)
    .execute()
  return GRANTS.page(rows, limit, { place: ({ handle }) => [handle], item: (row) => row })
}

async function personOf(hub: HubContext, handle: string): Promise<string> {
  const person = await hub.db.selectFrom('people').select('id').where('handle', '=', handle).executeTakeFirst()
  if (person !== undefined) return person.id
  throw new SkillError('DATA_NOT_FOUND', `There is no user or organisation called ${handle.slice(0, 80)}`, {
    hint: 'Check the handle',
  })
}
