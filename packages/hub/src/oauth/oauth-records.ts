import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { HubContext } from '../hub-context.ts'
import { hashSecret } from '../people/secret.ts'

/** Where the issuer keeps what it remembers of one kind, for any node to find. */
export class OauthRecords implements Adapter {
  readonly #hub: HubContext
  readonly #model: string

  constructor(hub: HubContext, model: string) {
    this.#hub = hub
    this.#model = model
  }

  /** The id, which may be a secret, is not part of what is stored. */
  async upsert(id: string, { jti: _jti, ...payload }: AdapterPayload, seconds = 0): Promise<void> {
    const record = {
      grant_id: payload.grantId ?? null,
      payload: JSON.stringify(payload),
      expires_at: this.#hub.clock() + seconds * 1000,
    }
    await this.#hub.db
      .insertInto('oauth_records')
      .values({ model: this.#model, id_hash: hashSecret(id), ...record, consumed_at: null })
      .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(record))
      .execute()
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#hub.db
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at'])
      .where('model', '=', this.#model)
      .where('id_hash', '=', hashSecret(id))
      .where('expires_at', '>', this.#hub.clock())
      .executeTakeFirst()
    if (row === undefined) return undefined
    const payload: AdapterPayload = JSON.parse(row.payload)
    return { ...payload, jti: id, ...(row.consumed_at === null ? {} : { consumed: row.consumed_at }) }
  }

  /** Throws when it was used a moment ago: of two who show one code at the same time, one gets a token. */
  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#hub.db
      .updateTable('oauth_records')
      .set({ consumed_at: this.#hub.clock() })
      .where('model', '=', this.#model)
      .where('id_hash', '=', hashSecret(id))
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
    const { errors } = await import('oidc-provider')
    throw new errors.InvalidGrant('used already')
  }

  async destroy(id: string): Promise<void> {
    await this.#hub.db
      .deleteFrom('oauth_records')
      .where('model', '=', this.#model)
      .where('id_hash', '=', hashSecret(id))
      .execute()
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#hub.db
      .deleteFrom('oauth_records')
      .where('model', '=', this.#model)
      .where('grant_id', '=', grantId)
      .execute()
  }

  async findByUid(): Promise<undefined> {
    return undefined
  }

  async findByUserCode(): Promise<undefined> {
    return undefined
  }
}

/** Forgets what has ended. */
export async function sweepOauthRecords({ db, clock }: HubContext): Promise<void> {
  await db.deleteFrom('oauth_records').where('expires_at', '<=', clock()).execute()
}
