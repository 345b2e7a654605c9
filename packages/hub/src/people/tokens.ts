import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { Principal, SignedIn, TokenScope } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { hashSecret, newSecret } from './secret.ts'

/** What a token may be used for, each with what it lets its holder do. */
export const TOKEN_SCOPES: Readonly<Record<TokenScope, string>> = {
  read: 'see and download what its owner may see',
  invoke: 'call skills',
  publish: 'publish, yank and deprecate in the scopes of its owner',
  review: 'decide about what waits for review',
  admin: 'administer the hub',
}

const BY_ROLE: Readonly<Record<SignedIn['role'], readonly TokenScope[]>> = {
  member: ['read', 'invoke', 'publish'],
  reviewer: ['read', 'invoke', 'publish', 'review'],
  admin: ['read', 'invoke', 'publish', 'review', 'admin'],
}

const DAY_MS = 86_400_000

/** The scopes that a person of this role can have. */
export function scopesOfRole(role: SignedIn['role']): readonly TokenScope[] {
  return BY_ROLE[role]
}

/** A token as its owner sees it later: never the secret. */
export interface TokenInfo {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

/** What a token is to be. */
export interface NewToken {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly expiresInDays?: number
  readonly kind?: 'token' | 'session'
}

/** Makes a token. The secret is in the answer and nowhere else afterwards. */
export async function createToken(
  hub: HubContext,
  person: SignedIn,
  { name, scopes, expiresInDays, kind = 'token' }: NewToken,
): Promise<{ id: string; token: string; expires_at: string | null }> {
  const refused = scopes.filter((scope) => !scopesOfRole(person.role).includes(scope))
  if (refused.length > 0)
    throw new SkillError('PERMISSION_DENIED', `A ${person.role} cannot have a token for ${refused.join(', ')}`, {
      hint: `Ask for some of: ${scopesOfRole(person.role).join(', ')}`,
    })
  const id = randomUUID()
  const token = newSecret()
  const at = hub.clock()
  const expiresAt = expiresInDays === undefined ? null : at + Math.round(expiresInDays * DAY_MS)
  await hub.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('tokens')
      .values({
        id,
        person_id: person.id,
        kind,
        name,
        hash: hashSecret(token),
        scopes: JSON.stringify(scopes),
        created_at: at,
        expires_at: expiresAt,
        revoked_at: null,
        last_used_at: null,
      })
      .execute()
    if (kind === 'token')
      await recordAudit(transaction, {
        at,
        actor: person.handle,
        action: 'token.create',
        subject: `@${person.handle}`,
        details: { id, name, scopes },
      })
  })
  return { id, token, expires_at: isoTime(expiresAt) }
}

/** The tokens of a person that can still be used. */
export async function listTokens(hub: HubContext, person: SignedIn): Promise<TokenInfo[]> {
  const now = hub.clock()
  const rows = await hub.db
    .selectFrom('tokens')
    .selectAll()
    .where('person_id', '=', person.id)
    .where('kind', '=', 'token')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, scopes, created_at, expires_at, last_used_at }) => ({
    id,
    name,
    scopes: JSON.parse(scopes) as string[],
    created_at: isoTime(created_at) ?? '',
    expires_at: isoTime(expires_at),
    last_used_at: isoTime(last_used_at),
  }))
}

/** Ends a token of the caller at once. */
export async function revokeToken(hub: HubContext, principal: Principal, id: string): Promise<void> {
  const { person } = principal
  const at = hub.clock()
  await hub.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('tokens')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('person_id', '=', person?.id ?? '')
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new SkillError('DATA_NOT_FOUND', 'You have no such token', { hint: 'List yours: skillwright token list' })
    await recordAudit(transaction, {
      at,
      actor: person?.handle ?? '',
      action: 'token.revoke',
      subject: `@${person?.handle}`,
      details: { id },
    })
  })
}

/** A time as the wire has it. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
