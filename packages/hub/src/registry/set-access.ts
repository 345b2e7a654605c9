import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { Row, Tables } from '../store/tables.ts'
import { findLookalike } from './check-lookalikes.ts'
import type { SkillPlace } from './find-skill.ts'
import { changeSkill, type SkillChange } from './manage-skill.ts'
import { findUnseenCopy } from './unseen-copy.ts'

const OPENNESS: readonly Row<'skills'>['access'][] = ['private', 'restricted', 'public']

/** Changes who may see and use a skill. A private one that is opened must bear its name in public, and hold no copy that a reviewer would have had to see. */
export async function setAccess(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  access: Row<'skills'>['access'],
): Promise<void> {
  await changeAccess(hub, principal, { place, details: { access } }, () => ({ access, hidden_access: null }))
}

/** Makes a skill private until `showSkill` restores its access. Throws CONFLICT for one that is private anyway. */
export async function hideSkill(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  reason: string,
): Promise<void> {
  await changeAccess(hub, principal, { place, details: { hidden: true, reason } }, (skill) => {
    if (skill.access !== 'private') return { access: 'private', hidden_access: skill.access }
    if (skill.hidden_access !== null) return { access: 'private', hidden_access: skill.hidden_access }
    throw new SkillError('CONFLICT', `${fullName(place)} is private already: only those you let in see it`, {
      hint: 'To withdraw it from them too, yank its versions, or let them in no longer',
    })
  })
}

/** Restores the access a hidden skill had before; one that is not private stays as it is. Throws CONFLICT for a private one that was not hidden. */
export async function showSkill(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  reason: string,
): Promise<void> {
  await changeAccess(hub, principal, { place, details: { hidden: false, reason } }, (skill) => {
    if (skill.access !== 'private') return { access: skill.access, hidden_access: null }
    if (skill.hidden_access !== null) return { access: skill.hidden_access, hidden_access: null }
    throw new SkillError('CONFLICT', `${fullName(place)} was not hidden: it is private`, {
      hint: 'To open it: skillwright access',
    })
  })
}

type Access = Pick<Row<'skills'>, 'access' | 'hidden_access'>

async function changeAccess(
  hub: HubContext,
  principal: Principal,
  { place, details }: Omit<SkillChange, 'action'>,
  decide: (skill: Access) => Access,
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope)
  await changeSkill(hub, principal, { place, action: 'skill.access', details }, async (transaction, skill) => {
    const next = decide(skill)
    await transaction.updateTable('skills').set(next).where('id', '=', skill.id).execute()
    if (OPENNESS.indexOf(next.access) > OPENNESS.indexOf(skill.access)) requireRead(principal)
    if (skill.access !== 'private' || next.access === 'private') return
    if (!principal.scopes.has('admin')) await refuseLookalike(transaction, skill)
    await refuseUnseenCopy(transaction, skill)
  })
}

/** A token that may not see what is private cannot give access to it either. */
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

async function refuseUnseenCopy(transaction: Transaction<Tables>, skill: Row<'skills'>): Promise<void> {
  const copy = await findUnseenCopy(transaction, skill)
  if (copy === undefined) return
  const reference = `${fullName(skill)}@${copy.version}`
  throw new SkillError('CONFLICT', `A reviewer has to see ${reference} before it is opened: ${copy.reason}`, {
    hint: `Ask for it: skillwright review appeal ${reference} --reason "…"; a reviewer signs it off with review approve`,
    details: { version: copy.version },
  })
}
