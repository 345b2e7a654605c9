import { SkillError } from '@skillwright/contract'
import type { ExecuteSql } from '@skillwright/store'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type FetchOptions, fromKysely, PgBoss } from 'pg-boss'
import { overRows } from '../tables/over-rows.ts'
import { BEGUN_COLUMNS, type BegunRow } from '../tables/run-rows.ts'
import type { JobTables, RunRow } from '../tables/tables.ts'
import { deliveryId } from './delivery-id.ts'
import { begin, type ClaimOptions, type ReadyRun, type RunEngine, type WaitingRuns } from './run-engine.ts'

const SCHEMA = 'pgboss'
const QUEUE = 'skillwright-runs'
/** Any number; the same on every node. */
const CLAIM_LOCK = 7_210_634
const START_LOCK = 7_210_635
/** How long a run may wait, and how often it may seem to be lost, is not the queue's to decide. */
const QUEUE_OPTIONS = { retentionSeconds: 10 * 365 * 86_400, expireInSeconds: 86_400, retryLimit: 1_000 }

interface Delivery {
  readonly run_id: string
}

/**
 * The queue of many machines: pg-boss in the same PostgreSQL database. It is told of a run in the transaction that inserts it, hands
 * it out in the one that begins it, and forgets it in the one that ends it; its active jobs are the list of what runs.
 */
export async function bossEngine(
  database: { readonly db: Kysely<JobTables>; readonly executeSql?: ExecuteSql | undefined },
  onError: (error: Error) => void,
): Promise<RunEngine> {
  const { db, executeSql } = database
  if (executeSql === undefined)
    throw new SkillError('INTERNAL_ERROR', 'Expected a database with executeSql, got one without')
  const boss = new PgBoss({ db: { executeSql }, schema: SCHEMA, schedule: false, registerInstance: false })
  boss.on('error', onError)
  // pg-boss makes its tables without a look whether another node is just making them.
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(START_LOCK)})`.execute(transaction)
    await boss.start()
    await boss.createQueue(QUEUE, QUEUE_OPTIONS)
  })
  const { table } = (await boss.getQueue(QUEUE)) ?? {}
  if (table === undefined) throw new SkillError('INTERNAL_ERROR', `pg-boss did not make the queue ${QUEUE}`)
  const jobs = sql.table(`${SCHEMA}.${table}`)
  const open = `select data ->> 'run_id' as id from ${SCHEMA}."${table}" where name = '${QUEUE}' and state <= 'active'
    union select run_id from run_holds union select id from runs where delayed_until is not null`
  const drop = async (transaction: Transaction<JobTables>, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await boss.deleteJob(QUEUE, ids.map(deliveryId), { db: fromKysely(transaction) })
  }
  const countWaiting = async (limit: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from ${jobs} where name = ${QUEUE} and state < 'active' limit ${limit}) as waiting`.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    open,
    // PostgreSQL plans by statistics, which a queue that has just grown does not have: it would read all of it, for each row.
    tuning: "set_config('enable_seqscan', 'off', true)",
    async deliver(transaction, runs) {
      if (runs.length > 0) await boss.insert(QUEUE, runs.map(delivery), { db: fromKysely(transaction) })
    },
    async claim(transaction, options) {
      const fetched = await boss.fetch<Delivery>(QUEUE, await fetchOptions(transaction, options))
      const ids = fetched.map(({ data }) => data.run_id)
      const rows = await beginRuns(transaction, ids, options)
      // The others have ended, or are another's: one that runs for longer than a day is handed out again.
      const begun = new Set(rows.map(({ id }) => id))
      await drop(
        transaction,
        await endedOf(
          transaction,
          ids.filter((id) => !begun.has(id)),
        ),
      )
      return rows
    },
    async hold(transaction, ids) {
      await sql`insert into run_holds (run_id) select unnest(${[...ids]}::text[]) on conflict do nothing`.execute(
        transaction,
      )
    },
    async release(transaction, runs) {
      await drop(
        transaction,
        runs.map(({ id }) => id),
      )
      const held = runs.filter(({ isJob }) => !isJob).map(({ id }) => id)
      if (held.length > 0) await transaction.deleteFrom('run_holds').where('run_id', 'in', held).execute()
    },
    // One that runs for longer than a day is handed out again, and is a node's as before until another begins it.
    async heldBy(transaction, node) {
      const { rows } = await sql<RunRow>`
        select * from runs where state = 'running' and node = ${node} and id in (
          select data ->> 'run_id' from ${jobs} where name = ${QUEUE} and state in ('retry', 'active')
          union all select run_id from run_holds)`.execute(transaction)
      return rows
    },
    countWaiting,
    async waitingBySkill() {
      const { rows } = await sql<WaitingRuns>`
        select group_id as skill, count(*)::int as count from ${jobs} where name = ${QUEUE} and state < 'active'
        group by group_id order by 2 desc`.execute(db)
      return rows
    },
    // A look is cheaper than a claim in vain, which writes.
    async mayHave() {
      return (await countWaiting(1)) > 0
    },
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false }),
  }
}

function delivery({ id, skill, priority }: ReadyRun) {
  return { id: deliveryId(id), data: { run_id: id } satisfies Delivery, priority, group: { id: skill } }
}

async function fetchOptions(
  transaction: Transaction<JobTables>,
  { limit, perSkill }: ClaimOptions,
): Promise<FetchOptions> {
  const db = fromKysely(transaction)
  if (perSkill === undefined) return { db, batchSize: limit }
  // Two nodes that count at the same time would both take the last place.
  await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(transaction)
  return { db, batchSize: limit, groupConcurrency: perSkill }
}

function beginRuns(
  transaction: Transaction<JobTables>,
  ids: readonly string[],
  { node, now }: ClaimOptions,
): Promise<readonly BegunRow[]> {
  return overRows(
    { kind: 'postgres', db: transaction },
    {
      columns: { id: 'text' },
      rows: ids.map((id) => ({ id })),
      text: ({ x, rowsAfter, value }) => `update runs set ${begin(value(node), value(now))}
        ${rowsAfter('from')} where runs.id = ${x.id} and runs.state = 'queued' and runs.delayed_until is null
        returning ${BEGUN_COLUMNS.map((column) => `runs.${column}`).join(', ')}`,
    },
  )
}

async function endedOf(transaction: Transaction<JobTables>, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from runs where id = any(${[...ids]}::text[]) and state = 'running'`.execute(transaction)
  const running = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !running.has(id))
}
