import type { Manifest } from '../manifest/manifest.ts'
import type { Project } from '../project.ts'
import type { Sources } from '../sources/sources.ts'
import type { PackageStore } from '../store/open-store.ts'

/** A version that a hub says it published. */
export interface LoggedVersion {
  readonly index: number
  readonly skill: string
  readonly version: string
  readonly digest: string
}

/** What installing needs of the world. */
export interface Installer {
  readonly project: Project
  readonly store: PackageStore
  /** Where verdicts of scans are kept. */
  readonly scanDir: string
  /** The sources of a project with this manifest. */
  readonly sourcesOf: (manifest: Manifest) => Sources
  /** Checks that versions are in the log of their hub, and that the log only grew. Throws INTEGRITY_FAILED. */
  readonly checkLog: (hubUrl: string, versions: readonly LoggedVersion[]) => Promise<void>
  /** Told how many of the packages are there. */
  readonly onProgress?: (done: number, total: number) => void
  readonly env?: NodeJS.ProcessEnv
  readonly clock?: () => Date
  readonly signal?: AbortSignal
}
