import type { AUDIT_ENTRY, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'

const ENTRIES = pageCursor('audit', ['integer'])

/** The audit log, the newest entry first, optionally of one subject. */
export async function auditLog(
  hub: HubContext,
  { subject, limit = 50, cursor }: PageRequest & { readonly subject?: string } = {},
): Promise<Page<Wire<typeof AUDIT_ENTRY>>> {
  const [before] = ENTRIES.decode(cursor) ?? []
  const rows = await hub.db
    .selectFrom('audit')
    .selectAll()
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return ENTRIES.page(rows, limit, {
    place: ({ id }) => [id],
    item: ({ at, actor, action, subject: about, details }) => ({
      at: new Date(at).toISOString(),
      actor,
      action,
      subject: about,
      details: JSON.parse(details) as unknown,
    }),
  })
}
