import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Stored {
  skills: { id: string; latest: string | null; document: string | null }
  skill_facets: { skill_id: string; facet: string }
}

/** Downloads day by day; and skills that were stored before are found by what they need. */
export const downloadsAndNeeds: Migration = {
  async up(db: Kysely<Stored>) {
    await sql`
      create table download_days (
        skill_id text not null, day bigint not null, downloads bigint not null, primary key (skill_id, day))`.execute(
      db,
    )
    const rows = await db.selectFrom('skills').select(['id', 'document']).where('latest', 'is not', null).execute()
    for (const { id, document } of rows) {
      const { dependencies = {} } = JSON.parse(document ?? '{}') as { dependencies?: Record<string, string> }
      const needed = new Set(Object.keys(dependencies).map((name) => `needs:@${name.replace(/^@/, '')}`))
      if (needed.size > 0)
        await db
          .insertInto('skill_facets')
          .values([...needed].map((facet) => ({ skill_id: id, facet })))
          .execute()
    }
  },
}
