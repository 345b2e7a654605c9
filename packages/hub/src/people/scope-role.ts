import { SkillError } from '@skillwright/contract'
import type { Kysely } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Tables } from '../store/tables.ts'

/** The role of a user in a scope. */
export type ScopeRole = 'owner' | 'maintainer'

/** The role of the principal in a scope: its owner, or their role in the organisation that owns it; an administrator owns all. Undefined for others and for a scope that does not exist. */
async function scopeRole(
  hub: HubContext,
  { person, scopes }: Principal,
  scope: string,
): Promise<ScopeRole | undefined> {
  if (person === undefined) return undefined
  const row = await ownerOf(hub.db, person.id, scope)
  if (row === undefined) return undefined
  return row.owner_id === person.id || scopes.has('admin') ? 'owner' : (row.role ?? undefined)
}

/** Whether a scope is a person's own, or one of an organisation they belong to, whatever else they may do here. */
export async function isMemberOf(db: Kysely<Tables>, personId: string, scope: string): Promise<boolean> {
  const row = await ownerOf(db, personId, scope)
  return row !== undefined && (row.owner_id === personId || row.role !== null)
}

function ownerOf(db: Kysely<Tables>, personId: string, scope: string) {
  return db
    .selectFrom('scopes')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.organisation_id', '=', 'scopes.owner_id').on('memberships.person_id', '=', personId),
    )
    .select(['scopes.owner_id', 'memberships.role'])
    .where('scopes.name', '=', scope)
    .executeTakeFirst()
}

/** Throws PERMISSION_DENIED unless the principal belongs to the scope; with `owner`, unless they own it. Says the same whether the scope exists or not. */
export async function requireScopeRole(
  hub: HubContext,
  principal: Principal,
  scope: string,
  least: ScopeRole = 'maintainer',
): Promise<ScopeRole> {
  const role = await scopeRole(hub, principal, scope)
  if (role === 'owner' || (role === 'maintainer' && least === 'maintainer')) return role
  throw new SkillError('PERMISSION_DENIED', `You are not ${least === 'owner' ? 'an owner' : 'a member'} of @${scope}`, {
    hint: `Use a scope of yours, or ask an owner of @${scope} to add you`,
  })
}
