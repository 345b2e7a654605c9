import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notes of each token what it is good for and which token made it. */
export const boundTokens: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['bound_to', 'parent_id'])
      await sql.raw(`alter table tokens add column ${column} text`).execute(db)
  },
}
