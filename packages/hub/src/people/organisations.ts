import { SkillError } from '@skillwright/contract'
import type { MEMBER, Wire } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Tables } from '../store/tables.ts'
import { insertPerson } from './create-person.ts'
import { requireScopeRole, type ScopeRole } from './scope-role.ts'
import { holdAccount } from './tokens.ts'

/**
 * Makes an organisation, which owns the scope of its handle. Its creator is its first owner; an administrator may make one for
 * another user, which is how a reserved name is assigned.
 */
export async function createOrganisation(
  hub: HubContext,
  { person, scopes }: Principal,
  { handle, displayName, owner }: { readonly handle: string; readonly displayName?: string; readonly owner?: string },
): Promise<{ handle: string }> {
  if (person === undefined) throw new SkillError('AUTHENTICATION_REQUIRED', 'Sign in to make an organisation')
  if (owner !== undefined && owner !== person.handle && !scopes.has('admin'))
    throw new SkillError('PERMISSION_DENIED', 'Only an administrator makes an organisation for another user')
  await hub.db.transaction().execute(async (transaction) => {
    const first = owner === undefined ? person : await personOf(transaction, owner)
    const organisation_id = await insertPerson(
      transaction,
      hub,
      {
        handle,
        kind: 'organisation',
        role: 'member',
        hash: null,
        ...(displayName === undefined ? {} : { displayName }),
      },
      { by: person.handle, mayUseReserved: scopes.has('admin') },
    )
    await transaction
      .insertInto('memberships')
      .values({ organisation_id, person_id: first.id, role: 'owner' })
      .execute()
  })
  return { handle }
}

const MEMBERS = pageCursor('members', ['text'])

/** Who belongs to the owner of a scope, by handle, a page at a time. */
export async function listMembers(
  hub: HubContext,
  principal: Principal,
  scope: string,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<Wire<typeof MEMBER>>> {
  await requireScopeRole(hub, principal, scope)
  const [after] = MEMBERS.decode(cursor) ?? ['']
  const rows = await hub.db
    .selectFrom('scopes')
    .innerJoin('memberships', 'memberships.organisation_id', 'scopes.owner_id')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.handle', 'memberships.role'])
    .where('scopes.name', '=', scope)
    .where('people.handle', '>', after)
    .orderBy('people.handle')
    .limit(limit + 1)
    .execute()
  return MEMBERS.page(rows, limit, { place: ({ handle }) => [handle], item: (row) => row })
}

/** Adds a user to the organisation of a scope, or changes their role; undefined removes them. The last owner stays. */
export async function setMember(
  hub: HubContext,
  principal: Principal,
  { scope, handle, role }: { readonly scope: string; readonly handle: string; readonly role: ScopeRole | undefined },
): Promise<void> {
  await requireScopeRole(hub, principal, scope, 'owner')
  await hub.db.transaction().execute(async (transaction) => {
    const organisation = await transaction
      .selectFrom('scopes')
      .innerJoin('people', 'people.id', 'scopes.owner_id')
      .select(['people.id', 'people.kind'])
      .where('scopes.name', '=', scope)
      .executeTakeFirstOrThrow()
    if (organisation.kind !== 'organisation')
      throw new SkillError('CONFLICT', `@${scope} belongs to a person, and only an organisation has members`, {
        hint: 'Make an organisation and publish under its scope',
      })
    // One change of an organisation comes after the other: of two owners who take each other out, one stays.
    await holdAccount(transaction, organisation.id).execute()
    const member = await personOf(transaction, handle)
    const membership = { organisation_id: organisation.id, person_id: member.id }
    const { numDeletedRows } = await transaction
      .deleteFrom('memberships')
      .where('organisation_id', '=', membership.organisation_id)
      .where('person_id', '=', membership.person_id)
      .executeTakeFirst()
    // A retry, or a user who never was one: the audit log names as removed only members, who review nothing of the scope later.
    if (role === undefined && numDeletedRows === 0n) return
    if (role !== undefined)
      await transaction
        .insertInto('memberships')
        .values({ ...membership, role })
        .execute()
    const owner = await transaction
      .selectFrom('memberships')
      .select('person_id')
      .where('organisation_id', '=', organisation.id)
      .where('role', '=', 'owner')
      .executeTakeFirst()
    if (owner === undefined)
      throw new SkillError('CONFLICT', `@${scope} would have no owner left`, {
        hint: 'Make another user an owner first',
      })
    await recordAudit(transaction, {
      at: hub.clock(),
      actor: principal.person?.handle ?? '',
      action: role === undefined ? 'member.remove' : 'member.set',
      subject: `@${scope}`,
      details: { handle, ...(role === undefined ? {} : { role }) },
    })
  })
}

async function personOf(transaction: Transaction<Tables>, handle: string): Promise<{ readonly id: string }> {
  const person = await transaction
    .selectFrom('people')
    .select('id')
    .where('handle', '=', handle)
    .where('kind', '=', 'person')
    .executeTakeFirst()
  if (person === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no user called ${handle}`)
  return person
}
