import { SkillError } from '@skillwright/contract'
import { type PublishRequest, publishSkill } from '../registry/publish-skill.ts'
import type { Row } from '../store/tables.ts'
import type { MirrorRun } from './mirror-run.ts'

/** Publishes a version of another registry here, by all the checks of this hub. One that is here already with the same content is skipped. */
export async function publishMirrored(
  { hub, mirror, principal, report }: MirrorRun,
  request: Pick<PublishRequest, 'name' | 'version' | 'archive' | 'signature'> & { readonly digest: string },
): Promise<void> {
  try {
    const { state, isNew } = await publishSkill(hub, principal, { ...request, scope: mirror.scope, profile: 'clawhub' })
    if (!isNew) return
    if (state === 'published') report.published++
    else report.held++
  } catch (thrown) {
    const isHere =
      thrown instanceof SkillError && thrown.code === 'CONFLICT' && thrown.details?.digest === request.digest
    if (!isHere) throw thrown
  }
}

/** What is here of a mirrored skill. */
export type LocalVersion = Pick<Row<'versions'>, 'version' | 'digest' | 'state' | 'state_reason'>

/** The versions of a mirrored skill that are here, in any state, the newest first. */
export async function localVersions({ hub, mirror }: MirrorRun, name: string): Promise<LocalVersion[]> {
  return hub.db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.version', 'versions.digest', 'versions.state', 'versions.state_reason'])
    .where('skills.scope', '=', mirror.scope)
    .where('skills.name', '=', name)
    .orderBy('versions.version_order', 'desc')
    .execute()
}
