import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sketches of published packages, by which similar ones are found; and what a version has beyond the one it resembles. */
export const relatives: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table sketch_bands (
        band text not null, version_id text not null references versions(id), primary key (band, version_id))`.execute(
      db,
    )
    await sql`create index sketch_bands_by_version_id on sketch_bands (version_id)`.execute(db)
    await sql`
      create table relatives (version_id text primary key references versions(id), details text not null)`.execute(db)
  },
}
