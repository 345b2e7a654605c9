import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, normalize, relative, resolve, sep } from 'node:path'
import { type Skill, userFolder } from '@skillwright/skill'
import type { Containment } from '../launch.ts'
import type { GrantedPath } from './granted-paths.ts'

/** Whose data, and where. */
export interface DataFolderOptions {
  /** On whose behalf the skill runs: nobody sees the data of another. */
  readonly principal?: string
  /** Where data is kept; the user's own place when absent. */
  readonly root?: string
}

/**
 * The folder for what a skill declares to write into its own: outside of the package, so that running a skill never
 * changes its digest. It stays over updates in the same place. Undefined for a skill that declares no such path.
 */
export async function openDataFolder(
  skill: Skill,
  { principal = '', root = userFolder('data') }: DataFolderOptions = {},
): Promise<string | undefined> {
  const own = outermost(skill.permissions.write.map(normalize).filter(isInside))
  if (own.length === 0) return undefined
  const key = createHash('sha256')
    .update(JSON.stringify([skill.dir, principal]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(root, 'data', `${skill.id.replace(/[^\w-]/g, '_').slice(0, 64)}-${key}`)
  for (const path of own) await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
  return folder
}

/** Splits what a skill may write into what belongs in its data folder, seen there and in the skill's own, and the rest. */
export function dataGrants({ write, skillDir, dataDir }: Containment): { own: GrantedPath[]; others: string[] } {
  if (dataDir === undefined) return { own: [], others: [...write] }
  const inside = write.map((path) => relative(skillDir, resolve(skillDir, path))).filter(isInside)
  return {
    own: outermost(inside).flatMap((path) => {
      const source = join(dataDir, path)
      return [
        { path: source, source },
        { path: join(skillDir, path), source },
      ]
    }),
    others: write.filter((path) => !isInside(relative(skillDir, resolve(skillDir, path)))),
  }
}

/** A path inside another is there with it; by itself, the skill could have put a link in its place. */
function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((outer) => path.startsWith(outer + sep)))
}

function isInside(path: string): boolean {
  const [first = ''] = normalize(path).split(sep)
  return !['', '.', '..', '~'].includes(first) && !path.includes('\0')
}
