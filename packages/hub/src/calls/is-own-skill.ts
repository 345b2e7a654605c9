import type { HubContext } from '../hub-context.ts'
import { isMemberOf } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { FoundVersion } from '../registry/find-version.ts'

/** Whether the caller belongs to the scope of a skill; only asked where it makes a difference. */
export async function isOwnSkill(
  hub: HubContext,
  { person }: Principal,
  { tier, scope }: Pick<FoundVersion, 'tier' | 'scope'>,
): Promise<boolean> {
  return person !== undefined && !hub.config.calls.tiers.includes(tier) && (await isMemberOf(hub.db, person.id, scope))
}
