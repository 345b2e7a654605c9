import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { Principal, SignedIn } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { checkPassword } from './create-person.ts'
import { hashPassword } from './hash-password.ts'
import { isoTime } from './tokens.ts'

/** A person as an administrator sees them. */
export interface PersonInfo {
  readonly handle: string
  readonly kind: 'person' | 'organisation'
  readonly display_name: string
  readonly role: SignedIn['role']
  readonly disabled: boolean
  readonly created_at: string
}

/** What an administrator changes of somebody. */
export interface PersonChange {
  readonly role?: SignedIn['role']
  readonly disabled?: boolean
  readonly password?: string
}

const PAGE = 100

/** Everybody, a page at a time, by handle. */
export async function listPeople(
  hub: HubContext,
  { after = '', limit = PAGE }: { readonly after?: string; readonly limit?: number } = {},
): Promise<PersonInfo[]> {
  const rows = await hub.db
    .selectFrom('people')
    .select(['handle', 'kind', 'display_name', 'role', 'disabled_at', 'created_at'])
    .where('handle', '>', after)
    .orderBy('handle')
    .limit(Math.min(limit, PAGE))
    .execute()
  return rows.map(({ disabled_at, created_at, ...row }) => ({
    ...row,
    disabled: disabled_at !== null,
    created_at: isoTime(created_at) ?? '',
  }))
}

/** Changes what somebody may do. Closing an account, or a new password, ends every session and token at once. */
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
      .select(['id', 'role'])
      .where('handle', '=', handle)
      .where('kind', '=', 'person')
      .executeTakeFirst()
    if (person === undefined) throw new SkillError('DATA_NOT_FOUND', `There is nobody called ${handle}`)
    if (person.id === admin?.id && (disabled === true || (role !== undefined && role !== 'admin')))
      throw new SkillError('CONFLICT', 'You cannot take your own rights away', { hint: 'Ask another administrator' })
    await transaction
      .updateTable('people')
      .set({
        role: role ?? person.role,
        ...(disabled === undefined ? {} : { disabled_at: disabled ? at : null }),
        ...(hash === undefined ? {} : { password_hash: hash }),
      })
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
