import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const PAGE = 500

/** Gives what is stored ready to send the names that the API has since: `name` in full, `skill` inside the scope, `license`, `subject`. */
export const oneName: Migration = {
  async up(db: Kysely<unknown>) {
    await renameDocuments(db)
    await renameProblems(db)
    await sql`update skill_facets set facet = 'license' || substr(facet, 8) where facet like 'licence:%'`.execute(db)
  },
}

async function renameDocuments(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; document: string }>`
      select id, document from skills where document is not null and id > ${after} order by id limit ${PAGE}`.execute(
      db,
    )
    for (const { id, document } of rows) {
      const { scope, name: skill, full_name: name, ...rest } = JSON.parse(document) as Record<string, unknown>
      if (name === undefined) continue
      const renamed = JSON.stringify({ name, scope, skill, ...rest })
      await sql`update skills set document = ${renamed} where id = ${id}`.execute(db)
    }
    after = rows.at(-1)?.id ?? ''
    if (rows.length < PAGE) return
  }
}

interface Problem {
  readonly skill?: string
}

/** Of mirrors: what could not be taken over. */
async function renameProblems(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; cursor: string }>`select id, cursor from mirrors where cursor <> ''`.execute(
    db,
  )
  for (const { id, cursor } of rows) {
    const { problems = [], ...state } = JSON.parse(cursor) as { problems?: readonly Problem[] }
    const renamed = problems.map(({ skill, ...rest }) => ({
      ...(skill === undefined ? {} : { subject: skill }),
      ...rest,
    }))
    await sql`update mirrors set cursor = ${JSON.stringify({ ...state, problems: renamed })} where id = ${id}`.execute(
      db,
    )
  }
}
