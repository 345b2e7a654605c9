import { SkillError } from '@skillwright/contract'
import { openFolderSource } from './folder-source.ts'
import { type Catalog, type CatalogOptions, catalog } from './inject/catalog.ts'
import { type Injection, type InjectOptions, inject } from './inject/inject.ts'
import { type ListedSkill, openListSource } from './list-source.ts'
import { offered } from './offer.ts'
import { openSemanticSearch, type SemanticSearch } from './open-semantic-search.ts'
import { findRoots } from './roots/find-roots.ts'
import type { SkillSource } from './skill-source.ts'
import type { Host } from './store/check-needs.ts'
import type { AbsentSkill, SkillEntry } from './store/skill-entry.ts'
import type { StoreStatus } from './store/store-status.ts'
import type { Progress } from './store/update-skills.ts'
import type { Embedder } from './vectors/embedder.ts'
import { fuse } from './vectors/fuse.ts'

/** Where the skills are, and how they are searched. */
export interface OpenIndexOptions {
  /** Skills that are in memory already, instead of folders. */
  readonly skills?: readonly ListedSkill[]
  /** Folders that come first, in this order. */
  readonly roots?: readonly string[]
  /** Clients whose folders count too, by id; none when roots are named, every known one when not. */
  readonly clients?: readonly string[]
  readonly cwd?: string
  readonly home?: string
  /** What the host has, to know which skills work on it. */
  readonly host?: Host
  /** Where the snapshot is kept; false to keep none. */
  readonly cacheDir?: string | false
  /** Notice changes while it is open. */
  readonly watch?: boolean
  /** Adds meaning to words. */
  readonly embedder?: Embedder
  /** The part of the vectors in the ranking, from 0 to 1. */
  readonly weight?: number
  /** Called with the progress of reading skills, and then of embedding them. */
  readonly onProgress?: (progress: IndexProgress) => void
  readonly signal?: AbortSignal
}

/** How far opening an index has come, in skills. */
interface IndexProgress extends Progress {
  readonly step: 'reading' | 'embedding'
}

/** A skill that was found for a message, with why. */
export interface FoundSkill {
  readonly id: string
  readonly name: string
  readonly description: string
  /** SKILL.md, or the script; empty for a skill of a list. */
  readonly path: string
  /** How well it fits the message, from 0 to 1, among few skills as among many. */
  readonly score: number
  readonly why: Why
}

/** Why a skill was found. */
interface Why {
  /** Which words, the word of the message where it is another, in which field, with what share of the score by words. */
  readonly words: readonly { word: string; from?: string; field: string; share: number }[]
  /** How much of the score came from the vectors, from 0 to 1. */
  readonly vectorShare: number
}

/** Options of find. */
interface FindOptions {
  /** How many at most. */
  readonly topK?: number
  /** The least score, from 0 to 1; 0 for everything that has a word in common. */
  readonly minScore?: number
  /** The least share of the best score. */
  readonly minShare?: number
  /** Only skills for which this holds. */
  readonly filter?: (skill: SkillEntry) => boolean
  readonly signal?: AbortSignal
}

