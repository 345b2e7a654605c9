import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { projectFolders, type SkillRoot } from './find-roots.ts'
import type { LinkAreas } from './link-guard.ts'

/** Where links in these roots may lead: into every root, the project that `cwd` belongs to, and the home folder. */
export function linkAreas(
  roots: readonly SkillRoot[],
  { cwd = process.cwd(), home = homedir() }: { readonly cwd?: string; readonly home?: string } = {},
): LinkAreas {
  const project = projectFolders(cwd, home).at(-1) ?? cwd
  return [...roots.map(({ path }) => path), project, home].flatMap((path) => {
    try {
      return [realpathSync.native(path)]
    } catch {
      return []
    }
  })
}
