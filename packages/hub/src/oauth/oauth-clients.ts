import { timingSafeEqual } from 'node:crypto'
import { type AdapterPayload, errors } from 'oidc-provider'
import type { HubContext } from '../hub-context.ts'
import { hashSecret } from '../people/secret.ts'
import { findParent } from './access-tokens.ts'
import { UNUSED_SECONDS } from './keep-client.ts'
import { OauthRecords } from './oauth-records.ts'
import { oauthScopes } from './oauth-scopes.ts'

const MOST_CLIENTS = 10_000
const TOKEN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The programs that may ask for access tokens: those that registered by themselves, for users to let in, and every token of the hub, whose
 * id and secret are those of a client that acts for itself.
 */
export class OauthClients extends OauthRecords {
  readonly #hub: HubContext

  constructor(hub: HubContext) {
    super(hub, 'Client')
    this.#hub = hub
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    if (TOKEN_ID.test(id)) return clientOfToken(this.#hub, id)
    const { jti: _jti, ...client } = (await super.find(id)) ?? {}
    return client.client_id === undefined ? undefined : client
  }

  override async upsert(id: string, client: AdapterPayload): Promise<void> {
    await makePlace(this.#hub)
    const { client_secret: secret, ...rest } = client
    await super.upsert(id, secret === undefined ? rest : { ...rest, client_secret: hashSecret(secret) }, UNUSED_SECONDS)
  }
}

/** Anyone may register, so that too many may be there: those that no user let in give way, the oldest first. */
async function makePlace({ db, clock }: HubContext): Promise<void> {
  const clients = db.selectFrom('oauth_records').where('model', '=', 'Client')
  const { count } = await clients.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (Number(count) < MOST_CLIENTS) return
  const unused = clients
    .select('id_hash')
    .where('expires_at', '<=', clock() + UNUSED_SECONDS * 1000)
    .orderBy('expires_at')
    .limit(Number(count) - MOST_CLIENTS + 1)
  const { numDeletedRows } = await db
    .deleteFrom('oauth_records')
    .where('model', '=', 'Client')
    .where('id_hash', 'in', unused)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new errors.TemporarilyUnavailable('too many programs have registered')
}

/** Whether a secret is the one of which a client has the hash. */
export function isSecretOf({ clientSecret }: { readonly clientSecret?: string | undefined }, shown: string): boolean {
  const [known, hash] = [Buffer.from(clientSecret ?? ''), Buffer.from(hashSecret(shown))]
  return known.length === hash.length && timingSafeEqual(known, hash)
}

async function clientOfToken(hub: HubContext, id: string): Promise<AdapterPayload | undefined> {
  const token = await findParent(hub, id)
  if (token === undefined) return undefined
  const { name, hash, scopes, expiresAt } = token
  const allowed = oauthScopes(scopes)
  return {
    client_id: id,
    client_secret: hash,
    client_secret_expires_at: expiresAt === null ? 0 : Math.floor(expiresAt / 1000),
    client_name: name,
    ...(allowed === '' ? {} : { scope: allowed }),
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
  }
}
