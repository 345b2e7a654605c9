import type { HubContext } from '../hub-context.ts'
import { decodeCursor, encodeCursor } from '../registry/page-cursor.ts'

/** A decision as it is sent. */
export interface AuditInfo {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: unknown
}

/** Every decision there was, the newest first, also of one subject alone. */
export async function auditLog(
  hub: HubContext,
  {
    subject,
    limit = 100,
    cursor,
  }: { readonly subject?: string; readonly limit?: number; readonly cursor?: string } = {},
): Promise<{ items: AuditInfo[]; next_cursor: string | null }> {
  const [before] = cursor === undefined ? [] : decodeCursor(cursor, 1)
  const rows = await hub.db
    .selectFrom('audit')
    .selectAll()
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ at, actor, action, subject: about, details }) => ({
      at: new Date(at).toISOString(),
      actor,
      action,
      subject: about,
      details: JSON.parse(details) as unknown,
    })),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor([last.id]) : null,
  }
}
