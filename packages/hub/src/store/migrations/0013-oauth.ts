import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the issuer of access tokens remembers between requests: programs that registered, sign-ins that are under way, grants and codes. */
export const oauth: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table oauth_records (
        model text not null, id_hash text not null, grant_id text, payload text not null,
        expires_at bigint not null, consumed_at bigint, primary key (model, id_hash))`.execute(db)
    await sql`create index oauth_records_by_grant on oauth_records (grant_id) where grant_id is not null`.execute(db)
    await sql`create index oauth_records_by_age on oauth_records (expires_at)`.execute(db)
  },
}
