import { readAgent, readSkill, type Skill } from '@skillwright/skill'
import type { SkillRoot } from '../roots/find-roots.ts'
import { linkAreas } from '../roots/link-areas.ts'
import type { LinkAreas } from '../roots/link-guard.ts'
import type { Host } from './check-needs.ts'
import { entryReader } from './entry-reader.ts'
import { type Changes, type LiveSkills, liveSkills } from './live-skills.ts'
import { nearIds } from './near-ids.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { planForAll, planForPaths } from './plan-for-paths.ts'
import { type Found, searchRoot } from './search-folders.ts'
import type { AbsentSkill, SkillEntry } from './skill-entry.ts'
import { cacheFolder } from './snapshot-file.ts'
import { keptParts, loadKept, snapshotKeeper } from './snapshot-keeper.ts'
import { countSkills, type StoreStatus } from './store-status.ts'
import { type Progress, readFound, type UpdateOptions, updateSkills } from './update-skills.ts'
import { type SkillWatch, type WatchOptions, watchSkills } from './watch-skills.ts'
import type { WordIndex, WordIndexKind } from './word-index.ts'

/** Options of openSkillStore. */
export interface SkillStoreOptions<Words extends WordIndex> {
  /** The one that wins first, as findRoots gives them. */
  readonly roots: readonly SkillRoot[]
  readonly words: WordIndexKind<Words>
  readonly host?: Host
  /** Where the snapshot is kept; false to keep none. */
  readonly cacheDir?: string | false
  /** Where links may lead. */
  readonly areas?: LinkAreas
  /** Whether, and how, changes are noticed while it is open. */
  readonly watch?: boolean | WatchOptions
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** The skills of some roots, known from one run to the next. */
export interface SkillStore<Words extends WordIndex> extends AsyncDisposable {
  /** The index of their words, by ordinal. */
  readonly words: Words
  /** What changed since the snapshot was written; all of it when there was none. */
  readonly opened: Changes
  /** Ordinals are below this. */
  readonly length: number
  /** True for a skill that may be shown to the model. */
  isOffered(ordinal: number): boolean
  /** A skill; undefined for an ordinal that is not in use. */
  entry(ordinal: number): SkillEntry | undefined
  /** Every skill, also the hidden ones. */
  entries(): Iterable<SkillEntry>
  /** The skill that an id means, or that there is none, with names like it. */
  lookUp(id: string): SkillEntry | AbsentSkill
  /** The whole skill, read now; undefined when it is gone. */
  read(entry: SkillEntry): Promise<Skill | undefined>
  /** Takes in what has changed: at these paths, or anywhere. */
  refresh(paths?: Iterable<string>, options?: { readonly signal?: AbortSignal }): Promise<Changes>
  /** Calls a function after each change. */
  onChange(listener: (changes: Changes) => void): Disposable
  /** What the snapshot held under that name: by the ordinals of then, to which `opened` must be applied. */
  part(name: string): Uint8Array | undefined
  /** Keeps something with the snapshot from now on. */
  keepPart(name: string, toBytes: () => Uint8Array): void
  status(): StoreStatus
}

/**
 * Opens the skills of some roots: from the snapshot, with one look at the stamp of each file, else by reading them all.
 * Never throws for what is on the disk; throws CANCELLED when the signal says so.
 */
export async function openSkillStore<Words extends WordIndex>({
  roots,
  words: kind,
  host = {},
  cacheDir = cacheFolder(),
  areas = linkAreas(roots),
  watch: watched = false,
  onProgress,
  signal,
}: SkillStoreOptions<Words>): Promise<SkillStore<Words>> {
  const key = JSON.stringify([READING, kind.version, roots.map(({ path }) => path)])
  const kept = loadKept(kind, { key, folder: cacheDir === false ? undefined : cacheDir })
  const { words } = kept
  const live = liveSkills(words, kept.stored)
  const reader = entryReader(live, roots, host)
  const exclusively = oneAtATime()
  const parts = new Map<string, () => Uint8Array>()
  let hasMoved = false
  const keeper = snapshotKeeper({
    key,
    status: kept.status,
    take: () =>
      exclusively(async () => {
        const own = Object.fromEntries([...parts].map(([name, toBytes]) => [name, toBytes()]))
        // What others kept goes by ordinals: once these have moved without them, it means nothing any more.
        return { stored: live.toStored(), parts: keptParts(words, { ...(hasMoved ? {} : kept.parts), ...own }) }
      }),
  })
  const listeners = new Set<(changes: Changes) => void>()
  let watch: SkillWatch | undefined
  const settle = (): Changes => {
    const changes = live.takeChanges()
    if (changes.touched === 0) return changes
    hasMoved ||= changes.added.length + changes.removed.length > 0
    keeper.touch()
    watch?.follow()
    return changes
  }
  const refresh: SkillStore<Words>['refresh'] = (paths, options) =>
    exclusively(async () => {
      reader.lookAgain()
      const plan = paths ? planForPaths(live, paths) : planForAll(live)
      await updateSkills(live, plan, { areas, signal: options?.signal }).catch((cause: unknown) => {
        live.doubt()
        throw cause
      })
      const changes = settle()
      if (changes.added.length + changes.removed.length > 0) for (const listener of listeners) listener(changes)
      return changes
    })

  if (kept.stored) await updateSkills(live, planForAll(live), { areas, signal, onProgress })
  else await readRoots(live, roots, { areas, signal, onProgress })
  const opened = settle()
  // A first build is too dear to be lost.
  if (kept.stored === undefined) void keeper.save()
  if (watched !== false) watch = watchSkills(live, refresh, watched === true ? {} : watched)

  return {
    words,
    opened,
    get length() {
      return live.table.length
    },
    isOffered: reader.isOffered,
    entry: reader.entry,
    *entries() {
      for (const ordinal of live.table.alive()) {
        const entry = reader.entry(ordinal)
        if (entry) yield entry
      }
    },
    lookUp(id) {
      const ordinal = live.claims.winner(id)
      const entry = ordinal === undefined ? undefined : reader.entry(ordinal)
      return entry ?? { state: 'absent', id, near: nearIds(id, idsOf(live)) }
    },
    read: readEntry,
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    part: (name) => kept.parts[name],
    keepPart(name, toBytes) {
      parts.set(name, toBytes)
      keeper.touch()
    },
    status: () => ({ ...countSkills(live, roots, reader), snapshot: keeper.status, watch: watch?.mode ?? 'off' }),
    async [Symbol.asyncDispose]() {
      watch?.[Symbol.dispose]()
      listeners.clear()
      await keeper[Symbol.asyncDispose]()
    },
  }
}

// To be raised whenever what is kept of a skill changes, or the words that are taken from it.
const READING = 1

async function readRoots(live: LiveSkills, roots: readonly SkillRoot[], options: UpdateOptions): Promise<void> {
  const skills: Found['skills'][number][] = []
  const agents = new Set<number>()
  for (const [number, { path }] of roots.entries()) {
    const found = await searchRoot(live, path, number, options)
    for (const skill of found.skills) skills.push(skill)
    for (const agent of found.agents) agents.add(agent)
  }
  await readFound(live, { skills, agents }, options)
}

function* idsOf({ table }: LiveSkills): Iterable<string> {
  for (const ordinal of table.alive()) yield table.id(ordinal)
}

async function readEntry({ kind, dir, path }: SkillEntry): Promise<Skill | undefined> {
  try {
    if (kind === 'folder') return await readSkill(dir)
    const { skills } = await readAgent(dir)
    return skills.find(({ entry }) => entry !== undefined && `${dir}/${entry.path}` === path)
  } catch {
    return undefined
  }
}
