import { hash } from 'node:crypto'
import { fullName, type SKILL, type Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { absentSkill, findSkill, type SkillPlace } from './find-skill.ts'
import { prepareQuery } from './prepared-query.ts'
import { registryOf } from './registry-of.ts'
import { openName, viewerFor } from './viewer-for.ts'
import { visibleToViewer } from './visible-to.ts'

/** The document of a skill. */
export type SkillDocument = Wire<typeof SKILL>

// Nearly every read is of a skill visible to anyone: that needs no look at the caller.
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

/** The document of a skill, as it is sent. */
export interface SentDocument {
  /** JSON. */
  readonly text: string
  readonly etag: string
}

/** The document of a skill visible to anyone, when it is in memory and unchanged since; undefined when it has to be read. */
export function cachedDocument(hub: HubContext, { scope, name }: SkillPlace) {
  return registryOf(hub).documents.get(`${scope}/${name}`)
}

/** The document of a skill. Throws DATA_NOT_FOUND as `findSkill` does. */
export async function readDocument(hub: HubContext, principal: Principal, place: SkillPlace): Promise<SentDocument> {
  const { documents } = registryOf(hub)
  const stamp = await hub.stamp()
  const { text, isOpen } = await findDocument(hub, principal, place)
  const document = { text, etag: `W/"${hash('sha256', text, 'base64url')}"` }
  // What is private is not cached: the caller is checked each time.
  if (isOpen) documents.set(stamp, `${place.scope}/${place.name}`, document, text.length)
  return document
}

/** Its text alone. */
export async function readSkillDocument(hub: HubContext, principal: Principal, place: SkillPlace): Promise<string> {
  return (await findDocument(hub, principal, place)).text
}

async function findDocument(hub: HubContext, principal: Principal, place: SkillPlace) {
  const { scope, name } = place
  const [open] = await openSkill(hub.db, { open: fullName(place) })
  if (open?.document) return { text: withDownloads(open.document, open.downloads), isOpen: true }
  // For what is private and what is not there alike, so that both take the same time.
  const viewer = await viewerFor(hub, principal, place)
  const [row] = viewer === undefined ? [] : await visibleSkill(hub.db, { scope, name, ...viewer })
  if (row === undefined) throw absentSkill(place)
  if (row.document === null) return { text: skillDocument(await findSkill(hub, principal, place)), isOpen: false }
  return { text: withDownloads(row.document, row.downloads), isOpen: false }
}

/** The same for a row that was read already. */
function skillDocument(skill: Row<'skills'>): string {
  return withDownloads(skill.document ?? unreleased(skill), skill.downloads)
}

/** The document of a row, read. */
export function parseSkillDocument(skill: Row<'skills'>): SkillDocument {
  return JSON.parse(skillDocument(skill))
}

/** The document was prepared when the skill last changed; the download count is not worth preparing it again. */
function withDownloads(document: string, downloads: number): string {
  return `${document.slice(0, -1)},"downloads":${downloads}}`
}

/** The document of a skill without a released version, for callers who may know of it. */
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
