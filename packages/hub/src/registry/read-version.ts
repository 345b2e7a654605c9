import { fullName, type VERSION, type VERSION_OF_SKILL, type Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { findSkill, type SkillPlace } from './find-skill.ts'
import { type FoundVersion, findVersion, type VersionPlace } from './find-version.ts'
import { type PageRequest, pageCursor } from './page-cursor.ts'
import type { VersionDocument } from './version-document.ts'
import { SUMMARY_COLUMNS, summariseVersion } from './version-summary.ts'

/** Everything the hub can tell about a version, as it is sent. */
export async function readVersion(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
): Promise<Wire<typeof VERSION>> {
  const found = await findVersion(hub, principal, place)
  const row = await hub.db
    .selectFrom('versions')
    .select(['document', 'contract', 'findings', 'scan', 'comparison', 'signature'])
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow()
  return {
    ...nameVersion(found),
    state_reason: found.state_reason,
    ...(JSON.parse(row.document) as VersionDocument),
    contract: parsed(row.contract),
    findings: JSON.parse(row.findings),
    scan: JSON.parse(row.scan),
    comparison: parsed(row.comparison),
    signature: parsed(row.signature),
  }
}

/** A version with the skill it is of. */
export function nameVersion(found: FoundVersion): Wire<typeof VERSION_OF_SKILL> {
  return {
    name: fullName(found),
    scope: found.scope,
    skill: found.name,
    access: found.access,
    tier: found.tier,
    ...summariseVersion(found),
  }
}

const VERSIONS = pageCursor('versions', ['text'])

/** The versions of a skill, the newest first. Who may not see what was never released sees what was, and what was yanked. */
export async function listVersions(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
  { limit = 50, cursor }: PageRequest = {},
) {
  const [before] = VERSIONS.decode(cursor) ?? []
  const skill = await findSkill(hub, principal, place)
  const states: Row<'versions'>['state'][] = ['published', 'yanked']
  const rows = await hub.db
    .selectFrom('versions')
    .select([...SUMMARY_COLUMNS, 'version_order'])
    .where('skill_id', '=', skill.id)
    .$if(!skill.isInsider, (some) => some.where('state', 'in', states))
    .$if(before !== undefined, (some) => some.where('version_order', '<', before ?? ''))
    .orderBy('version_order', 'desc')
    .limit(limit + 1)
    .execute()
  return VERSIONS.page(rows, limit, { place: (row) => [row.version_order], item: summariseVersion })
}

/** What was stored as JSON by the checks of the hub. */
function parsed<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T)
}
