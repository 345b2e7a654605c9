import type { HubContext } from '../../hub-context.ts'
import type { VersionDocument } from '../../registry/version-document.ts'

/** The changelog of each of these versions: its publisher's, else that in its SKILL.md. */
export async function changelogsOf(
  hub: HubContext,
  skillId: string,
  versions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (versions.length === 0) return new Map()
  const rows = await hub.db
    .selectFrom('versions')
    .leftJoin('clawhub_uploads', 'clawhub_uploads.version_id', 'versions.id')
    .select(['versions.version', 'versions.document', 'clawhub_uploads.changelog'])
    .where('versions.skill_id', '=', skillId)
    .where('versions.version', 'in', versions)
    .execute()
  return new Map(
    rows.map(({ version, document, changelog }) => [
      version,
      changelog || (JSON.parse(document) as VersionDocument).changes.join('\n'),
    ]),
  )
}
