import type { CLAWHUB_MODERATION, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { findSkill, type SkillPlace } from '../../registry/find-skill.ts'

/** The state of the newest version, for callers who may know of it; null for all others, and when it is published. */
export async function moderationOf(
  hub: HubContext,
  principal: Principal,
  place: SkillPlace,
): Promise<{ readonly moderation: Wire<typeof CLAWHUB_MODERATION> | null }> {
  const skill = await findSkill(hub, principal, place)
  const newest = await hub.db
    .selectFrom('versions')
    .select(['version', 'state', 'state_reason', 'published_at'])
    .where('skill_id', '=', skill.id)
    .orderBy('version_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!skill.isInsider || (newest?.state !== 'pending' && newest?.state !== 'quarantined')) return { moderation: null }
  const isBlocked = newest.state === 'quarantined'
  return {
    moderation: {
      isSuspicious: !isBlocked,
      isMalwareBlocked: isBlocked,
      verdict: isBlocked ? 'malicious' : 'suspicious',
      reasonCodes: [newest.state],
      summary: `${newest.version}: ${newest.state_reason ?? newest.state}`,
      updatedAt: newest.published_at,
      engineVersion: null,
      evidence: [],
    },
  }
}
