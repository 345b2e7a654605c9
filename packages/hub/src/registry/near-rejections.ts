import type { HubContext } from '../hub-context.ts'
import type { Row } from '../store/tables.ts'
import type { Examination } from './examine-package.ts'
import { registryOf } from './registry-of.ts'

const MOST_REJECTED = 3
const MOST_STANDING = 6

/** A package that is published, and who does it. */
interface Published {
  readonly scope: string
  readonly skill: Row<'skills'> | undefined
  readonly caller: string
}

/**
 * Why a package has to wait that is nearly one that was rejected: it has what that one had of its own. What stood before in public, or
 * stands at others, is nobody's own; what a reviewer released since stands as well.
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
  readonly scope: string
  readonly published_at: number
  readonly archive_sha256: string
}

/** The versions that were rejected and share most with a package. */
function rejectedLike({ db }: HubContext, sketch: readonly string[]): Promise<Rejected[]> {
  return db
    .selectFrom('sketch_bands')
    .crossJoin('versions')
    .crossJoin('skills')
    .select(['skills.scope', 'versions.published_at', 'versions.archive_sha256'])
    .whereRef('versions.id', '=', 'sketch_bands.version_id')
    .whereRef('skills.id', '=', 'versions.skill_id')
    .where('sketch_bands.band', 'in', sketch)
    .where('versions.state', '=', 'quarantined')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('rejected_files').select('sha256').whereRef('rejected_files.version_id', '=', 'versions.id')),
    )
    .groupBy(['versions.id', 'skills.scope', 'versions.published_at', 'versions.archive_sha256'])
    .orderBy(({ fn }) => fn.count('sketch_bands.band'), 'desc')
    .limit(MOST_REJECTED)
    .execute()
}

/** The packages in public that share most with it: older ones, those of others, and what the skill itself has already. */
async function standingLike(
  { db, blobs }: HubContext,
  sketch: readonly string[],
  rejected: Rejected,
  { scope, skill }: Published,
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
    .where((eb) =>
      eb.or([
        eb('skills.id', '=', skill?.id ?? ''),
        eb.and([
          eb('skills.access', '=', 'public'),
          eb.or([
            eb('versions.published_at', '<', rejected.published_at),
            eb('skills.scope', 'not in', [scope, rejected.scope]),
          ]),
        ]),
      ]),
    )
    .groupBy(['versions.id', 'versions.archive_sha256'])
    .orderBy(({ fn }) => fn.count('sketch_bands.band'), 'desc')
    .limit(MOST_STANDING)
    .execute()
  const archives = await Promise.all(rows.map(({ archive_sha256: sha256 }) => blobs.read(sha256)))
  return archives.filter((archive) => archive !== undefined)
}
