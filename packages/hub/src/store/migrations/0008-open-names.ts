import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes of the names visible to anyone: a lookup of a private one in them is that of one that is absent. */
export const openNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create unique index skills_open on skills
      ((case when access <> 'private' and document is not null then '@' || scope || '/' || name end))`.execute(db)
    await sql`create index skills_open_by_name on skills (name) where access <> 'private'`.execute(db)
    await sql`create index grants_by_person_id on grants (person_id)`.execute(db)
    await sql`create index scopes_by_owner_id on scopes (owner_id)`.execute(db)
  },
}
