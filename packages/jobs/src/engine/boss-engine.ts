import { type Kysely, sql, type Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { JobTables } from '../tables/tables.ts'
import type { ClaimOptions, ReadyRun, RunEngine } from './run-engine.ts'
import { runningBySkill } from './running-by-skill.ts'

const QUEUE = 'skillwright-runs'
/** Any number; the same on every node. */
const CLAIM_LOCK = 7_210_634
/** As long as it can be: how long a run may wait is not the queue's to decide. */
const LONGEST_SECONDS = 10 * 365 * 86_400

interface Delivery {
  readonly run_id: string
}

/**
 * The queue of many machines: pg-boss in the same PostgreSQL database. A delivery is inserted in the transaction that inserts the
 * run, and taken out in the one that begins it: it is never in two hands, and nothing needs to be made up after a crash.
 */
export async function bossEngine(db: Kysely<JobTables>, onError: (error: Error) => void): Promise<RunEngine> {
  const boss = new PgBoss({
    db: fromKysely(db),
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  })
  boss.on('error', onError)
  await boss.start()
  await boss.createQueue(QUEUE, { retentionSeconds: LONGEST_SECONDS })
  return {
    async deliver(transaction, runs) {
      if (runs.length === 0) return
      await boss.insert(QUEUE, runs.map(delivery), { db: fromKysely(transaction) })
    },
    async claim(transaction, options) {
      const fetched = await boss.fetch<Delivery>(QUEUE, {
        db: fromKysely(transaction),
        ...(await fetchOptions(transaction, options)),
      })
      if (fetched.length === 0) return []
      await boss.deleteJob(
        QUEUE,
        fetched.map(({ id }) => id),
        { db: fromKysely(transaction) },
      )
      return fetched.map(({ data }) => data.run_id)
    },
    async mayHave() {
      return true
    },
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false }),
  }
}

function delivery({ id, skill, priority }: ReadyRun): {
  readonly data: Delivery
  readonly priority: number
  readonly group: { readonly id: string; readonly tier: string }
} {
  return { data: { run_id: id }, priority, group: { id: skill, tier: skill } }
}

async function fetchOptions(transaction: Transaction<JobTables>, { limit, perSkill }: ClaimOptions): Promise<object> {
  if (perSkill === undefined) return { batchSize: limit }
  // Two nodes that count at the same time would both take the last place.
  await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(transaction)
  const running = [...(await runningBySkill(transaction))]
  const full = running.filter(([, count]) => count >= perSkill)
  const tiers = running.filter(([, count]) => count < perSkill).map(([skill, count]) => [skill, perSkill - count])
  return {
    // Not more than fit: pg-boss looks for the next ones first, and takes out those above the limit after.
    batchSize: Math.min(limit, perSkill),
    ignoreGroups: full.map(([skill]) => skill),
    groupConcurrency: { default: perSkill, tiers: Object.fromEntries(tiers) },
  }
}
