import { setImmediate as nextTurn } from 'node:timers/promises'
import { createWordIndex } from '@skillwright/index'
import type { HubContext } from '../hub-context.ts'
import { facetsOf } from '../registry/facets-of.ts'
import type { VersionDocument } from '../registry/version-document.ts'
import type { Row } from '../store/tables.ts'

/** What is remembered of a skill beside its words, to filter and order by. */
export interface SearchedSkill {
  readonly skillId: string
  readonly name: string
  readonly tier: Row<'skills'>['tier']
  /** As `facetsOf` writes them. */
  readonly facets: ReadonlySet<string>
  readonly downloads: number
}

/** The words of some skills. */
export interface SkillWords {
  readonly words: ReturnType<typeof createWordIndex>
  readonly skills: Map<number, SearchedSkill>
  readonly ordinals: Map<string, number>
  /** How many skills have a name, in any scope. */
  readonly namesakes: Map<string, number>
}

/** The words of everything that is published, on one node. Private skills have an index of their own: how rare a word is among the others must not tell that they exist. */
export interface SearchIndex {
  readonly open: SkillWords
  readonly secret: SkillWords
}

interface State extends SearchIndex {
  /** The change that was taken in last; undefined before everything was. */
  lastChange: number | undefined
  syncing: Promise<void>
}

const states = new WeakMap<HubContext, State>()
const AT_ONCE = 500
// Some ten milliseconds of work, after which others have their turn.
const ROWS_A_TURN = 50

/** The index as of now: what changed since, on whichever node, is taken in first. */
export async function openSearchIndex(hub: HubContext): Promise<SearchIndex> {
  const state = states.get(hub) ?? {
    open: noWords(),
    secret: noWords(),
    lastChange: undefined,
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
  state.lastChange ??= await takeAll(hub, state)
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
    await takeRows(state, ids, rows)
    state.lastChange = last.id
  }
}

/** Takes in every skill as it is, without all that led there; gives the change from which on others have to be taken in. */
async function takeAll({ db }: HubContext, state: State): Promise<number> {
  const newest = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  for (let after = ''; ; ) {
    const page = db.selectFrom('skills').selectAll().where('id', '>', after).orderBy('id').limit(AT_ONCE)
    const rows = await page.execute()
    await takeRows(
      state,
      rows.map(({ id }) => id),
      rows,
    )
    after = rows.at(-1)?.id ?? ''
    if (rows.length < AT_ONCE) return Number(newest?.id ?? 0)
  }
}

async function takeRows(state: State, ids: readonly string[], rows: readonly Row<'skills'>[]): Promise<void> {
  for (const words of [state.open, state.secret]) for (const id of ids) forget(words, id)
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn()
    remember(row.access === 'private' ? state.secret : state.open, row)
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
  const document = JSON.parse(row.document) as VersionDocument
  const { title, description, tags, when_to_use } = document
  const ordinal = words.add({ id: row.name, name: title, description, tags, whenToUse: when_to_use })
  ordinals.set(row.id, ordinal)
  namesakes.set(row.name, (namesakes.get(row.name) ?? 0) + 1)
  skills.set(ordinal, {
    skillId: row.id,
    name: row.name,
    tier: row.tier,
    facets: facetsOf(document),
    downloads: row.downloads,
  })
}
