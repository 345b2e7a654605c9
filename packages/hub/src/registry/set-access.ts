import { SkillError } from '@skillwright/contract'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { Row, Tables } from '../store/tables.ts'
import { findLookalike } from './check-lookalikes.ts'
import type { SkillPlace } from './find-skill.ts'
import { changeSkill } from './manage-skill.ts'
import { fullName } from './skill-name.ts'

const OPENNESS: readonly Row<'skills'>['access'][] = ['private', 'restricted', 'public']

/** Changes who may see and use a skill. A private one that is opened must bear its name in public. */
export async function setAccess(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  access: Row<'skills'>['access'],
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope)
  await changeSkill(
    hub,
    principal,
    { place, action: 'skill.access', details: { access } },
    async (transaction, skill) => {
      await transaction.updateTable('skills').set({ access }).where('id', '=', skill.id).execute()
      if (OPENNESS.indexOf(access) > OPENNESS.indexOf(skill.access)) requireRead(principal)
      if (skill.access !== 'private' || access === 'private') return
      if (!principal.scopes.has('admin')) await refuseLookalike(transaction, skill)
    },
  )
}

/** A token that may not see what is private lets nobody else see it either. */
export function requireRead({ scopes }: Principal): void {
  if (scopes.has('read')) return
  throw new SkillError('PERMISSION_DENIED', 'Letting others see what is private needs the scope "read" too')
}

async function refuseLookalike(transaction: Transaction<Tables>, skill: Row<'skills'>): Promise<void> {
  const { owner_id: ownerId } = await transaction
    .selectFrom('scopes')
    .select('owner_id')
    .where('name', '=', skill.scope)
    .executeTakeFirstOrThrow()
  const lookalike = await findLookalike(transaction, { name: skill.name, ownerId })
  if (lookalike === undefined) return
  throw new SkillError('CONFLICT', `${fullName(skill)} could be mistaken for ${lookalike.of}`, {
    hint: 'Publish it under another name, or ask an administrator to open it',
    details: { lookalike: lookalike.of },
  })
}
