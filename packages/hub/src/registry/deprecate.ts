import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { SkillPlace } from './find-skill.ts'
import { absentVersion } from './find-version.ts'
import { changeSkill } from './manage-skill.ts'

/** Tells users of a skill, or of one version, what to use instead; null takes it back. It stays as it is and can still be installed. */
export async function deprecate(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace & { readonly version?: string },
  message: string | null,
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope)
  const { version } = place
  const action = version === undefined ? 'skill.deprecate' : 'version.deprecate'
  await changeSkill(hub, principal, { place, action, details: { message } }, async (transaction, skill) => {
    if (version === undefined) {
      await transaction.updateTable('skills').set({ deprecated: message }).where('id', '=', skill.id).execute()
      return
    }
    const { numUpdatedRows } = await transaction
      .updateTable('versions')
      .set({ deprecated: message })
      .where('skill_id', '=', skill.id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw absentVersion({ ...skill, version })
  })
}
