import { fullName, type OBSTACLE, type VERIFICATION, type VERIFY_REPORT, type Wire } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { findVersion, type VersionPlace } from '../registry/find-version.ts'
import { relativeOf } from '../registry/relatives.ts'
import type { Row, Tables } from '../store/tables.ts'

/** What the hub's own verify run of a version showed, as it is sent. */
export type VersionVerification = Wire<typeof VERIFICATION>

/** The same as it is kept. */
export type SeenVerification = Pick<VersionVerification, 'outcome' | 'at' | 'report' | 'obstacle' | 'again'>

/** What the hub's own verify run of a version showed, for everyone who may see the version. */
export async function readVerification(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
): Promise<VersionVerification> {
  const found = await findVersion(hub, principal, place)
  const { version, digest, id } = found
  return {
    name: fullName(found),
    scope: found.scope,
    skill: found.name,
    version,
    digest,
    ...(await verificationOf(hub.db, id)),
    relative: await relativeOf(hub.db, id),
  }
}

/** The last verify run of a version that ended; while none has, the one that waits. */
export async function verificationOf(db: Kysely<Tables>, versionId: string): Promise<SeenVerification> {
  const checks = await db
    .selectFrom('checks')
    .select(['outcome', 'details', 'at'])
    .where('version_id', '=', versionId)
    .where('kind', '=', 'verify')
    .orderBy('at', 'desc')
    .execute()
  const open = checks.find(({ outcome }) => outcome === 'pending' || outcome === 'running')
  const check = checks.find((one) => one !== open) ?? open
  if (check === undefined) return { outcome: 'missing', at: null, report: null, obstacle: null, again: false }
  const { outcome } = check
  return {
    outcome: outcome === 'pending' ? 'waiting' : outcome,
    at: new Date(check.at).toISOString(),
    ...readDetails(check),
    again: open !== undefined && open !== check,
  }
}

function readDetails({ outcome, details }: Pick<Row<'checks'>, 'outcome' | 'details'>) {
  if (outcome === 'pending' || outcome === 'running') return { report: null, obstacle: null }
  const seen = JSON.parse(details) as { report: Wire<typeof VERIFY_REPORT> } | Wire<typeof OBSTACLE>
  return 'report' in seen ? { report: seen.report, obstacle: null } : { report: null, obstacle: seen }
}
