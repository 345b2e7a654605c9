import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { findSkill, type SkillPlace, type SkillRow } from './find-skill.ts'
import { fullName } from './skill-name.ts'

/** What is told of a skill, as JSON text ready to send. */
export async function readSkillDocument(hub: HubContext, principal: Principal, place: SkillPlace): Promise<string> {
  return skillDocument(await findSkill(hub, principal, place))
}

/** The document of a row: what was prepared when it last changed, and how often it was downloaded. */
export function skillDocument(skill: Omit<SkillRow, 'isInsider'>): string {
  const document = skill.document ?? unreleased(skill)
  return `${document.slice(0, -1)},"downloads":${skill.downloads}}`
}

/** What those who know of it are told of a skill that nobody else could have yet. */
function unreleased({ scope, name, access, tier, deprecated, created_at, updated_at }: Omit<SkillRow, 'isInsider'>) {
  return JSON.stringify({
    scope,
    name,
    full_name: fullName({ scope, name }),
    access,
    tier,
    latest: null,
    deprecated,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
    latest_version: null,
  })
}
