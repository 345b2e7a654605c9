import { type AdapterPayload, errors } from 'oidc-provider'
import type { HubContext } from '../hub-context.ts'
import { revokeToken } from '../people/revoke-token.ts'
import { parseBound } from '../people/token-bound.ts'
import { scopesOfRole } from '../people/token-scopes.ts'
import { createToken } from '../people/tokens.ts'
import type { SignedIn, TokenScope } from '../principal.ts'
import { OauthRecords } from './oauth-records.ts'
import { tokenScopes } from './oauth-scopes.ts'

/** A token that access tokens are made of: one that a program shows, or the one that stands for a user's consent. */
export interface ParentToken {
  readonly id: string
  readonly name: string
  readonly hash: string
  readonly person: SignedIn
  /** What its holder may do now. */
  readonly scopes: readonly TokenScope[]
  readonly boundTo: string | null
  /** Milliseconds since 1970; null for no end. */
  readonly expiresAt: number | null
}

/** A token that is valid now, by its id. */
export async function findParent({ db, clock }: HubContext, id: string): Promise<ParentToken | undefined> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('people', 'people.id', 'tokens.person_id')
    .select(['tokens.id', 'tokens.name', 'tokens.hash', 'tokens.scopes', 'tokens.bound_to', 'tokens.expires_at'])
    .select(['people.id as person_id', 'people.handle', 'people.role'])
    .where('tokens.id', '=', id)
    .where('tokens.kind', '=', 'token')
    .where('tokens.revoked_at', 'is', null)
    .where('people.disabled_at', 'is', null)
    .where((where) => where.or([where('tokens.expires_at', 'is', null), where('tokens.expires_at', '>', clock())]))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { person_id, handle, role, name, hash, scopes, bound_to: boundTo, expires_at: expiresAt } = row
  const allowed = scopesOfRole(role)
  const held: TokenScope[] = JSON.parse(scopes)
  const person = { id: person_id, handle, role }
  return { id, name, hash, person, scopes: held.filter((scope) => allowed.includes(scope)), boundTo, expiresAt }
}

/**
 * Where the issuer keeps access tokens: as tokens of the hub. Each is made by another one, so that it may do no more, nowhere else and no
 * longer than that, and ends with it; this is the only place where that is decided.
 */
export class AccessTokens extends OauthRecords {
  readonly #hub: HubContext

  constructor(hub: HubContext, model: string) {
    super(hub, model)
    this.#hub = hub
  }

  override async upsert(secret: string, { clientId, grantId, scope = '', exp = 0 }: AdapterPayload): Promise<void> {
    const parent = await findParent(this.#hub, grantId ?? clientId ?? '')
    if (parent === undefined) throw new errors.InvalidGrant('what it was made of has ended')
    const scopes = tokenScopes(scope)
    const missing = scopes.filter((one) => !parent.scopes.includes(one))
    if (scopes.length === 0 || missing.length > 0)
      throw new errors.InvalidScope('the scope must be some of what it is made of', scope)
    await createToken(this.#hub, parent.person, {
      name: parent.name,
      scopes,
      expiresAt: Math.min(exp * 1000, parent.expiresAt ?? Number.POSITIVE_INFINITY),
      ...(parent.boundTo === null ? {} : { boundTo: parseBound(parent.boundTo) }),
      parentId: parent.id,
      secret,
    })
  }

  /** A code that was shown twice may have been stolen: every token that it gave is withdrawn. */
  override async revokeByGrantId(grantId: string): Promise<void> {
    const parent = await findParent(this.#hub, grantId)
    if (parent !== undefined) await revokeToken(this.#hub, parent, grantId)
  }
}
