import { basename, dirname } from 'node:path'
import type { LiveSkills } from './live-skills.ts'
import { scriptsOf } from './search-folders.ts'
import type { Plan } from './update-skills.ts'

/** Everything there is. */
export function planForAll({ folders, table }: LiveSkills): Plan {
  return { folders: folders.keys(), skills: table.alive() }
}

/** What must be checked after changes at these paths: the skills that contain them, and the folders in which something may have appeared or vanished. */
export function planForPaths(live: LiveSkills, paths: Iterable<string>): Plan {
  const { table, folders } = live
  const numbers = new Set<number>()
  const skills = new Set<number | undefined>()
  for (const path of paths) {
    const nearest = nearestFolder(live, path)
    if (nearest === undefined) continue
    numbers.add(nearest.number)
    skills.add(table.ordinalAt(nearest.number, nearest.below))
    // The flat scripts in an agent's folder of skills belong to the agent.
    const agent = live.folderAt(dirname(dirname(nearest.dir)))
    if (agent !== undefined && folders[agent]?.kind === 'agent') numbers.add(agent)
  }
  for (const number of numbers) {
    // A root that is itself a skill.
    skills.add(table.ordinalAt(number, ''))
    if (folders[number]?.kind === 'agent') for (const script of scriptsOf(live, number)) skills.add(script)
  }
  return { folders: numbers, skills: [...skills].filter((ordinal) => ordinal !== undefined) }
}

/** The nearest folder above a path that was searched, and the name below it through which the path goes. */
function nearestFolder(
  live: LiveSkills,
  path: string,
): { readonly number: number; readonly dir: string; readonly below: string } | undefined {
  let below = ''
  for (let dir = path; ; dir = dirname(dir)) {
    const number = live.folderAt(dir)
    if (number !== undefined) return { number, dir, below }
    if (dirname(dir) === dir) return undefined
    below = basename(dir)
  }
}
