import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const PAGE = 1_000
const STATES: Readonly<Record<string, string>> = {
  publish: 'published',
  yank: 'yanked',
  unyank: 'published',
  quarantine: 'quarantined',
  release: 'published',
}

/** Stores for each skill and version its last log entry, so that what is missing in the log can be found. */
export const logEveryChange: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['logged_access', 'logged_deprecated'])
      await sql.raw(`alter table skills add column ${column} text`).execute(db)
    for (const column of ['logged_state', 'logged_deprecated'])
      await sql.raw(`alter table versions add column ${column} text`).execute(db)
    for (const [skill, versions] of await readLog(db)) {
      const [scope, name] = skill.slice(1).split('/')
      const { rows } = await sql<{
        id: string
      }>`select id from skills where scope = ${scope} and name = ${name}`.execute(db)
      const id = rows[0]?.id
      for (const [version, state] of versions)
        await sql`update versions set logged_state = ${state} where skill_id = ${id} and version = ${version}`.execute(
          db,
        )
    }
  },
}

/** The state of each version of each skill, as far as the log tells. */
async function readLog(db: Kysely<unknown>): Promise<Map<string, Map<string, string>>> {
  const skills = new Map<string, Map<string, string>>()
  for (let from = 0; ; from += PAGE) {
    const { rows } = await sql<{ entry: string }>`
      select entry from log_entries where log_index >= ${from} and log_index < ${from + PAGE} order by log_index`.execute(
      db,
    )
    for (const { entry } of rows) {
      const { type, skill, version } = JSON.parse(entry) as Record<string, string | undefined>
      const state = STATES[type ?? '']
      if (skill === undefined || version === undefined || state === undefined) continue
      skills.set(skill, (skills.get(skill) ?? new Map<string, string>()).set(version, state))
    }
    if (rows.length < PAGE) return skills
  }
}
