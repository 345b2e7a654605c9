import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Finds runs that failed or were called off. Not by their state, which changes each time a run is begun and ends: by their error, which
 * those that end well never have, so that they are as cheap as before.
 */
export const indexStates: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update runs set error_code = 'INTERNAL_ERROR'
      where state in ('failed', 'cancelled') and error_code is null`.execute(db)
    await sql`create index runs_bad on runs (sequence) where error_code is not null`.execute(db)
    await sql`create index runs_bad_principal on runs (principal, sequence) where error_code is not null`.execute(db)
  },
}
