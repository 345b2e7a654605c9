import { SkillError } from '@skillwright/contract'
import { type Kysely, sql } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { ANONYMOUS, type Principal, type TokenScope } from '../principal.ts'
import { prepareQuery } from '../registry/prepared-query.ts'
import { UnchangedCache } from '../registry/unchanged-cache.ts'
import type { Tables } from '../store/tables.ts'
import { guestOf, isForeignToken } from './foreign-tokens.ts'
import { hashSecret } from './secret.ts'
import { parseBound } from './token-bound.ts'
import { scopesOfRole } from './token-scopes.ts'

/** The cookie of a user who signed in with a browser. */
export const SESSION_COOKIE = 'skw_session'

const LONGEST_SECRET = 200
const USE_NOTED_EVERY_MS = 60_000

/** What a caller shows, by where it stands. */
export interface ShownCredentials {
  readonly authorization?: string
  /** A token in the header that descriptors name for keys. */
  readonly key?: string
  readonly cookie?: string
}

/** Identifies the caller. Without credentials a caller is anonymous; credentials that are not valid are refused. */
export async function authenticate(
  hub: HubContext,
  { authorization, key, cookie }: ShownCredentials,
): Promise<Principal> {
  if (authorization !== undefined && key !== undefined) throw refused('Show one credential, not two')
  if (key !== undefined) return principalOf(hub, keySecret(key), 'token')
  if (authorization !== undefined)
    return isForeignToken(hub, authorization)
      ? guestOf(hub, authorization)
      : principalOf(hub, bearer(authorization), 'token')
  const session = cookieValue(cookie ?? '', SESSION_COOKIE)
  // A session that has ended is no error: the browser keeps sending the cookie.
  return session === undefined ? ANONYMOUS : principalOf(hub, session, 'session').catch(asAnonymous)
}

function bearer(authorization: string): string {
  const [, secret] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization.slice(0, LONGEST_SECRET + 20)) ?? []
  if (secret === undefined || secret.length > LONGEST_SECRET) throw refused()
  return secret
}

function keySecret(key: string): string {
  if (!/^[\w.~+/=-]+$/.test(key) || key.length > LONGEST_SECRET) throw refused()
  return key
}

function cookieValue(cookies: string, name: string): string | undefined {
  const found = cookies.split(';').find((part) => part.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}

const tokens = (db: Kysely<Tables>) =>
  db
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.id as token_id', 'tokens.scopes', 'tokens.expires_at', 'tokens.revoked_at', 'tokens.last_used_at'])
    .select(['tokens.created_at', 'tokens.parent_id', 'tokens.bound_to'])
    .select(['people.id', 'people.handle', 'people.role', 'people.disabled_at'])

// Looked up by its hash: how long that takes says nothing about a guessed secret.
const shown = prepareQuery(['hash', 'kind'], (db, { hash, kind }) =>
  tokens(db).where('tokens.hash', '=', hash).where(sql<string>`tokens.kind`, '=', kind),
)

type TokenRow = Awaited<ReturnType<typeof shown>>[number]

const TOKEN_BYTES = 1_000
const CACHE_BYTES = 4_000_000
const known = new WeakMap<HubContext, UnchangedCache<TokenRow>>()

/** The token of a kind and hash, kept in memory as long as nothing changes; asking PostgreSQL whether something did costs as much as the token. */
async function findToken(hub: HubContext, place: string): Promise<TokenRow | undefined> {
  const [kind = '', hash = ''] = place.split(' ')
  if (hub.database === 'postgres') return (await shown(hub.db, { hash, kind }))[0]
  const cache = known.get(hub) ?? new UnchangedCache<TokenRow>(hub.stamp, CACHE_BYTES)
  known.set(hub, cache)
  const kept = await cache.get(place)
  if (kept !== undefined) return kept
  const stamp = await hub.stamp()
  const [row] = await shown(hub.db, { hash, kind })
  if (row !== undefined) cache.set(stamp, place, row, TOKEN_BYTES)
  return row
}

async function principalOf(hub: HubContext, secret: string, kind: 'token' | 'session'): Promise<Principal> {
  const now = hub.clock()
  const row = await findToken(hub, `${kind} ${hashSecret(secret)}`)
  if (row === undefined || hasEnded(row, now)) throw refused()
  if ((row.last_used_at ?? 0) < now - USE_NOTED_EVERY_MS)
    await hub.db.updateTable('tokens').set({ last_used_at: now }).where('id', '=', row.token_id).execute()
  return principalOfRow(row)
}

const byId = prepareQuery(['id'], (db, { id }) => tokens(db).where('tokens.id', '=', id))

/**
 * Who acts by a token that was shown before, with what it may do now. Throws PERMISSION_DENIED when it was revoked or its account is
 * closed, and, unless that is allowed, when its time is over.
 */
export async function principalOfToken(
  { db, clock }: HubContext,
  id: string,
  { mayBeOver = false }: { readonly mayBeOver?: boolean } = {},
): Promise<Principal> {
  const [row] = await byId(db, { id })
  if (row !== undefined && !hasEnded(row, mayBeOver ? Number.NEGATIVE_INFINITY : clock())) return principalOfRow(row)
  throw new SkillError('PERMISSION_DENIED', 'The token that this was made with has ended, or its account is closed', {
    hint: 'Change it or make it again with a token that holds, or signed in',
  })
}

function hasEnded({ revoked_at, disabled_at, expires_at }: TokenRow, now: number): boolean {
  return revoked_at !== null || disabled_at !== null || (expires_at !== null && expires_at <= now)
}

function principalOfRow(row: TokenRow): Principal {
  const allowed = scopesOfRole(row.role)
  const scopes = (JSON.parse(row.scopes) as TokenScope[]).filter((scope) => allowed.includes(scope))
  return {
    person: { id: row.id, handle: row.handle, role: row.role },
    scopes: new Set(scopes),
    token: {
      id: row.token_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      parentId: row.parent_id,
      ...(row.bound_to === null ? {} : { boundTo: parseBound(row.bound_to) }),
    },
  }
}

/** Whether the token of a caller who was identified a while ago has not ended since, and their role is the same. */
export async function isStillValid({ db, clock }: HubContext, { token, person, guest }: Principal): Promise<boolean> {
  if (token === undefined) return guest?.expiresAt === undefined || guest.expiresAt > clock()
  const row = await db
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.revoked_at', 'tokens.expires_at', 'people.disabled_at', 'people.role'])
    .where('tokens.id', '=', token.id)
    .executeTakeFirst()
  if (row === undefined || row.revoked_at !== null || row.disabled_at !== null) return false
  return row.role === person?.role && (row.expires_at === null || row.expires_at > clock())
}

function asAnonymous(thrown: unknown): Principal {
  if (thrown instanceof SkillError && thrown.code === 'AUTHENTICATION_REQUIRED') return ANONYMOUS
  throw thrown
}

function refused(message = 'The token is not valid: unknown, expired or revoked'): SkillError {
  return new SkillError('AUTHENTICATION_REQUIRED', message, {
    hint: 'Make a new one: skillwright login',
  })
}
