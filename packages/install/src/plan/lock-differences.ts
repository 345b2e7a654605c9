import type { Lock, LockedSkill } from '../lock/lock.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { rangeTest } from '../solve/version-sets.ts'
import { HUB } from '../sources/hub-source.ts'
import { isMeant } from '../sources/is-meant.ts'
import type { Sources } from '../sources/sources.ts'
import { askedLine, changedLines, collectionLine } from './asked-lines.ts'
import { bareName, whyUnfit } from './resolve-lock.ts'

/**
 * What in a lock is not what its manifest asks for: other wishes, and skills that come from elsewhere, lie outside of a range, do not work with the host, or that nothing
 * asks for. Empty when the lock is up to date. The members of a collection are what its hub said they are.
 */
export function lockDifferences(
  manifest: Manifest,
  lock: Lock,
  sources: Pick<Sources, 'canonical' | 'hubOf'>,
): string[] {
  const byName = new Map(lock.skills.map((skill) => [skill.name, skill]))
  const roots = new Map(lock.roots.map(({ asked, names }) => [asked, names]))
  const found = changedLines(manifest, lock)
  // Which hub an unnamed one is differs from machine to machine: then the lock decides.
  const hubOf = (id: string, otherwise = manifest.hub === undefined ? HUB : undefined) => sources.hubOf(id, otherwise)
  const reached: { readonly skill: LockedSkill; readonly hub: string; readonly range: string }[] = []
  for (const wish of manifest.skills) {
    const [name = ''] = roots.get(askedLine(wish)) ?? []
    const skill = byName.get(name)
    if (skill === undefined) continue
    if (!isMeant(wish.id, skill.id) || name !== (wish.as ?? bareName(skill.id)))
      found.push(`${wish.id} is ${skill.id} in ${name}`)
    const hub = wish.source === undefined ? hubOf(skill.id) : sources.canonical(wish.source)
    reached.push({ skill, hub, range: manifest.pins.get(name) ?? wish.version })
  }
  for (const collection of manifest.collections)
    for (const name of roots.get(collectionLine(collection)) ?? []) {
      const skill = byName.get(name)
      if (skill !== undefined) reached.push({ skill, hub: hubOf(skill.id), range: manifest.pins.get(name) ?? '*' })
    }
  const seen = new Set<string>()
  for (const { skill, hub, range } of reached) {
    if (hub === HUB ? !skill.source.startsWith(HUB) : skill.source !== hub)
      found.push(`${skill.id} comes from ${skill.source}, not from ${hub === HUB ? 'a hub' : hub}`)
    // A tag of a repository, or a site, may have moved on since; the range decided when it was locked.
    if (!rangeTest(range, [skill])(skill.version)) found.push(`${skill.id} ${skill.version} is not in ${range}`)
    if (seen.has(skill.name)) continue
    seen.add(skill.name)
    const unfit = whyUnfit(skill, manifest)
    if (unfit !== undefined) found.push(`${skill.id} ${skill.version} ${unfit}`)
    for (const [name, needed] of skill.dependencies) {
      const other = byName.get(name)
      if (other === undefined) continue
      const own = skill.source.startsWith(HUB) ? skill.source : undefined
      reached.push({ skill: other, hub: hubOf(other.id, own), range: needed })
    }
  }
  const extra = lock.skills.filter(({ name }) => !seen.has(name)).map(({ id }) => `nothing asks for ${id}`)
  return [...new Set([...found, ...extra])]
}
