import { createWordIndex } from '@skillwright/index'
import type { HubContext } from '../hub-context.ts'
import type { VersionDocument } from '../registry/version-document.ts'
import type { Row } from '../store/tables.ts'

/** What is remembered of a skill beside its words, to filter and order by. */
export interface SearchedSkill {
  readonly skillId: string
  readonly name: string
  readonly access: Row<'skills'>['access']
  readonly tier: Row<'skills'>['tier']
  /** `tag:…`, `type:…`, `licence:…` in lower case. */
  readonly facets: ReadonlySet<string>
  readonly downloads: number
}

/** The words of everything that is published, on one node. */
export interface SearchIndex {
  readonly words: ReturnType<typeof createWordIndex>
  skill(ordinal: number): SearchedSkill | undefined
  /** How many skills have this name, whoever's they are. */
  namesakes(name: string): number
}

interface State extends SearchIndex {
  readonly skills: Map<number, SearchedSkill>
  readonly ordinals: Map<string, number>
  readonly names: Map<string, number>
  lastChange: number
  syncing: Promise<void>
}

const states = new WeakMap<HubContext, State>()
const AT_ONCE = 500

/** The index as of now: what changed since, on whichever node, is taken in first. */
export async function openSearchIndex(hub: HubContext): Promise<SearchIndex> {
  const state = states.get(hub) ?? emptyState()
  states.set(hub, state)
  state.syncing = state.syncing.catch(() => undefined).then(() => takeChanges(hub, state))
  await state.syncing
  return state
}

function emptyState(): State {
  const skills = new Map<number, SearchedSkill>()
  const names = new Map<string, number>()
  return {
    words: createWordIndex(),
    skills,
    ordinals: new Map(),
    names,
    skill: (ordinal) => skills.get(ordinal),
    namesakes: (name) => names.get(name) ?? 0,
    lastChange: 0,
    syncing: Promise.resolve(),
  }
}

async function takeChanges(hub: HubContext, state: State): Promise<void> {
  for (;;) {
    const changes = await hub.db
      .selectFrom('changes')
      .select(['id', 'skill_id'])
      .where('id', '>', state.lastChange)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const last = changes.at(-1)
    if (last === undefined) return
    const ids = [...new Set(changes.map(({ skill_id }) => skill_id))]
    const rows = await hub.db.selectFrom('skills').selectAll().where('id', 'in', ids).execute()
    for (const id of ids) forget(state, id)
    for (const row of rows) remember(state, row)
    state.lastChange = last.id
  }
}

function forget(state: State, skillId: string): void {
  const ordinal = state.ordinals.get(skillId)
  if (ordinal === undefined) return
  const name = state.skills.get(ordinal)?.name ?? ''
  state.names.set(name, (state.names.get(name) ?? 1) - 1)
  state.words.remove(ordinal)
  state.skills.delete(ordinal)
  state.ordinals.delete(skillId)
}

function remember(state: State, row: Row<'skills'>): void {
  if (row.document === null || row.latest === null) return
  const { title, description, tags, when_to_use, capability_type, license } = JSON.parse(
    row.document,
  ) as VersionDocument
  const ordinal = state.words.add({ id: row.name, name: title, description, tags, whenToUse: when_to_use })
  const facets = [
    ...tags.map((tag) => `tag:${tag}`),
    `type:${capability_type}`,
    ...(license ? [`licence:${license}`] : []),
  ]
  state.ordinals.set(row.id, ordinal)
  state.names.set(row.name, (state.names.get(row.name) ?? 0) + 1)
  state.skills.set(ordinal, {
    skillId: row.id,
    name: row.name,
    access: row.access,
    tier: row.tier,
    facets: new Set(facets.map((facet) => facet.toLowerCase())),
    downloads: row.downloads,
  })
}
