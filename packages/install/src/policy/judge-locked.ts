import { SkillError } from '@skillwright/contract'
import type { Lock } from '../lock/lock.ts'
import type { Installer } from '../plan/installer.ts'
import type { Offers } from '../sources/source.ts'
import type { Sources } from '../sources/sources.ts'
import { needsSource, whyForbidden } from './judge-policy.ts'
import type { Policy } from './policy.ts'

/**
 * Holds a lock to the policies, one that came with the project too. What only a source knows (tier, age, signature) is asked there and not taken from
 * the lock, a signature is checked here, and while nothing can be asked nothing is allowed. Throws PERMISSION_DENIED.
 */
export async function judgeLocked(
  lock: Lock,
  policies: readonly Policy[],
  installer: Installer,
  sources: Sources,
): Promise<void> {
  if (policies.length === 0) return
  const offers = policies.some(needsSource) ? await askAll(lock, installer, sources) : undefined
  const now = (installer.clock ?? (() => new Date()))()
  for (const skill of lock.skills) {
    const known = offers?.get(skill.name)
    const offer = known?.offers.find(({ version, digest }) => version === skill.version && digest === skill.digest)
    const isSigned = offer?.signedBy !== undefined && policies.some(({ signedBy }) => signedBy !== undefined)
    const signedBy = isSigned
      ? await sources.open(skill.source).signerOf?.(skill, { signal: installer.signal })
      : undefined
    for (const policy of policies) {
      const facts = {
        source: skill.source,
        license: skill.license,
        permissions: skill.permissions,
        tier: offer && known?.tier,
        signedBy,
        publishedAt: offer?.publishedAt,
      }
      const why = whyForbidden(policy, facts, now)
      if (why !== undefined)
        throw new SkillError('PERMISSION_DENIED', `${skill.id} ${skill.version} ${why}`, {
          hint: 'Ask for another skill or version, or for a change of the policy',
          details: { policy: policy.file, skill: skill.id },
        })
    }
  }
}

async function askAll({ skills }: Lock, { signal }: Installer, sources: Sources): Promise<ReadonlyMap<string, Offers>> {
  const found = new Map<string, Offers>()
  await Promise.all(
    [...Map.groupBy(skills, ({ source }) => source)].map(async ([spec, of]) => {
      const offers = await sources.open(spec).offers([...new Set(of.map(({ id }) => id))], { signal })
      for (const { name, id } of of) found.set(name, offers.get(id) ?? { id, offers: [] })
    }),
  )
  return found
}
