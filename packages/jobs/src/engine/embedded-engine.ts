import { asArrays, forEachRow } from '@skillwright/store'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BegunRow } from '../tables/run-rows.ts'
import type { JobTables, RunRow } from '../tables/tables.ts'
import { begin, type RunEngine, type WaitingRuns } from './run-engine.ts'

// Written out, not bound: SQLite uses a partial index only where it sees its condition.
const READY = "state = 'queued' and delayed_until is null"

const READ =
  'sequence, id, skill, principal, facts, is_job, priority, attempt, fence, last_event, created_at, started_at'
const NEXT = `select ${READ} from runs where ${READY} order by priority desc, sequence limit ?`
const THESE = `select ${READ} from runs where sequence in (select value from json_each(?))`
const BEGIN = `update runs set ${begin('?2', '?3')} where sequence = ?1`

/** The queue of one machine: the table of runs itself, through indexes of those that wait and those that run. */
export function embeddedEngine(db: Kysely<JobTables>): RunEngine {
  return {
    tuning: '1',
    open: `select id from runs where ${READY} union all select id from runs where delayed_until is not null
      union all select id from runs where state = 'running'`,
    async deliver() {},
    async claim(transaction, options) {
      const { perSkill, limit, node, now } = options
      const next =
        perSkill === undefined
          ? asArrays(NEXT, [limit])
          : asArrays(THESE, [JSON.stringify(await withinLimits(transaction, limit, perSkill))])
      const { rows } = await transaction.executeQuery<BegunValues>(next)
      const claimed = rows.map((values) => begun(values, now))
      // Read first and changed one by one: half of what one statement that does both would take.
      await transaction.executeQuery(
        forEachRow(
          BEGIN,
          claimed.map(({ sequence }) => [sequence, node, now]),
        ),
      )
      return claimed
    },
    async hold() {},
    async release() {},
    async heldBy(transaction, node) {
      const { rows } = await sql<RunRow>`select * from runs where state = 'running' and node = ${node}`.execute(
        transaction,
      )
      return rows
    },
    async countWaiting(limit) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select 1 from runs where ${sql.raw(READY)} limit ${limit}) as waiting`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },
    async waitingBySkill() {
      const { rows } = await sql<WaitingRuns>`
        select skill, count(*) as count from runs where ${sql.raw(READY)} group by skill order by 2 desc`.execute(db)
      return rows
    },
    async mayHave() {
      return (await sql`select 1 from runs where ${sql.raw(READY)} limit 1`.execute(db)).rows.length > 0
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** The next runs of which no skill has more than it may. */
async function withinLimits(
  transaction: Transaction<JobTables>,
  limit: number,
  perSkill: number,
): Promise<readonly number[]> {
  const counts = await sql<{ skill: string; count: number }>`
    select skill, count(*) as count from runs where state = 'running' group by skill`.execute(transaction)
  const running = new Map(counts.rows.map(({ skill, count }) => [skill, count]))
  const claimed: number[] = []
  // Those of a skill that is at its limit are passed over, so that they keep none of another skill waiting.
  for (;;) {
    const full = [...running].filter(([, count]) => count >= perSkill).map(([skill]) => skill)
    const { rows } = await sql<{ sequence: number; skill: string }>`
      select sequence, skill from runs
      where ${sql.raw(READY)} and skill not in (select value from json_each(${JSON.stringify(full)}))
        and sequence not in (select value from json_each(${JSON.stringify(claimed)}))
      order by priority desc, sequence limit ${limit - claimed.length}`.execute(transaction)
    for (const { sequence, skill } of rows) {
      const count = running.get(skill) ?? 0
      if (count >= perSkill) continue
      running.set(skill, count + 1)
      claimed.push(sequence)
    }
    if (rows.length === 0 || claimed.length >= limit) return claimed
  }
}

type BegunValues = readonly [
  sequence: number,
  id: string,
  skill: string,
  principal: string,
  facts: string,
  isJob: number,
  priority: number,
  attempt: number,
  fence: number,
  lastEvent: number,
  createdAt: number,
  startedAt: number | null,
]

/** A row that was read, as it is once it is begun. */
function begun(values: BegunValues, now: number): BegunRow {
  const [sequence, id, skill, principal, facts, isJob, priority, attempt, fence, lastEvent, createdAt, startedAt] =
    values
  return {
    sequence,
    id,
    skill,
    principal,
    facts,
    is_job: isJob,
    priority,
    state: 'running',
    attempt: attempt + 1,
    fence: fence + 1,
    last_event: lastEvent + 1,
    is_dead: 0,
    created_at: createdAt,
    started_at: startedAt ?? now,
  }
}
