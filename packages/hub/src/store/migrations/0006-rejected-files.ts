import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps the files of versions that were taken back, so that they are recognised. */
export const rejectedFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table rejected_files (
        sha256 text not null, version_id text not null references versions(id), at bigint not null,
        primary key (sha256, version_id))`.execute(db)
    await sql`create index rejected_files_by_version_id on rejected_files (version_id)`.execute(db)
    const { rows } = await sql<{ id: string; files: string; released_at: number }>`
      select id, files, released_at from versions where state = 'quarantined' and released_at is not null`.execute(db)
    for (const { id, files, released_at } of rows) {
      const digests = (JSON.parse(files) as { sha256: string; size: number }[]).filter(({ size }) => size > 0)
      for (const sha256 of new Set(digests.map((file) => file.sha256)))
        await sql`insert into rejected_files (sha256, version_id, at) values (${sha256}, ${id}, ${released_at})`.execute(
          db,
        )
    }
  },
}
