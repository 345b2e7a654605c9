import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { createRegistry } from './migrations/0001-create-registry.ts'
import { logEveryChange } from './migrations/0002-log-every-change.ts'
import { boundTokens } from './migrations/0003-bound-tokens.ts'
import { verifyAgain } from './migrations/0004-verify-again.ts'
import { oneName } from './migrations/0005-one-name.ts'
import { rejectedFiles } from './migrations/0006-rejected-files.ts'
import { deviceLogins } from './migrations/0007-device-logins.ts'
import { openNames } from './migrations/0008-open-names.ts'
import { clawhub } from './migrations/0009-clawhub.ts'
import { calls } from './migrations/0010-calls.ts'
import { askedPermissions } from './migrations/0011-asked-permissions.ts'
import { callStats } from './migrations/0012-call-stats.ts'
import { oauth } from './migrations/0013-oauth.ts'
import { downloadsAndNeeds } from './migrations/0014-downloads-and-needs.ts'
import { relatives } from './migrations/0015-relatives.ts'
import type { Tables } from './tables.ts'

/** Every change of the tables, in order; never edited once released. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-create-registry': createRegistry,
  '0002-log-every-change': logEveryChange,
  '0003-bound-tokens': boundTokens,
  '0004-verify-again': verifyAgain,
  '0005-one-name': oneName,
  '0006-rejected-files': rejectedFiles,
  '0007-device-logins': deviceLogins,
  '0008-open-names': openNames,
  '0009-clawhub': clawhub,
  '0010-calls': calls,
  '0011-asked-permissions': askedPermissions,
  '0012-call-stats': callStats,
  '0013-oauth': oauth,
  '0014-downloads-and-needs': downloadsAndNeeds,
  '0015-relatives': relatives,
}

/** Whether the tables are those of this release. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } })
  return (await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined)
}

/** Brings the tables up to date. Several nodes may do so at once: one works, the others wait. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
