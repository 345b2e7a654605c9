import { storableText } from '@skillwright/contract'
import { type JobTables, migrateJobs, requeueCopied } from '@skillwright/jobs'
import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'

/** What is left of those tables of runs that only hold while the database is the same. */
type CopiedTables = Tables & Omit<JobTables, 'run_holds'>

/** Every table, each after those it refers to, with the column that numbers its rows. The compiler sees to it that none is left out. */
const ORDER: Readonly<Record<keyof CopiedTables, 'plain' | 'id' | 'sequence'>> = {
  people: 'plain',
  memberships: 'plain',
  scopes: 'plain',
  tokens: 'plain',
  device_logins: 'plain',
  oauth_records: 'plain',
  skills: 'plain',
  grants: 'plain',
  skill_facets: 'plain',
  name_neighbours: 'plain',
  versions: 'plain',
  checks: 'plain',
  reports: 'plain',
  audit: 'id',
  collections: 'plain',
  collection_versions: 'plain',
  changes: 'id',
  log_entries: 'plain',
  log_nodes: 'plain',
  checkpoints: 'plain',
  registry_head: 'plain',
  keys: 'plain',
  mirrors: 'plain',
  mirrored_skills: 'plain',
  clawhub_uploads: 'plain',
  clawhub_forms: 'plain',
  stars: 'plain',
  rejected_files: 'plain',
  sketch_bands: 'plain',
  relatives: 'plain',
  standard_exports: 'plain',
  secrets: 'plain',
  artifacts: 'plain',
  allowances: 'plain',
  tasks: 'plain',
  task_hooks: 'plain',
  call_stats: 'plain',
  download_days: 'plain',
  hub_facts: 'plain',
  runs: 'sequence',
  run_events: 'plain',
  run_nodes: 'plain',
  schedules: 'plain',
  slots: 'plain',
  webhook_deliveries: 'plain',
}

// SQLite takes some 32,000 values in one statement, and no table has more than 30 columns.
const ROWS_AT_ONCE = 500

/** Copies a PostgreSQL database as it is at one moment into an empty SQLite one, while others go on changing it. */
export async function copyFromPostgres(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  // A hub that was not started since it has calls has no tables of runs.
  await migrateJobs(from.withTables<JobTables>())
  await from
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) =>
      copyAll(to, async (table, write) => {
        await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(snapshot)
        for (;;) {
          const { rows } = await sql<object>`fetch ${sql.lit(ROWS_AT_ONCE)} from copied`.execute(snapshot)
          if (rows.length === 0) break
          await write(rows)
        }
        await sql`close copied`.execute(snapshot)
      }),
    )
}

/** Copies a SQLite database that no other process uses into a PostgreSQL one, all of it or nothing; `requireEmpty` is asked in the same transaction. */
export async function copyToPostgres(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  requireEmpty: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await migrateJobs(from.withTables<JobTables>())
  const copy: CopyTable = async (table, write, transaction) => {
    for (let seen = 0; ; seen += ROWS_AT_ONCE) {
      const page = sql<object>`select * from ${sql.table(table)} order by rowid limit ${ROWS_AT_ONCE} offset ${seen}`
      const { rows } = await page.execute(from)
      if (rows.length > 0) await write(rows)
      if (rows.length < ROWS_AT_ONCE) break
    }
    const number = ORDER[table]
    if (number !== 'plain')
      await sql`select setval(pg_get_serial_sequence(${table}, ${number}), (select coalesce(max(${sql.ref(number)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
        transaction,
      )
  }
  await copyAll(to, copy, requireEmpty)
}

type Write = (rows: readonly object[]) => Promise<void>
type CopyTable = (table: keyof CopiedTables, write: Write, transaction: Transaction<Tables>) => Promise<void>

async function copyAll(
  to: Kysely<Tables>,
  copy: CopyTable,
  before?: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await migrateJobs(to.withTables<JobTables>())
  await to.transaction().execute(async (transaction) => {
    await before?.(transaction)
    // Made with the tables.
    await transaction.deleteFrom('registry_head').execute()
    for (const table of Object.keys(ORDER) as (keyof CopiedTables)[])
      await copy(table, (rows) => insert(transaction, table, rows), transaction)
    await requeueCopied(transaction.withTables<JobTables>())
  })
}

async function insert(
  transaction: Transaction<Tables>,
  table: keyof CopiedTables,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const toPostgres = transaction.getExecutor().adapter instanceof PostgresAdapter
  const values = rows.map((row) => sql`(${sql.join(Object.values(row).map(toPostgres ? storable : same))})`)
  const numbers = ORDER[table] !== 'plain' && toPostgres ? sql`overriding system value` : sql``
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${numbers} values ${sql.join(values)}`.execute(
    transaction,
  )
}

/** Hubs on SQLite once took what PostgreSQL does not. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}

function same(value: unknown): unknown {
  return value
}
