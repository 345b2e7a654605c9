import type { Checkpoint, MIRROR_PROBLEM, Wire } from '@skillwright/hub-api'
import type { Subtree } from './log-frontier.ts'

/** Something of another registry that could not be taken over. */
export type MirrorProblem = Wire<typeof MIRROR_PROBLEM>

/** Where a mirror stopped; kept as JSON in `mirrors.cursor`. */
export interface MirrorState {
  /** Which node holds the lease, and until when. */
  lease?: { readonly by: string; readonly until: number }
  /** True when there is more to do at once. */
  isBehind: boolean
  /** The last ones. */
  problems: readonly MirrorProblem[]
  /** Of the log of a hub. */
  log?: LogState
  /** Of a registry that has a list and no log. */
  pass?: PassState
}

/** How far the log of another hub was followed. */
export interface LogState {
  /** The key that signs it, from when it was first seen. PEM. */
  readonly key: string
  readonly checkpoint: Checkpoint
  /** The first entry that was not followed yet, and the edge of the log before it. */
  readonly next: number
  readonly frontier: readonly Subtree[]
  /** Entries that failed for a transient reason. */
  readonly retry: readonly { readonly entry: string; readonly attempts: number }[]
  /** Entries about versions that were private when the entry was read. */
  readonly absent?: readonly string[]
}

/** How far a list was gone through. */
export interface PassState {
  readonly number: number
  /** Where in the list; null for its beginning. */
  readonly place: string | null
}

const FRESH: MirrorState = { isBehind: false, problems: [] }

/** Reads where a mirror stopped; an empty text is the beginning. */
export function readState(cursor: string): MirrorState {
  return cursor === '' ? FRESH : { ...FRESH, ...(JSON.parse(cursor) as MirrorState) }
}
