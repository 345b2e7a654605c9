import { EMPTY_LOCK, type Lock } from '../lock/lock.ts'
import { readLock } from '../lock/read-lock.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { readManifest } from '../manifest/read-manifest.ts'
import { type Receipt, readReceipt } from '../place/receipt.ts'
import { type Project, readIfThere } from '../project.ts'
import { holdProject } from '../transaction/hold-project.ts'
import { journalFile } from '../transaction/journal.ts'
import { isThere } from '../transaction/move.ts'

/** What is wanted, locked and installed in a project. */
export interface ProjectState {
  readonly manifest: Manifest
  readonly lock: Lock
  readonly hasLock: boolean
  readonly receipt: Receipt
}

/** Reads the state of a project, after ending what a killed process began. */
export async function readState(project: Project): Promise<ProjectState> {
  if (await isThere(journalFile(project))) await holdProject(project, async () => undefined)
  const [manifest = '', lock, receipt] = await Promise.all([
    readIfThere(project.manifestFile),
    readIfThere(project.lockFile),
    readReceipt(project),
  ])
  return {
    manifest: readManifest(manifest, project.manifestFile),
    lock: lock === undefined ? EMPTY_LOCK : readLock(lock, project.lockFile),
    hasLock: lock !== undefined,
    receipt,
  }
}
