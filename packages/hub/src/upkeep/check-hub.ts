import type { HubConfig } from '../hub-config.ts'
import { databaseOf } from '../store/open-database.ts'
import { checkCollections } from './check-collections.ts'
import { checkLogTree } from './check-log-tree.ts'
import { checkPackages } from './check-packages.ts'
import { checkSummaries } from './check-summaries.ts'
import { findOrphans, type Orphan, removeOrphans } from './find-orphans.ts'
import { openStored } from './open-stored.ts'
import { requireWhole } from './require-whole.ts'

/** Something a check found wrong. */
export interface StoreProblem {
  /** What it is about: a version, a package, an entry of the log. */
  readonly subject: string
  readonly message: string
}

/** What a check of a hub found. */
export interface HubCheck {
  readonly ok: boolean
  readonly versions: number
  readonly exports: number
  readonly log_entries: number
  readonly problems: readonly StoreProblem[]
  /** Packages that nothing refers to: what is left of a publish that was cut off. */
  readonly orphans: readonly Orphan[]
  /** How many of these were removed. */
  readonly removed: number
}

/** What may be decided about a check. */
export interface CheckOptions {
  /** Remove packages that nothing refers to. */
  readonly clean?: boolean
  readonly clock?: () => number
}

const DATABASE = { what: 'The database of the hub', hint: 'Restore a backup: skillwright hub restore' }

/**
 * Checks what a hub keeps, beside the running hub: every version has its package, its digest and its place in the log, and the
 * log is the tree that was signed, and says of each what it is; every skill is what its versions make it. Throws INTEGRITY_FAILED when the file of SQLite is damaged: what
 * it says is not to be believed, least of all that nothing refers to a package.
 */
export async function checkHub(
  config: HubConfig,
  { clean = false, clock = Date.now }: CheckOptions = {},
): Promise<HubCheck> {
  await using stored = await openStored(config)
  if (stored.database === 'sqlite') requireWhole(databaseOf(config), DATABASE)
  const log = await checkLogTree(stored)
  const packages = await checkPackages(stored)
  const others = [...(await checkSummaries(stored)), ...(await checkCollections(stored))]
  const orphans = await findOrphans(stored, clock())
  const removed = clean ? await removeOrphans(stored, orphans, clock()) : 0
  const problems = [...log.problems, ...packages.problems, ...others]
  return {
    ok: problems.length === 0,
    versions: packages.versions,
    exports: packages.exports,
    log_entries: log.size,
    problems,
    orphans,
    removed,
  }
}
