import type { SearchedFolder } from '../roots/list-skill-folders.ts'
import { isFresh, type Stamp, stampOfAgent, stampOfFolder } from './stamp.ts'

/** A folder that was searched, with what shows whether anything came or went in it. */
export interface FolderRecord extends SearchedFolder {
  /** Number of its root. */
  readonly root: number
  readonly stamp: Stamp
  /** True when it changed so shortly before it was searched that its stamp proves nothing. */
  readonly isFresh: boolean
}

/** Stamps a folder. To be called before it is searched: what comes meanwhile is then seen the next time. */
export function folderRecord(folder: SearchedFolder, root: number, atMs: number): FolderRecord {
  const stamp = stampOf(folder)
  return { ...folder, root, stamp, isFresh: isFresh(stamp, atMs) }
}

/** The stamp that a folder has now. */
export function stampOf({ dir, kind }: Pick<SearchedFolder, 'dir' | 'kind'>): Stamp {
  return kind === 'agent' ? stampOfAgent(dir) : stampOfFolder(dir)
}
