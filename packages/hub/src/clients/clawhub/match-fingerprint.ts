import type { FileDigest } from '@skillwright/skill'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { findSkill, type SkillPlace } from '../../registry/find-skill.ts'
import type { Row } from '../../store/tables.ts'
import { fingerprintOf } from './fingerprint.ts'

const MOST_VERSIONS = 500

/** Which version some files are, by ClawHub's fingerprint of them: those of a package, those that a package was made of, or those that its clients got. */
export async function matchFingerprint(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  fingerprint: string,
): Promise<{ match: { version: string } | null; latestVersion: { version: string } | null }> {
  const skill = await findSkill(hub, principal, place)
  const states: Row<'versions'>['state'][] = ['published', 'yanked']
  const rows = await hub.db
    .selectFrom('versions')
    .leftJoin('clawhub_uploads', 'clawhub_uploads.version_id', 'versions.id')
    .select(['versions.version', 'versions.files', 'clawhub_uploads.fingerprint'])
    .select(({ selectFrom }) =>
      selectFrom('clawhub_forms')
        .select('fingerprint')
        .whereRef('archive_sha256', '=', 'versions.archive_sha256')
        .where('fingerprint', '=', fingerprint)
        .as('form'),
    )
    .where('versions.skill_id', '=', skill.id)
    .$if(!skill.isInsider, (some) => some.where('versions.state', 'in', states))
    .orderBy('versions.version_order', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
  const match = rows.find(
    (row) =>
      row.fingerprint === fingerprint ||
      row.form === fingerprint ||
      fingerprintOf(JSON.parse(row.files) as readonly FileDigest[]) === fingerprint,
  )
  return {
    match: match === undefined ? null : { version: match.version },
    latestVersion: skill.latest === null ? null : { version: skill.latest },
  }
}
