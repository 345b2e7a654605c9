import { SkillError } from '@skillwright/contract'
import type { PERSON, PERSON_CHANGE, Wire } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal, SignedIn } from '../principal.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Tables } from '../store/tables.ts'
import { checkPassword } from './create-person.ts'
import { hashPassword } from './hash-password.ts'
import { holdAccount } from './tokens.ts'

/** What an administrator changes about an account. */
export type PersonChange = Wire<typeof PERSON_CHANGE>

const PEOPLE = pageCursor('people', ['text'])

/** All users and organisations, a page at a time, by handle. */
export async function listPeople(
  hub: HubContext,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<Wire<typeof PERSON>>> {
  const [after] = PEOPLE.decode(cursor) ?? ['']
  const rows = await hub.db
    .selectFrom('people')
    .select(['handle', 'kind', 'display_name', 'role', 'disabled_at', 'created_at'])
    .where('handle', '>', after)
    .orderBy('handle')
    .limit(limit + 1)
    .execute()
  return PEOPLE.page(rows, limit, {
    place: ({ handle }) => [handle],
    item: ({ disabled_at, created_at, ...row }) => ({
      ...row,
      disabled: disabled_at !== null,
      created_at: new Date(created_at).toISOString(),
    }),
  })
}

/** Changes the role, state or password of a user. Closing an account, or a new password, ends every session and token at once. */
export async function changePerson(
  hub: HubContext,
  { person: admin }: Principal,
  handle: string,
  { role, disabled, password }: PersonChange,
): Promise<void> {
  if (password !== undefined) checkPassword(password)
  const hash = password === undefined ? undefined : await hashPassword(password)
  const at = hub.clock()
  await hub.db.transaction().execute(async (transaction) => {
    const person = await transaction
      .selectFrom('people')
      .select('id')
      .where('handle', '=', handle)
      .where('kind', '=', 'person')
      .executeTakeFirst()
    if (person === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no user called ${handle}`)
    if (person.id === admin?.id && (disabled === true || (role !== undefined && role !== 'admin')))
      throw new SkillError('CONFLICT', 'You cannot take your own rights away', { hint: 'Ask another administrator' })
    if (admin !== undefined) await requireAdmin(transaction, admin, person)
    // What is not asked for stays as it is then, and not as it was read: another administrator may be changing it.
    await transaction
      .updateTable('people')
      .set((eb) => ({
        role: role ?? eb.ref('role'),
        disabled_at: disabled === undefined ? eb.ref('disabled_at') : disabled ? at : null,
        password_hash: hash ?? eb.ref('password_hash'),
      }))
      .where('id', '=', person.id)
      .execute()
    if (disabled === true || hash !== undefined)
      await transaction
        .updateTable('tokens')
        .set({ revoked_at: at })
        .where('person_id', '=', person.id)
        .where('revoked_at', 'is', null)
        .execute()
    await recordAudit(transaction, {
      at,
      actor: admin?.handle ?? '',
      action: 'person.change',
      subject: `@${handle}`,
      details: {
        ...(role === undefined ? {} : { role }),
        ...(disabled === undefined ? {} : { disabled }),
        ...(hash === undefined ? {} : { password: 'changed' }),
      },
    })
  })
}

/** Throws PERMISSION_DENIED for an administrator who is none any more: of some who take each other's rights away, one stays. */
async function requireAdmin(
  transaction: Transaction<Tables>,
  admin: SignedIn,
  changed: Pick<SignedIn, 'id'>,
): Promise<void> {
  // Always in this order: two who change each other do not wait for each other.
  for (const id of [admin.id, changed.id].sort()) await holdAccount(transaction, id).execute()
  const now = await transaction
    .selectFrom('people')
    .select('id')
    .where('id', '=', admin.id)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (now === undefined) throw new SkillError('PERMISSION_DENIED', 'You are no administrator any more')
}
