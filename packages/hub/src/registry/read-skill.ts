import type { SKILL, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { absentSkill, findSkill, type SkillPlace } from './find-skill.ts'
import { prepareQuery } from './prepared-query.ts'
import { fullName } from './skill-name.ts'
import { openName, viewerFor } from './viewer-for.ts'
import { visibleToViewer } from './visible-to.ts'

/** What is told of a skill. */
export type SkillDocument = Wire<typeof SKILL>

// Nearly every read is of a skill that everybody may see: that needs no look at who asks.
const openSkill = prepareQuery(['open'], (db, { open }) =>
  db.selectFrom('skills').select(['skills.document', 'skills.downloads']).where(openName, '=', open),
)

const visibleSkill = prepareQuery(['scope', 'name', 'person', 'oversees'], (db, { scope, name, ...viewer }) =>
  db
    .selectFrom('skills')
    .select(['skills.document', 'skills.downloads'])
    .where('skills.scope', '=', scope)
    .where('skills.name', '=', name)
    .where(visibleToViewer(viewer)),
)

/** What is told of a skill, as JSON text ready to send. Throws DATA_NOT_FOUND as `findSkill` does. */
export async function readSkillDocument(hub: HubContext, principal: Principal, place: SkillPlace): Promise<string> {
  const { scope, name } = place
  const [open] = await openSkill(hub.db, { open: fullName(place) })
  if (open?.document) return withDownloads(open.document, open.downloads)
  // For what is private and what is not there alike, so that both take the same time.
  const viewer = await viewerFor(hub, principal, place)
  const [row] = viewer === undefined ? [] : await visibleSkill(hub.db, { scope, name, ...viewer })
  if (row === undefined) throw absentSkill(place)
  if (row.document === null) return skillDocument(await findSkill(hub, principal, place))
  return withDownloads(row.document, row.downloads)
}

/** The same for a row that was read already. */
function skillDocument(skill: Row<'skills'>): string {
  return withDownloads(skill.document ?? unreleased(skill), skill.downloads)
}

/** The document of a row, read. */
export function parseSkillDocument(skill: Row<'skills'>): SkillDocument {
  return JSON.parse(skillDocument(skill))
}

/** The document was prepared when the skill last changed; how often it was downloaded is not worth preparing it anew. */
function withDownloads(document: string, downloads: number): string {
  return `${document.slice(0, -1)},"downloads":${downloads}}`
}

/** What those who know of it are told of a skill that nobody else could have yet. */
function unreleased({ scope, name, access, tier, deprecated, created_at, updated_at }: Row<'skills'>): string {
  return JSON.stringify({
    name: fullName({ scope, name }),
    scope,
    skill: name,
    access,
    tier,
    latest: null,
    deprecated,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
    latest_version: null,
  })
}
