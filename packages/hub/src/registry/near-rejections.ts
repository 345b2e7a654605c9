import { sql } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Row } from '../store/tables.ts'
import type { Examination } from './examine-package.ts'
import { registryOf } from './registry-of.ts'
import { seenByReviewer } from './seen-by-reviewer.ts'

const MOST_REJECTED = 10
const MOST_STANDING = 6

/** The full reference of a version, of rows of `versions` and `skills`. */
const REFERENCE = sql<string>`'@' || skills.scope || '/' || skills.name || '@' || versions.version`

/** A package that is published, and who does it. */
interface Published {
  readonly skill: Row<'skills'> | undefined
  readonly caller: string
}

/**
 * Why a package has to wait that is nearly one that was rejected: it has what that one had of its own. What stood before in public is nobody's
 * own, nor is what a reviewer has released since. What came later unseen may be a part of it: several of these would be all of it.
 */
export async function findNearRejections(
  hub: HubContext,
  published: Published,
  { sketch, archive }: Pick<Examination, 'sketch' | 'archive'>,
): Promise<string[]> {
  if (sketch.length === 0) return []
  const { packages } = registryOf(hub)
  for (const candidate of await rejectedLike(hub, sketch)) {
    const rejected = await hub.blobs.read(candidate.archive_sha256)
    if (rejected === undefined) continue
    const standing = await standingLike(hub, sketch, candidate, published)
    const overlap = await packages.run('resemble', { archive, rejected, standing }, { caller: published.caller })
    // Which package that was is not said: it may be private.
    if (overlap.isSame) return [`It holds ${Math.round(overlap.share * 100)} % of a package that was rejected before.`]
  }
  return []
}

interface Rejected {
  readonly published_at: number
  readonly archive_sha256: string
}

/** The versions that were rejected and share most with a package. What many share, as all of one template do, counts for less. */
function rejectedLike({ db }: HubContext, sketch: readonly string[]): Promise<Rejected[]> {
  const weight = sql`(select 1.0 / count(*) from sketch_bands as all_with where all_with.band = sketch_bands.band)`
  return db
    .selectFrom('sketch_bands')
    .crossJoin('versions')
    .select(['versions.published_at', 'versions.archive_sha256'])
    .whereRef('versions.id', '=', 'sketch_bands.version_id')
    .where('sketch_bands.band', 'in', sketch)
    .where('versions.state', '=', 'quarantined')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('rejected_files').select('sha256').whereRef('rejected_files.version_id', '=', 'versions.id')),
    )
    .groupBy(['versions.id', 'versions.published_at', 'versions.archive_sha256'])
    .orderBy(sql`sum(${weight})`, 'desc')
    .limit(MOST_REJECTED)
    .execute()
}

/** The packages that share most with it, in public or of the skill itself: older ones, and those that a reviewer has seen. */
async function standingLike(
  { db, blobs }: HubContext,
  sketch: readonly string[],
  rejected: Rejected,
  { skill }: Published,
): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('sketch_bands')
    .crossJoin('versions')
    .crossJoin('skills')
    .select('versions.archive_sha256')
    .whereRef('versions.id', '=', 'sketch_bands.version_id')
    .whereRef('skills.id', '=', 'versions.skill_id')
    .where('sketch_bands.band', 'in', sketch)
    .where('versions.state', 'in', ['published', 'yanked'])
    .where('versions.released_at', 'is not', null)
    .where((eb) => eb.or([eb('skills.id', '=', skill?.id ?? ''), eb('skills.access', '=', 'public')]))
    .where((eb) =>
      eb.or([eb('versions.published_at', '<', rejected.published_at), eb.exists(seenByReviewer(REFERENCE))]),
    )
    .groupBy(['versions.id', 'versions.archive_sha256'])
    .orderBy(({ fn }) => fn.count('sketch_bands.band'), 'desc')
    .limit(MOST_STANDING)
    .execute()
  const archives = await Promise.all(rows.map(({ archive_sha256: sha256 }) => blobs.read(sha256)))
  return archives.filter((archive) => archive !== undefined)
}
