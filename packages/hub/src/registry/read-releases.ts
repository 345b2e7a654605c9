import { SkillError } from '@skillwright/contract'
import { type AnswerOf, fullName, type READ_RELEASES } from '@skillwright/hub-api'
import type { ScanReport } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { findSkill } from './find-skill.ts'
import { resolveName } from './resolve-name.ts'
import type { VersionDocument } from './version-document.ts'
import { SUMMARY_COLUMNS, summariseVersion } from './version-summary.ts'

type SkillReleases = AnswerOf<typeof READ_RELEASES>['skills'][number]

/** So many of the newest versions are enough for every range that is in use. */
const MOST_VERSIONS = 500

/** The releases of a skill; one that is not there, or that the caller may not see, is answered with the reason alone. */
export async function readReleases(hub: HubContext, principal: Principal, asked: string): Promise<SkillReleases> {
  try {
    const skill = await findSkill(hub, principal, await resolveName(hub, principal, asked))
    const rows = await hub.db
      .selectFrom('versions')
      .select([...SUMMARY_COLUMNS, 'state_reason', 'document', 'scan'])
      .where('skill_id', '=', skill.id)
      .where('released_at', 'is not', null)
      .orderBy('version_order', 'desc')
      .limit(MOST_VERSIONS)
      .execute()
    const reports = await hub.db
      .selectFrom('reports')
      .select('version')
      .where('skill_id', '=', skill.id)
      .where('kind', '=', 'report')
      .where('state', '=', 'open')
      .limit(MOST_VERSIONS)
      .execute()
    const { access, tier, deprecated } = skill
    const releases = rows.map(({ state_reason, document, scan, ...row }) => {
      const { verdict, risk } = JSON.parse(scan) as ScanReport
      const { license, hermes_version, tools_required, permissions, dependencies } = JSON.parse(
        document,
      ) as VersionDocument
      return {
        ...summariseVersion(row),
        state_reason,
        ...(license === undefined ? {} : { license }),
        ...(hermes_version === undefined ? {} : { hermes_version }),
        tools_required,
        permissions,
        ...(dependencies === undefined ? {} : { dependencies }),
        scan: { verdict, risk },
        // A report about the skill is one about each of its versions.
        open_reports: reports.filter(({ version }) => version === null || version === row.version).length,
      }
    })
    return { asked, name: fullName(skill), access, tier, deprecated, releases }
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    return { asked, name: null, problem: thrown.message, releases: [] }
  }
}
