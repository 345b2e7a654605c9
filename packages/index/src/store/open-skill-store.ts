import type { Skill } from '@skillwright/skill'
import type { SkillRoot } from '../roots/find-roots.ts'
import { linkAreas } from '../roots/link-areas.ts'
import type { LinkAreas } from '../roots/link-guard.ts'
import type { Host } from './check-needs.ts'
import { type EntryReader, entryReader } from './entry-reader.ts'
import { type ChangeFollower, followChanges } from './follow-changes.ts'
import { type Changes, liveSkills } from './live-skills.ts'
import { planForAll } from './plan-for-paths.ts'
import { readEntry } from './read-entry.ts'
import { serialQueue } from './serial-queue.ts'
import type { SkillEntry } from './skill-entry.ts'
import { cacheFolder } from './snapshot-file.ts'
import { keptParts, loadKept, snapshotKeeper } from './snapshot-keeper.ts'
import { countSkills, type StoreStatus } from './store-status.ts'
import { type Progress, readRoots, updateSkills } from './update-skills.ts'
import type { WatchOptions } from './watch-skills.ts'
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
  readonly now?: () => number
}

/** The skills of some roots, known from one run to the next. */
export interface SkillStore<Words extends WordIndex>
  extends AsyncDisposable,
    Pick<EntryReader, 'isOffered' | 'entry' | 'entries' | 'lookUp'>,
    Pick<ChangeFollower, 'refresh' | 'onChange'> {
  /** The index of their words, by ordinal. */
  readonly words: Words
  /** What changed since the snapshot was written; all of it when there was none. */
  readonly opened: Changes
  /** The whole skill, read now; undefined when it is gone. */
  read(entry: SkillEntry): Promise<Skill | undefined>
  /** What the snapshot held under that name: by the ordinals of then, to which `opened` must be applied. */
  part(name: string): Uint8Array | undefined
  /** Keeps something with the snapshot from now on. */
  keepPart(name: string, toBytes: () => Uint8Array): void
  status(): StoreStatus
}

/**
 * Opens the skills of some roots: from the snapshot, with one check of each file's stamp, else by reading them all.
 * Never throws for what is on the disk; throws CANCELLED when the signal says so.
 */
export async function openSkillStore<Words extends WordIndex>({
  roots,
  words: kind,
  host = {},
  cacheDir = cacheFolder(),
  areas = linkAreas(roots),
  watch = false,
  onProgress,
  signal,
  now = Date.now,
}: SkillStoreOptions<Words>): Promise<SkillStore<Words>> {
  const key = JSON.stringify([READING, kind.version, roots.map(({ path }) => path)])
  const kept = loadKept(kind, { key, folder: cacheDir === false ? undefined : cacheDir })
  const { words } = kept
  const live = liveSkills(words, kept.stored)
  const reader = entryReader(live, roots, host)
  const exclusively = serialQueue()
  const parts = new Map<string, () => Uint8Array>()
  let hasMoved = false
  const keeper = snapshotKeeper({
    key,
    status: kept.status,
    take: () =>
      exclusively(async () => {
        const own = Object.fromEntries([...parts].map(([name, toBytes]) => [name, toBytes()]))
        // Stored parts refer to ordinals: once these have changed without them, the parts are invalid.
        return { stored: live.toStored(), parts: keptParts(words, { ...(hasMoved ? {} : kept.parts), ...own }) }
      }),
  })
  const keep = ({ added, removed, touched }: Changes) => {
    hasMoved ||= added.length + removed.length > 0
    if (touched > 0) keeper.touch()
  }

  if (kept.stored) await updateSkills(live, planForAll(live), { areas, signal, onProgress, now })
  else await readRoots(live, roots, { areas, signal, onProgress, now })
  const opened = live.takeChanges()
  keep(opened)
  // A first build is too expensive to lose.
  if (kept.stored === undefined) void keeper.save()
  const follower = followChanges(live, { areas, now, watch, exclusively, before: reader.refreshHost, after: keep })

  return {
    words,
    opened,
    isOffered: reader.isOffered,
    entry: reader.entry,
    entries: reader.entries,
    lookUp: reader.lookUp,
    read: readEntry,
    refresh: follower.refresh,
    onChange: follower.onChange,
    part: (name) => kept.parts[name],
    keepPart(name, toBytes) {
      parts.set(name, toBytes)
      keeper.touch()
    },
    status: () => ({ ...countSkills(live, roots, reader), snapshot: keeper.status, watch: follower.mode }),
    async [Symbol.asyncDispose]() {
      follower[Symbol.dispose]()
      await keeper[Symbol.asyncDispose]()
    },
  }
}

// To be raised whenever what is kept of a skill changes, or the words that are taken from it.
const READING = 1
