import type { FOUND_SKILL, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type Page, pageCursor } from '../registry/page-cursor.ts'
import { prepareQuery } from '../registry/prepared-query.ts'
import { parseSkillDocument, type SkillDocument } from '../registry/read-skill.ts'
import { viewerOf, visibleTo, visibleToViewer } from '../registry/visible-to.ts'
import type { Row } from '../store/tables.ts'
import { openSearchIndex, type SearchedSkill, type SkillWords, wordsOf } from './search-index.ts'

/** What is searched for, and among what. */
export interface SearchRequest {
  readonly query: string
  readonly tier?: Row<'skills'>['tier'] | undefined
  readonly tag?: string | undefined
  readonly capabilityType?: string | undefined
  readonly license?: string | undefined
  readonly without?: string | undefined
  readonly limit?: number
  readonly cursor?: string | undefined
}

/** A skill that was found, with how near it is and for which words. */
export type FoundSkill = Wire<typeof FOUND_SKILL>

const RANKS = pageCursor('ranks', ['integer'])
// No reader pages further; and a page costs the pages before it.
const DEEPEST = 500
// A name alone is no reason to come first: the skill must be in use, or reviewed.
const ADOPTED = 10
// How many of the caller's own private skills are searched, the newest first.
const MOST_OWN = 500

/** Finds skills that the principal may see. An exact name comes first when it is trusted, adopted or the only one; how popular a skill is only breaks ties. */
export async function searchSkills(
  hub: HubContext,
  principal: Principal,
  request: SearchRequest,
): Promise<Page<FoundSkill>> {
  const { query, limit = 20, cursor } = request
  const [begin] = RANKS.decode(cursor) ?? [0]
  const accepts = acceptance(request)
  const most = Math.min(begin + limit + 1, DEEPEST)
  const searched = await wordsFor(hub, principal)
  const found = searched.flatMap(({ words, skills, namesakes }) =>
    words.search(query, { topK: most, accepts: (ordinal) => accepts(skills.get(ordinal)) }).flatMap((hit) => {
      const skill = skills.get(hit.ordinal)
      return skill === undefined ? [] : { hit, skill, isFirst: isTrustedName(query, skill, namesakes) }
    }),
  )
  found.sort(
    (a, b) =>
      Number(b.isFirst) - Number(a.isFirst) ||
      b.hit.score - a.hit.score ||
      b.skill.downloads - a.skill.downloads ||
      (a.skill.name < b.skill.name ? -1 : 1),
  )
  const rows = found.slice(begin, begin + limit + 1)
  const documents = await readDocuments(
    hub,
    principal,
    rows.slice(0, limit).map(({ skill }) => skill.skillId),
  )
  const page = RANKS.page(rows, limit, { place: () => [begin + limit], item: (row) => row })
  return {
    ...page,
    items: page.items.flatMap(({ hit, skill }) => {
      const document = documents.get(skill.skillId)
      return document === undefined ? [] : [{ ...document, score: hit.score, why: hit.why() }]
    }),
  }
}

/** What is searched for a principal: the skills visible to anyone and, separately, the private ones they may see. */
async function wordsFor(hub: HubContext, principal: Principal): Promise<SkillWords[]> {
  const { open, secret } = await openSearchIndex(hub)
  const { person, oversees } = viewerOf(principal)
  if (oversees !== '') return [open, secret]
  if (person === '') return [open]
  const own = await hub.db
    .selectFrom('skills')
    .selectAll('skills')
    .where('skills.access', '=', 'private')
    .where(visibleTo(principal))
    .orderBy('skills.updated_at', 'desc')
    .limit(MOST_OWN)
    .execute()
  return own.length === 0 ? [open] : [open, wordsOf(own)]
}

function acceptance({ tier, tag, capabilityType, license, without }: SearchRequest) {
  const facets = Object.entries({ tag, type: capabilityType, license }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`.toLowerCase()],
  )
  return (skill: SearchedSkill | undefined): boolean =>
    skill !== undefined &&
    (tier === undefined || skill.tier === tier) &&
    facets.every((facet) => skill.facets.has(facet)) &&
    (without === undefined || !skill.facets.has(`asks:${without}`))
}

function isTrustedName(
  query: string,
  { name, tier, downloads }: SearchedSkill,
  namesakes: ReadonlyMap<string, number>,
): boolean {
  const wanted = query
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return name === wanted && (tier !== 'community' || downloads >= ADOPTED || namesakes.get(name) === 1)
}

// As many as a page has when nothing else is asked for.
const READ_AT_ONCE = 20
const PLACES = Array.from({ length: READ_AT_ONCE }, (_, i) => `id${i}`)

const readRows = prepareQuery([...PLACES, 'person', 'oversees'], (db, { person = '', oversees = '', ...ids }) =>
  db
    .selectFrom('skills')
    .selectAll('skills')
    .where('skills.id', 'in', Object.values(ids))
    .where('skills.latest', 'is not', null)
    .where(visibleToViewer({ person, oversees })),
)

/** Reads what is sent now, with one more look at who may see it. */
async function readDocuments(
  hub: HubContext,
  principal: Principal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SkillDocument>> {
  const documents = new Map<string, SkillDocument>()
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    // Of a last page that is not full the first one stands for those that are not there.
    const places = PLACES.map((place, i) => [place, ids[from + i] ?? ids[from]])
    const rows = await readRows(hub.db, { ...Object.fromEntries(places), ...viewerOf(principal) })
    for (const row of rows) documents.set(row.id, parseSkillDocument(row))
  }
  return documents
}
