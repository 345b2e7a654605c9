import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Stored {
  skills: { id: string; latest: string | null; document: string | null }
  skill_facets: { skill_id: string; facet: string }
}

/** Skills that were stored before are found by what they do not ask for, too. */
export const askedPermissions: Migration = {
  async up(db: Kysely<Stored>) {
    const rows = await db.selectFrom('skills').select(['id', 'document']).where('latest', 'is not', null).execute()
    for (const { id, document } of rows) {
      const { permissions = {} } = JSON.parse(document ?? '{}') as { permissions?: Record<string, unknown[]> }
      const asked = Object.entries(permissions).filter(([, allowed]) => allowed.length > 0)
      if (asked.length > 0)
        await db
          .insertInto('skill_facets')
          .values(asked.map(([kind]) => ({ skill_id: id, facet: `asks:${kind}` })))
          .execute()
    }
  },
}
