import { basename, dirname } from 'node:path'
import type { LiveSkills } from './live-skills.ts'
import { FLAG } from './skill-table.ts'
import type { Plan } from './update-skills.ts'

/** Everything there is. */
export function planForAll({ folders, table }: LiveSkills): Plan {
  return { folders: folders.keys(), skills: table.alive() }
}

/** What must be looked at when something happened at these paths: the skills they lie in, and the folders something may have come to or gone from. */
export function planForPaths(live: LiveSkills, paths: Iterable<string>): Plan {
  const names = new Map<number, Set<string>>()
  const want = (number: number, name: string) => names.set(number, (names.get(number) ?? new Set()).add(name))
  for (const path of paths) {
    const nearest = nearestFolder(live, path)
    if (nearest === undefined) continue
    want(nearest.number, nearest.below).get(nearest.number)?.add('')
    // The flat scripts in an agent's folder of skills belong to the agent.
    const agent = live.folderAt(dirname(dirname(nearest.dir)))
    if (agent !== undefined && live.folders[agent]?.kind === 'agent') want(agent, '')
  }
  const { table } = live
  const skills: number[] = []
  for (const ordinal of table.alive()) {
    const wanted = names.get(table.folder(ordinal))
    if (wanted && (table.has(ordinal, FLAG.isScript) || wanted.has(table.name(ordinal)))) skills.push(ordinal)
  }
  return { folders: names.keys(), skills }
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
