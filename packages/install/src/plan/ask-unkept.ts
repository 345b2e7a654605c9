import { SkillError } from '@skillwright/contract'
import type { Lock } from '../lock/lock.ts'
import { HUB } from '../sources/hub-source.ts'
import type { Offer } from '../sources/source.ts'
import type { Sources } from '../sources/sources.ts'
import type { Installer } from './installer.ts'
import { checkLogs, originOf } from './obtain-packages.ts'

/**
 * Before packages of a lock are fetched to a machine that lacks them, their hubs are asked what they say of them now, and their entries in the logs are looked at, whatever
 * the lock says of those. Gives what the hubs said, by name. Throws INTEGRITY_FAILED for other content, WITHDRAWN for what was taken back.
 */
export async function askUnkept(
  lock: Lock,
  installer: Installer,
  sources: Sources,
): Promise<ReadonlyMap<string, Offer>> {
  const { store, signal } = installer
  const fromHubs = lock.skills.filter(({ source }) => source.startsWith(HUB))
  const kept = await Promise.all(fromHubs.map((skill) => store.isFrom(skill.digest, originOf(skill))))
  const unkept = fromHubs.filter((_, i) => !kept[i])
  const found = new Map<string, Offer>()
  for (const [source, skills] of Map.groupBy(unkept, (skill) => skill.source)) {
    const offers = await sources.open(source).offers([...new Set(skills.map(({ id }) => id))], { signal })
    for (const { name, id, version, digest } of skills) {
      const offer = offers.get(id)?.offers.find((one) => one.version === version)
      if (offer === undefined)
        throw new SkillError('DATA_NOT_FOUND', `${source} does not have ${id} ${version}, which is locked`, {
          hint: `See which versions there are: skillwright info ${id}`,
        })
      if (offer.digest !== digest)
        throw new SkillError(
          'INTEGRITY_FAILED',
          `${id} ${version} is ${digest} in the lock, and ${offer.digest} at ${source}`,
          {
            hint: 'Do not use it, and tell the operator of the hub',
          },
        )
      if (offer.withdrawn !== undefined)
        throw new SkillError('WITHDRAWN', `${id} ${version} was taken back: ${offer.withdrawn}`, {
          hint: 'Move on to another version: skillwright update',
        })
      found.set(name, offer)
    }
  }
  await checkLogs(
    unkept.map((skill) => ({ ...skill, ...logOf(found.get(skill.name)) })),
    installer,
  )
  return found
}

function logOf(offer: Offer | undefined): { readonly logIndex?: number } {
  return offer?.logIndex === undefined ? {} : { logIndex: offer.logIndex }
}
