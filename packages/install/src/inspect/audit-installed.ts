import type { Installer } from '../plan/installer.ts'
import { whyForbidden } from '../policy/judge-policy.ts'
import { readPolicies } from '../policy/read-policies.ts'
import { HUB } from '../sources/hub-source.ts'
import { offersOf } from './list-outdated.ts'
import { readState } from './read-state.ts'

/** Something that should be known of an installed skill. */
export interface AuditFinding {
  readonly name: string
  readonly id: string
  readonly version: string
  readonly what: 'quarantined' | 'yanked' | 'reported' | 'deprecated' | 'gone' | 'changed' | 'forbidden'
  readonly message: string
}

/** What happened to the installed versions since: taken back, yanked, reported, deprecated, not there any more, or forbidden by a policy. */
export async function auditInstalled(installer: Installer): Promise<AuditFinding[]> {
  const { manifest, lock } = await readState(installer.project)
  const policies = await readPolicies(installer.project, manifest, installer.env)
  const now = (installer.clock ?? (() => new Date()))()
  const hubSkills = lock.skills.filter(({ source }) => source.startsWith(HUB))
  const offers = await offersOf(installer, hubSkills)
  return lock.skills.flatMap((skill) => {
    const { name, id, version, source } = skill
    const found: AuditFinding[] = []
    const say = (what: AuditFinding['what'], message: string) => found.push({ name, id, version, what, message })
    const known = offers.get(name)
    const offer = known?.offers.find((one) => one.version === version)
    if (source.startsWith(HUB) && offer === undefined)
      say('gone', known?.problem ?? 'the hub does not have it any more')
    if (offer?.withdrawn !== undefined) say('quarantined', offer.withdrawn)
    if (offer?.yanked !== undefined) say('yanked', offer.yanked)
    if (offer?.openReports) say('reported', `${offer.openReports} open at the hub`)
    if (offer?.deprecated !== undefined) say('deprecated', offer.deprecated)
    if (offer?.digest !== undefined && offer.digest !== skill.digest) say('changed', `the hub has ${offer.digest} now`)
    for (const policy of policies) {
      const facts = { ...skill, tier: known?.tier, publishedAt: offer?.publishedAt }
      const why = whyForbidden(policy, facts, now)
      if (why !== undefined) say('forbidden', why)
    }
    return found
  })
}
