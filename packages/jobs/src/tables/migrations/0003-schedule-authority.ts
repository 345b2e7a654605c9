import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A schedule remembers what it was made with, so that it may no more and no longer than that. */
export const scheduleAuthority: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table schedules add column authority text`.execute(db)
  },
}
