import { fullName, type WAITING_VERSION, type Wire } from '@skillwright/hub-api'
import type { ScanReport } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'

const WAITING = pageCursor('queue', ['integer', 'text'])
const MOST_FINDINGS = 20

type WaitingVersion = Wire<typeof WAITING_VERSION>

/** What waits for a decision, the oldest first. */
export async function reviewQueue(
  hub: HubContext,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<WaitingVersion>> {
  const [after, afterId] = WAITING.decode(cursor) ?? [0, '']
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
        where('versions.published_at', '>', after),
        where.and([where('versions.published_at', '=', after), where('versions.id', '>', afterId)]),
      ]),
    )
    .orderBy('versions.published_at')
    .orderBy('versions.id')
    .limit(limit + 1)
    .execute()
  return WAITING.page(rows, limit, {
    place: (row) => [row.published_at, row.id],
    item: (row) => ({
      name: fullName(row),
      scope: row.scope,
      skill: row.name,
      version: row.version,
      state: row.state === 'pending' ? 'pending' : 'quarantined',
      reason: row.state_reason,
      published_by: row.published_by,
      published_at: new Date(row.published_at).toISOString(),
      ...scanned(JSON.parse(row.scan) as ScanReport),
      appeals: Number(row.appeals ?? 0),
    }),
  })
}

/** What the scanner said, and what of it a reviewer decides about. */
function scanned({ verdict, findings }: ScanReport): Pick<WaitingVersion, 'verdict' | 'findings'> {
  return {
    verdict,
    findings: findings
      .filter(({ effect }) => effect === 'block' || effect === 'review')
      .slice(0, MOST_FINDINGS)
      .map(({ rule, severity, message, file, line }) => ({
        rule,
        severity,
        message,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
      })),
  }
}
