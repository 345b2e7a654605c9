import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { MADE_TOKEN, TOKEN, Wire } from '@skillwright/hub-api'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn, TokenScope } from '../principal.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Tables } from '../store/tables.ts'
import type { PasswordSignIn } from './log-in.ts'
import { hashSecret, newSecret } from './secret.ts'
import { boundText, type TokenBound } from './token-bound.ts'
import { scopesOfRole } from './token-scopes.ts'

const TOKENS = pageCursor('tokens', ['integer', 'text'])

/** What a token is to be. */
export interface NewToken {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly kind?: 'token' | 'session'
  /** Milliseconds since 1970; null for no end. */
  readonly expiresAt: number | null
  readonly boundTo?: TokenBound | undefined
  /** The token that makes it; absent when its owner has just signed in. */
  readonly parentId?: string | undefined
  /** What its holder shows; a new one when absent. */
  readonly secret?: string
}

/** A new token with its secret, which is shown once. */
export type MadeToken = Wire<typeof MADE_TOKEN>

/** How long the token that signing in makes for a program is valid. */
export const LOGIN_DAYS = 90

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000

/**
 * Makes a token, whose limits the caller has checked; `deriveToken` does so for users who have one already. The secret is in the
 * answer and nowhere else afterwards. Throws AUTHENTICATION_REQUIRED when what it is made of has ended meanwhile.
 */
export async function createToken(
  hub: Pick<HubContext, 'db' | 'clock'>,
  person: SignedIn | PasswordSignIn,
  { name, scopes, kind = 'token', expiresAt, boundTo, parentId, secret: token = newSecret() }: NewToken,
): Promise<MadeToken> {
  const refused = scopes.filter((scope) => !scopesOfRole(person.role).includes(scope))
  if (refused.length > 0)
    throw new SkillError('PERMISSION_DENIED', `A ${person.role} cannot have a token for ${refused.join(', ')}`, {
      hint: `Ask for some of: ${scopesOfRole(person.role).join(', ')}`,
    })
  const id = randomUUID()
  const at = hub.clock()
  await hub.db.transaction().execute(async (transaction) => {
    await requireAccount(transaction, person)
    if (parentId !== undefined) await requireOpen(transaction, parentId)
    await transaction
      .insertInto('tokens')
      .values({
        id,
        person_id: person.id,
        kind,
        name,
        hash: hashSecret(token),
        scopes: JSON.stringify(scopes),
        bound_to: boundTo === undefined ? null : boundText(boundTo),
        parent_id: parentId ?? null,
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
        details: { id, name, scopes, ...(boundTo === undefined ? {} : { bound_to: boundText(boundTo) }) },
      })
  })
  return { id, token, expires_at: isoTime(expiresAt) }
}

/**
 * Throws AUTHENTICATION_REQUIRED for a token that was revoked a moment ago: it leaves nothing behind. Asked once the row of the account
 * was written, as all do that end its tokens: so they come before, and are seen, or after.
 */
export async function requireOpen(transaction: Transaction<Tables>, id: string): Promise<void> {
  const parent = await transaction.selectFrom('tokens').select('revoked_at').where('id', '=', id).executeTakeFirst()
  if (parent?.revoked_at !== null) throw new SkillError('AUTHENTICATION_REQUIRED', 'Your token was revoked')
}

/**
 * Writes the row of an account as it is. Whatever makes a token of it or ends them does so first: on each database one comes after the
 * other, and sees what it did.
 */
export function holdAccount(transaction: Transaction<Tables>, personId: string) {
  return transaction
    .updateTable('people')
    .set((eb) => ({ disabled_at: eb.ref('disabled_at') }))
    .where('id', '=', personId)
}

/**
 * Throws AUTHENTICATION_REQUIRED when the account was closed, or has another password than the one that was given, since that was checked.
 */
async function requireAccount(transaction: Transaction<Tables>, person: SignedIn | PasswordSignIn): Promise<void> {
  const open = holdAccount(transaction, person.id).where('disabled_at', 'is', null)
  const { numUpdatedRows } = await ('passwordHash' in person
    ? open.where('password_hash', '=', person.passwordHash)
    : open
  ).executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new SkillError('AUTHENTICATION_REQUIRED', 'The account was closed, or its password changed, a moment ago', {
      hint: 'Sign in again',
    })
}

/** The tokens of a person that can still be used, the oldest first. */
export async function listTokens(
  hub: HubContext,
  person: SignedIn,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<Wire<typeof TOKEN>>> {
  const now = hub.clock()
  const [after, afterId] = TOKENS.decode(cursor) ?? [0, '']
  const rows = await hub.db
    .selectFrom('tokens')
    .selectAll()
    .where('person_id', '=', person.id)
    .where('kind', '=', 'token')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) =>
      where.or([
        where('created_at', '>', after),
        where.and([where('created_at', '=', after), where('id', '>', afterId)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return TOKENS.page(rows, limit, {
    place: ({ created_at, id }) => [created_at, id],
    item: ({ id, name, scopes, bound_to, parent_id, created_at, expires_at, last_used_at }) => ({
      id,
      name,
      scopes: JSON.parse(scopes) as TokenScope[],
      bound_to,
      made_by: parent_id,
      created_at: new Date(created_at).toISOString(),
      expires_at: isoTime(expires_at),
      last_used_at: isoTime(last_used_at),
    }),
  })
}

/** A time as the wire has it. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
