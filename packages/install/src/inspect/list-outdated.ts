import type { LockedSkill } from '../lock/lock.ts'
import type { Installer } from '../plan/installer.ts'
import { bareName } from '../plan/resolve-lock.ts'
import { rangeTest } from '../solve/version-sets.ts'
import type { Offers } from '../sources/source.ts'
import { readState } from './read-state.ts'

/** A skill of which there is something newer, or that should not be used any more. */
export interface OutdatedSkill {
  readonly name: string
  readonly id: string
  readonly current: string
  /** The newest version that the ranges of the manifest, and of the skills that need it, allow. */
  readonly wanted: string
  readonly latest: string
  readonly deprecated?: string
}

/** What of a project's skills is not the newest, by name. */
export async function listOutdated(installer: Installer): Promise<OutdatedSkill[]> {
  const { manifest, lock } = await readState(installer.project)
  const offers = await offersOf(installer, lock.skills)
  return lock.skills.flatMap((skill): OutdatedSkill[] => {
    const usable = (offers.get(skill.name)?.offers ?? []).filter(
      ({ yanked, withdrawn }) => yanked === undefined && withdrawn === undefined,
    )
    const newest = (ranges: readonly string[]) => {
      const tests = ranges.map((range) => rangeTest(range, usable))
      return usable.find(({ version }) => tests.every((isIn) => isIn(version)))?.version ?? skill.version
    }
    const ranges = [
      ...manifest.skills.filter(({ id, as }) => (as ?? bareName(id)) === skill.name).map(({ version }) => version),
      ...lock.skills.flatMap(({ dependencies }) => dependencies.get(skill.name) ?? []),
    ]
    const latest = newest(['*'])
    // The members of a collection have ranges that only its hub knows.
    const wanted = manifest.pins.get(skill.name) ?? (ranges.length === 0 ? skill.version : newest(ranges))
    const deprecated = usable.find(({ version }) => version === skill.version)?.deprecated
    if (latest === skill.version && wanted === skill.version && deprecated === undefined) return []
    return [
      {
        name: skill.name,
        id: skill.id,
        current: skill.version,
        wanted,
        latest,
        ...(deprecated === undefined ? {} : { deprecated }),
      },
    ]
  })
}

/** What the sources of locked skills have now, by name. */
export async function offersOf(
  installer: Installer,
  skills: readonly LockedSkill[],
): Promise<ReadonlyMap<string, Offers>> {
  const { manifest } = await readState(installer.project)
  const sources = installer.sourcesOf(manifest)
  const found = new Map<string, Offers>()
  await Promise.all(
    [...Map.groupBy(skills, ({ source }) => source)].map(async ([spec, of]) => {
      const offers = await sources.open(spec).offers([...new Set(of.map(({ id }) => id))], { signal: installer.signal })
      for (const { name, id } of of) found.set(name, offers.get(id) ?? { id, offers: [] })
    }),
  )
  return found
}