/** A skill to be put into a prompt, such as one that was found. */
interface ChosenSkill {
  readonly id: string
  readonly score?: number
  /** What its user has set for it. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** The skills of some folders or a list, to be searched and put into prompts. */
export interface SkillIndex extends AsyncDisposable {
  /** The skills that fit a message best, the best first; none when nothing fits well enough. */
  find(message: string, options?: FindOptions): Promise<FoundSkill[]>
  /** The same by the name document C gives it. */
  findRelevant(message: string, options?: FindOptions): Promise<FoundSkill[]>
  /** Adds skills to a system prompt within a budget of tokens. */
  inject(prompt: string, skills: readonly ChosenSkill[], options: InjectOptions): Injection
  /** The catalog of the Agent Skills standard within a budget: of these skills, or of all that are offered. */
  catalog(options: CatalogOptions, skills?: readonly ChosenSkill[]): Catalog
  /** A skill by its id: offered, hidden with the reasons, or absent with ids like it. */
  lookUp(id: string): SkillEntry | AbsentSkill
  /** Every skill, also those that are hidden. */
  entries(): Iterable<SkillEntry>
  /** Calls a function after skills came, went or changed. */
  onChange(listener: () => void): Disposable
  /** Takes in what changed on the disk, and what an embedder failed to give. */
  refresh(): Promise<void>
  /** What it knows in numbers, where from, and why an embedder fails. */
  status(): StoreStatus & { readonly embedder?: SkillError }
}

const WORD_CANDIDATES = 100
// With a larger part of the vectors real skills were ranked worse than by their words alone.
const VECTOR_WEIGHT = 0.3

/** Opens an index over folders of skills, or over a list of them. */
export async function openIndex(options: OpenIndexOptions = {}): Promise<SkillIndex> {
  const { embedder, weight = VECTOR_WEIGHT, signal, onProgress } = options
  refuseWrongWeight(weight)
  await using opening = new AsyncDisposableStack()
  const source = opening.use(await openSource(options))
  const meaning = await openSemanticSearch(source, weight > 0 ? embedder : undefined, { signal, onProgress })
  opening.use(meaning)
  const find = (message: string, findOptions: FindOptions = {}) =>
    findSkills({ source, meaning, weight }, message, findOptions)
  const injectables = (skills: readonly ChosenSkill[]) =>
    skills.map(({ id, score, settings }) => {
      const entry = source.lookUp(id)
      const known = entry.state === 'absent' ? { id, hidden: absent(entry) } : source.injectable(entry)
      return { ...known, score, settings }
    })
  const listeners = new Set<() => void>()
  source.onChange(() => {
    for (const listener of listeners) listener()
  })
  const open = opening.move()
  return {
    find,
    findRelevant: find,
    inject: (prompt, skills, injectOptions) => inject(prompt, injectables(skills), injectOptions),
    catalog: (catalogOptions, skills = [...source.entries()].filter(({ state }) => state === 'offered')) =>
      catalog(injectables(skills), catalogOptions),
    lookUp: (id) => source.lookUp(id),
    entries: () => source.entries(),
    onChange(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    async refresh() {
      await source.refresh()
      await meaning.settle()
    },
    status: () => ({ ...source.status(), ...(meaning.failure === undefined ? {} : { embedder: meaning.failure }) }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function findSkills(
  { source, meaning, weight }: { source: SkillSource; meaning: SemanticSearch; weight: number },
  message: string,
  { topK = 3, minScore, minShare, filter, signal }: FindOptions,
): Promise<FoundSkill[]> {
  if (!Number.isInteger(topK) || topK < 1)
    throw new SkillError('PARAM_OUT_OF_RANGE', `topK must be a whole number from 1 on, got ${topK}`)
  const accepts = (ordinal: number) => {
    if (!source.isOffered(ordinal)) return false
    const entry = filter && source.entry(ordinal)
    return filter === undefined || (entry !== undefined && filter(entry))
  }
  const words = source.words.search(message, { topK: meaning.isOn ? Math.max(topK, WORD_CANDIDATES) : topK, accepts })
  const meant = await meaning.search(message, { words, accepts, signal })
  const limits = { ...(minScore === undefined ? {} : { minScore }), ...(minShare === undefined ? {} : { minShare }) }
  return offered(fuse(words, meant, { weight }), limits)
    .slice(0, topK)
    .flatMap(({ id, score, vectorShare, words: hit }) => {
      const entry = source.lookUp(id)
      if (entry.state === 'absent') return []
      const { name, description, path } = entry
      return [{ id, name, description, path, score, why: { words: hit?.why() ?? [], vectorShare } }]
    })
}

function refuseWrongWeight(weight: number): void {
  if (weight >= 0 && weight <= 1) return
  throw new SkillError('PARAM_OUT_OF_RANGE', `weight must be a number from 0 to 1, got ${weight}`)
}

function absent({ id, near }: AbsentSkill): string {
  return `There is no skill ${id}${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`
}

async function openSource(options: OpenIndexOptions): Promise<SkillSource> {
  const { skills, roots, cwd, home, clients = roots === undefined ? undefined : [], signal } = options
  if (skills !== undefined) return openListSource(skills)
  const { host, cacheDir, watch, onProgress } = options
  return openFolderSource({
    roots: findRoots({
      withAbsent: true,
      ...(roots === undefined ? {} : { roots }),
      ...(clients === undefined ? {} : { clients }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(home === undefined ? {} : { home }),
    }),
    ...(host === undefined ? {} : { host }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
    ...(watch === undefined ? {} : { watch }),
    ...(onProgress === undefined ? {} : { onProgress: (progress) => onProgress({ ...progress, step: 'reading' }) }),
    ...(signal === undefined ? {} : { signal }),
  })
}
