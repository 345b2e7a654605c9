import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { type Page, pageCursor } from '../../registry/page-cursor.ts'
import { parseSkillDocument, type SkillDocument } from '../../registry/read-skill.ts'
import { visibleTo } from '../../registry/visible-to.ts'

const BY_PREFIX = pageCursor('skills by prefix', ['text', 'text'])

/** The skills that the principal may see and whose names begin so, by the alphabet, a page at a time. */
export async function listByPrefix(
  hub: HubContext,
  principal: Principal,
  { prefix, limit, cursor }: { readonly prefix: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<SkillDocument>> {
  const beginning = prefix.toLowerCase()
  // Nothing else can be in a name, and nothing else may be in a pattern.
  if (!/^[a-z0-9-]+$/.test(beginning)) return { items: [] }
  const [name, id] = BY_PREFIX.decode(cursor) ?? ['', '']
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
  return BY_PREFIX.page(rows, limit, { place: (row) => [row.name, row.id], item: parseSkillDocument })
}
