import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Earlier verify runs passed what never ran, and kept no report that could be shown: each is made again. */
export const verifyAgain: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update checks set outcome = 'pending', details = '{}', lease_until = null where kind = 'verify'`.execute(
      db,
    )
    await sql`
      update skills set tier = 'community', document = replace(document, '"tier":"verified"', '"tier":"community"')
      where tier = 'verified'`.execute(db)
  },
}
