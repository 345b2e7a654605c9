import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What ClawHub's clients have: stars, hidden skills, and packages in their form. */
export const clawhub: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table stars (
        skill_id text not null references skills(id), person_id text not null references people(id), at bigint not null,
        primary key (skill_id, person_id))`.execute(db)
    await sql`
      create table clawhub_forms (
        archive_sha256 text not null, fingerprint text not null, primary key (archive_sha256, fingerprint))`.execute(db)
    await sql`alter table skills add column hidden_access text`.execute(db)
  },
}
