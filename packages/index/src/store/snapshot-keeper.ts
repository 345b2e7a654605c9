import type { StoredSkills } from './live-skills.ts'
import type { Snapshot } from './snapshot.ts'
import { loadSnapshot, saveSnapshot, snapshotFile } from './snapshot-file.ts'
import type { SnapshotStatus } from './store-status.ts'
import type { WordIndex, WordIndexKind } from './word-index.ts'

/** What there is to begin with. */
export interface Kept<Words extends WordIndex> {
  readonly words: Words
  /** Undefined when everything must be read. */
  readonly stored: StoredSkills | undefined
  /** What others kept, by name. */
  readonly parts: Readonly<Record<string, Uint8Array>>
  readonly status: SnapshotStatus
}

// The name under which the words are kept.
const WORDS = 'words'

/** Reads what was kept for a key; whatever is wrong with it, there is something to begin with. */
export function loadKept<Words extends WordIndex>(
  kind: WordIndexKind<Words>,
  { key, folder }: { readonly key: string; readonly folder: string | undefined },
): Kept<Words> {
  const file = folder === undefined ? undefined : snapshotFile(folder, key)
  const snapshot = file === undefined ? undefined : loadSnapshot(file, key)
  const made = (problem?: string): Kept<Words> => ({
    words: kind.create(),
    stored: undefined,
    parts: {},
    status: { file, origin: problem === undefined ? 'made' : 'remade', problem },
  })
  if (snapshot === undefined || typeof snapshot === 'string') return made(snapshot)
  const { [WORDS]: bytes, ...parts } = snapshot.parts
  try {
    const words = kind.fromBytes(bytes ?? new Uint8Array(0))
    return { words, stored: snapshot, parts, status: { file, origin: 'found', problem: undefined } }
  } catch (cause) {
    return made(`${file} was not used: its words cannot be read: ${String(cause)}`)
  }
}

/** Writes snapshots when it is time to. */
export interface SnapshotKeeper extends AsyncDisposable {
  readonly status: SnapshotStatus
  /** To be called when something worth keeping has changed. */
  touch(): void
  /** Writes what has not been written yet; never throws, a failure is in the status. */
  save(): Promise<void>
}

/** How a keeper gets at what it writes. */
export interface KeeperOptions {
  readonly key: string
  readonly status: SnapshotStatus
  /** All of it, taken at one moment. */
  readonly take: () => Promise<{ readonly stored: StoredSkills; readonly parts: Snapshot['parts'] }>
}

// Writing may take this share of the time: with many skills it happens less often.
const SAVE_SHARE = 0.01
const SHORTEST_WAIT_MS = 2_000

/** Makes the keeper of one snapshot. */
export function snapshotKeeper({ key, status: before, take }: KeeperOptions): SnapshotKeeper {
  const { file } = before
  let status = before
  let isTouched = false
  let lastMs = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  const write = async () => {
    if (file === undefined || !isTouched) return
    isTouched = false
    const startMs = performance.now()
    try {
      const { stored, parts } = await take()
      await saveSnapshot(file, { key, ...stored, parts })
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      status = { ...status, problem: `${file} was not written: ${reason}` }
    }
    lastMs = performance.now() - startMs
  }
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  return {
    get status() {
      return status
    },
    touch() {
      if (isClosed) return
      isTouched = true
      // Lost when the process ends before: then the next one reads those few skills again.
      timer ??= setTimeout(save, Math.max(SHORTEST_WAIT_MS, lastMs / SAVE_SHARE)).unref()
    },
    save,
    async [Symbol.asyncDispose]() {
      isClosed = true
      await save()
    },
  }
}

/** The bytes to keep: the words, and what others keep with them. */
export function keptParts(words: WordIndex, parts: Snapshot['parts']): Snapshot['parts'] {
  return { ...parts, [WORDS]: words.toBytes() }
}
