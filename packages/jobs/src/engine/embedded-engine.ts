import { type Kysely, sql, type Transaction } from 'kysely'
import type { JobTables } from '../tables/tables.ts'
import type { ClaimOptions, RunEngine } from './run-engine.ts'
import { runningBySkill } from './running-by-skill.ts'

// Written out, not bound: SQLite uses a partial index only where it sees its condition.
const READY = sql`state = 'queued' and delayed_until is null`

/** The queue of one machine: the table of runs itself, through an index of those that wait. */
export function embeddedEngine(db: Kysely<JobTables>): RunEngine {
  return {
    async deliver() {},
    claim,
    async mayHave() {
      return (await sql`select 1 from runs where ${READY} limit 1`.execute(db)).rows.length > 0
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function claim(
  transaction: Transaction<JobTables>,
  { limit, perSkill }: ClaimOptions,
): Promise<readonly string[]> {
  if (perSkill === undefined) {
    const { rows } = await sql<{ id: string }>`
      select id from runs where ${READY} order by priority desc, sequence limit ${limit}`.execute(transaction)
    return rows.map(({ id }) => id)
  }
  const running = await runningBySkill(transaction)
  const claimed: string[] = []
  // Those of a skill that is at its limit are passed over, so that they keep none of another skill waiting.
  for (;;) {
    const full = [...running].filter(([, count]) => count >= perSkill).map(([skill]) => skill)
    const { rows } = await sql<{ id: string; skill: string }>`
      select id, skill from runs
      where ${READY} and skill not in (select value from json_each(${JSON.stringify(full)}))
        and id not in (select value from json_each(${JSON.stringify(claimed)}))
      order by priority desc, sequence limit ${limit - claimed.length}`.execute(transaction)
    for (const { id, skill } of rows) {
      const count = running.get(skill) ?? 0
      if (count >= perSkill) continue
      running.set(skill, count + 1)
      claimed.push(id)
    }
    if (rows.length === 0 || claimed.length >= limit) return claimed
  }
}
