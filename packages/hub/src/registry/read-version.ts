import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { findSkill, type SkillPlace } from './find-skill.ts'
import { findVersion, type VersionPlace } from './find-version.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import { fullName } from './skill-name.ts'
import type { VersionDocument } from './version-document.ts'
import { SUMMARY_COLUMNS, summariseVersion } from './version-summary.ts'

/** Everything the hub can tell about a version, as it is sent. */
export async function readVersion(hub: HubContext, principal: Principal, place: VersionPlace) {
  const found = await findVersion(hub, principal, place)
  const row = await hub.db
    .selectFrom('versions')
    .select(['document', 'contract', 'findings', 'scan', 'comparison', 'signature'])
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow()
  return {
    scope: found.scope,
    name: found.name,
    full_name: fullName(found),
    access: found.access,
    tier: found.tier,
    ...summariseVersion(found),
    state_reason: found.state_reason,
    ...(JSON.parse(row.document) as VersionDocument),
    contract: parsed(row.contract),
    findings: parsed(row.findings),
    scan: parsed(row.scan),
    comparison: parsed(row.comparison),
    signature: parsed(row.signature),
  }
}

/** The versions of a skill, the newest first. Who may not see what was never released sees what was, and what was yanked. */
export async function listVersions(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  { limit = 50, cursor }: { readonly limit?: number; readonly cursor?: string | undefined } = {},
) {
  const [before] = cursor === undefined ? [] : decodeCursor(cursor, 1)
  const skill = await findSkill(hub, principal, place)
  const states: Row<'versions'>['state'][] = ['published', 'yanked']
  const rows = await hub.db
    .selectFrom('versions')
    .select([...SUMMARY_COLUMNS, 'version_order'])
    .where('skill_id', '=', skill.id)
    .$if(!skill.isInsider, (some) => some.where('state', 'in', states))
    .$if(before !== undefined, (some) => some.where('version_order', '<', String(before)))
    .orderBy('version_order', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(summariseVersion),
    next_cursor: last === undefined ? null : encodeCursor([last.version_order]),
  }
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json)
}
