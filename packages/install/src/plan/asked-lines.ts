import type { Lock } from '../lock/lock.ts'
import type { Manifest, WantedCollection, WantedSkill } from '../manifest/manifest.ts'

/** What a manifest says of a skill, in one line. */
export function askedLine({ id, version, source, as }: WantedSkill): string {
  return `${id} ${version}${source === undefined ? '' : ` from ${source}`}${as === undefined ? '' : ` as ${as}`}`
}

/** What it says of a collection. */
export function collectionLine({ id, version }: WantedCollection): string {
  return `collection ${id} ${version}`
}

/** What it says of a pinned skill. */
export function pinLine(name: string, version: string): string {
  return `pin ${name} ${version}`
}

/** What differs between what a manifest asks for and what its lock was made for; empty when the lock is up to date. */
export function changedLines({ skills, collections, pins }: Manifest, { roots }: Lock): string[] {
  const asked = new Set([
    ...skills.map(askedLine),
    ...collections.map(collectionLine),
    ...[...pins].map(([name, version]) => pinLine(name, version)),
  ])
  const locked = new Set(roots.map((root) => root.asked))
  return [...asked.symmetricDifference(locked)].toSorted()
}
