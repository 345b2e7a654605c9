import { randomUUID } from 'node:crypto'
import type { DECISION, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { changeState } from '../registry/change-state.ts'
import { absentVersion, type VersionPlace } from '../registry/find-version.ts'
import { changeSkill, requireReviewer, skillRow } from '../registry/manage-skill.ts'
import { recordRejection } from '../registry/rejections.ts'
import { sketchOf } from '../registry/relatives.ts'
import { enqueueVerify } from './enqueue-verify.ts'
import { requireIndependent } from './require-independent.ts'
import { evidenceOf, type TierEvidence } from './tier-of.ts'

/** What a reviewer decides about a version: to release and sign it off, or to quarantine it and take a sign-off back. */
export type Decision = Wire<typeof DECISION>

/** Records what a reviewer decided about a version, which must not be their own. */
export async function decide(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
  { decision, note }: Decision,
): Promise<TierEvidence> {
  requireReviewer(principal)
  const skill = await skillRow(hub.db, place)
  const version = await hub.db
    .selectFrom('versions')
    .select(['id', 'state', 'published_by', 'files', 'archive_sha256'])
    .where('skill_id', '=', skill.id)
    .where('version', '=', place.version)
    .executeTakeFirst()
  if (version === undefined) throw absentVersion(place)
  const isWaiting = version.state === 'pending' || version.state === 'quarantined'
  if (decision === 'approve' && isWaiting) await changeState(hub, principal, place, 'release', note)
  if (decision === 'reject') await changeState(hub, principal, place, 'quarantine', note)
  const sketch = decision === 'reject' ? await sketchOf(hub, principal, version) : []
  const action = decision === 'approve' ? 'version.sign-off' : 'version.reject'
  await changeSkill(hub, principal, { place, action, details: { note } }, async (transaction, { scope }, at) => {
    if (decision === 'approve')
      await requireIndependent(transaction, principal, { scope, publishedBy: version.published_by })
    else await recordRejection(transaction, version, { at, sketch })
    await transaction
      .insertInto('checks')
      .values({
        id: randomUUID(),
        version_id: version.id,
        kind: 'sign-off',
        outcome: decision === 'approve' ? 'pass' : 'fail',
        details: JSON.stringify({ note }),
        by: principal.person?.handle ?? '',
        at,
        lease_until: null,
      })
      .execute()
  })
  return evidenceOf(hub.db, skill.id)
}

/** Asks for another verify run of a version. */
export async function verifyAgain(hub: HubContext, principal: Principal, place: VersionPlace): Promise<void> {
  requireReviewer(principal)
  const change = { place, action: 'verify.request', details: {} }
  await changeSkill(hub, principal, change, async (transaction, skill, at) => {
    const version = await transaction
      .selectFrom('versions')
      .select('id')
      .where('skill_id', '=', skill.id)
      .where('version', '=', place.version)
      .executeTakeFirst()
    if (version === undefined) throw absentVersion(place)
    await enqueueVerify(transaction, version.id, at)
  })
}
