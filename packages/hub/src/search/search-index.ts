import { createWordIndex } from '@skillwright/index'
import type { HubContext } from '../hub-context.ts'
import type { VersionDocument } from '../registry/version-document.ts'
import type { Row } from '../store/tables.ts'

/** What is remembered of a skill beside its words, to filter and order by. */
export interface SearchedSkill {
  readonly skillId: string
  readonly name: string
  readonly tier: Row<'skills'>['tier']
  /** `tag:…`, `type:…`, `license:…` in lower case. */
  readonly facets: ReadonlySet<string>
  readonly downloads: number
}

/** The words of some skills. */
export interface SkillWords {
  readonly words: ReturnType<typeof createWordIndex>
  readonly skills: Map<number, SearchedSkill>
  readonly ordinals: Map<string, number>
  /** How many skills have a name, whoever's they are. */
  readonly namesakes: Map<string, number>
}

/** The words of everything that is published, on one node. Private skills have an index of their own: how rare a word is among the others must not tell that they exist. */
export interface SearchIndex {
  readonly open: SkillWords
  readonly secret: SkillWords
}

interface State extends SearchIndex {
  lastChange: number
  syncing: Promise<void>
}

const states = new WeakMap<HubContext, State>()
const AT_ONCE = 500

/** The index as of now: what changed since, on whichever node, is taken in first. */
export async function openSearchIndex(hub: HubContext): Promise<SearchIndex> {
  const state = states.get(hub) ?? {
    open: noWords(),
    secret: noWords(),
    lastChange: 0,
    syncing: Promise.resolve(),
  }
  states.set(hub, state)
  state.syncing = state.syncing.catch(() => undefined).then(() => takeChanges(hub, state))
  await state.syncing
  return state
}

/** The words of these skills alone. */
export function wordsOf(rows: readonly Row<'skills'>[]): SkillWords {
  const words = noWords()
  for (const row of rows) remember(words, row)
  return words
}

function noWords(): SkillWords {
  return { words: createWordIndex(), skills: new Map(), ordinals: new Map(), namesakes: new Map() }
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
    for (const words of [state.open, state.secret]) for (const id of ids) forget(words, id)
    for (const row of rows) remember(row.access === 'private' ? state.secret : state.open, row)
    state.lastChange = last.id
  }
}

function forget({ words, skills, ordinals, namesakes }: SkillWords, skillId: string): void {
  const ordinal = ordinals.get(skillId)
  if (ordinal === undefined) return
  const name = skills.get(ordinal)?.name ?? ''
  namesakes.set(name, (namesakes.get(name) ?? 1) - 1)
  words.remove(ordinal)
  skills.delete(ordinal)
  ordinals.delete(skillId)
}

function remember({ words, skills, ordinals, namesakes }: SkillWords, row: Row<'skills'>): void {
  if (row.document === null || row.latest === null) return
  const { title, description, tags, when_to_use, capability_type, license } = JSON.parse(
    row.document,
  ) as VersionDocument
  const ordinal = words.add({ id: row.name, name: title, description, tags, whenToUse: when_to_use })
  const facets = [
    ...tags.map((tag) => `tag:${tag}`),
    `type:${capability_type}`,
    ...(license ? [`license:${license}`] : []),
  ]
  ordinals.set(row.id, ordinal)
  namesakes.set(row.name, (namesakes.get(row.name) ?? 0) + 1)
  skills.set(ordinal, {
    skillId: row.id,
    name: row.name,
    tier: row.tier,
    facets: new Set(facets.map((facet) => facet.toLowerCase())),
    downloads: row.downloads,
  })
}
