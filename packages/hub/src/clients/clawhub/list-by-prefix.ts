import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { decodeCursor, encodeCursor } from '../../registry/page-cursor.ts'
import { skillDocument } from '../../registry/read-skill.ts'
import { visibleTo } from '../../registry/visible-to.ts'

/** The skills that the principal may see and whose names begin so, by the alphabet, a page at a time. */
export async function listByPrefix(
  hub: HubContext,
  principal: Principal,
  { prefix, limit, cursor }: { readonly prefix: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: unknown[]; next_cursor: string | null }> {
  const beginning = prefix.toLowerCase()
  // Nothing else can be in a name, and nothing else may be in a pattern.
  if (!/^[a-z0-9-]+$/.test(beginning)) return { items: [], next_cursor: null }
  const [name = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2).map(String)
  const rows = await hub.db
    .selectFrom('skills')
    .selectAll('skills')
    .where('skills.name', 'like', `${beginning}%`)
    .where('skills.latest', 'is not', null)
    .where(visibleTo(principal))
    .where((eb) =>
      eb.or([eb('skills.name', '>', name), eb.and([eb('skills.name', '=', name), eb('skills.id', '>', id)])]),
    )
    .orderBy('skills.name')
    .orderBy('skills.id')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map((row) => JSON.parse(skillDocument(row))),
    next_cursor: last === undefined ? null : encodeCursor([last.name, last.id]),
  }
}
