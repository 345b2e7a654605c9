import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps programs that wait to be signed in by a code. */
export const deviceLogins: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table device_logins (
        id text primary key, device_hash text not null unique, user_hash text not null unique,
        name text not null, scopes text not null, address text not null,
        created_at bigint not null, expires_at bigint not null, polled_at bigint, state text not null,
        person_id text references people(id), parent_id text, token_expires_at bigint)`.execute(db)
  },
}
