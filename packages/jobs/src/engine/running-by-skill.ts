import { sql, type Transaction } from 'kysely'
import type { JobTables } from '../tables/tables.ts'

/** How many runs of each skill are being done, on all nodes. */
export async function runningBySkill(transaction: Transaction<JobTables>): Promise<Map<string, number>> {
  const { rows } = await sql<{ skill: string; count: number }>`
    select skill, count(*) as count from runs where state = 'running' group by skill`.execute(transaction)
  return new Map(rows.map(({ skill, count }) => [skill, count]))
}
