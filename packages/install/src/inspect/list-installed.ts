import type { LockedSkill } from '../lock/lock.ts'
import type { Project } from '../project.ts'
import { readState } from './read-state.ts'
import { deviationsOf } from './verify-installed.ts'

/** A skill that is installed. */
export interface InstalledSkill {
  readonly name: string
  readonly id: string
  readonly version: string
  readonly source: string
  /** False for one that is there because others need it. */
  readonly isAskedFor: boolean
  readonly pinned?: string
  /** `modified` when its user changed it, `missing` when it is locked and not there. */
  readonly state: 'installed' | 'modified' | 'missing'
  /** Where it is. */
  readonly paths: readonly string[]
}

/** The skills of a project, by name. */
export async function listInstalled(project: Project): Promise<InstalledSkill[]> {
  const state = await readState(project)
  const asked = new Set(state.lock.roots.flatMap(({ names }) => names))
  const stateOf = async (skill: LockedSkill): Promise<InstalledSkill['state']> => {
    const deviations = await deviationsOf(project, state, skill)
    if (deviations.length === 0) return 'installed'
    return deviations.some(({ what }) => what === 'not installed' || what === 'missing') ? 'missing' : 'modified'
  }
  return Promise.all(
    state.lock.skills.map(async (skill) => {
      const pinned = state.manifest.pins.get(skill.name)
      return {
        name: skill.name,
        id: skill.id,
        version: skill.version,
        source: skill.source,
        isAskedFor: asked.has(skill.name),
        ...(pinned === undefined ? {} : { pinned }),
        state: await stateOf(skill),
        paths: state.receipt.folders.filter(({ name }) => name === skill.name).map(({ path }) => path),
      }
    }),
  )
}
