import type { HubContext } from '../hub-context.ts'
import { decodeCursor, encodeCursor } from '../registry/page-cursor.ts'
import { fullName } from '../registry/skill-name.ts'

/** A version that waits for a reviewer. */
export interface WaitingVersion {
  readonly name: string
  readonly version: string
  readonly state: 'pending' | 'quarantined'
  readonly reason: string | null
  readonly published_by: string
  readonly published_at: string
  /** What the scanner said. */
  readonly verdict: string
  /** How many appeals about it are open. */
  readonly appeals: number
}

/** What waits for a decision, the oldest first. */
export async function reviewQueue(
  hub: HubContext,
  { limit = 50, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<{ items: WaitingVersion[]; next_cursor: string | null }> {
  const [after = 0, afterId = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2)
  const rows = await hub.db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['skills.scope', 'skills.name', 'skills.id as skill_id', 'versions.id'])
    .select(['versions.version', 'versions.state', 'versions.state_reason', 'versions.scan'])
    .select(['versions.published_by', 'versions.published_at'])
    .select((select) =>
      select
        .selectFrom('reports')
        .select((count) => count.fn.countAll<number>().as('appeals'))
        .whereRef('reports.skill_id', '=', 'skills.id')
        .where('reports.kind', '=', 'appeal')
        .where('reports.state', '=', 'open')
        .as('appeals'),
    )
    .where('versions.state', 'in', ['pending', 'quarantined'])
    .where((where) =>
      where.or([
        where('versions.published_at', '>', Number(after)),
        where.and([where('versions.published_at', '=', Number(after)), where('versions.id', '>', String(afterId))]),
      ]),
    )
    .orderBy('versions.published_at')
    .orderBy('versions.id')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      name: fullName(row),
      version: row.version,
      state: row.state === 'pending' ? 'pending' : 'quarantined',
      reason: row.state_reason,
      published_by: row.published_by,
      published_at: new Date(row.published_at).toISOString(),
      verdict: (JSON.parse(row.scan) as { verdict: string }).verdict,
      appeals: Number(row.appeals ?? 0),
    })),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor([last.published_at, last.id]) : null,
  }
}
