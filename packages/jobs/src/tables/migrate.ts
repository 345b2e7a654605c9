import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { createRuns } from './migrations/0001-create-runs.ts'
import { indexStates } from './migrations/0002-index-states.ts'
import { scheduleAuthority } from './migrations/0003-schedule-authority.ts'
import type { JobTables } from './tables.ts'

/** Every change of the tables, in order; never edited once released. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-create-runs': createRuns,
  '0002-index-states': indexStates,
  '0003-schedule-authority': scheduleAuthority,
}

/** Brings the tables of runs up to date. Several nodes may do so at once: one works, the others wait. */
export async function migrateJobs(db: Kysely<JobTables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    // The database may hold the tables of another room, with migrations of their own.
    migrationTableName: 'jobs_migration',
    migrationLockTableName: 'jobs_migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
