import { createHash, hash } from 'node:crypto'
import { closeSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { join, normalize, relative, resolve, sep } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Skill, userFolder } from '@skillwright/skill'
import type { Containment } from '../launch.ts'
import { contains, type GrantedPath } from './granted-paths.ts'

/** Whose data, and where. */
export interface DataFolderOptions {
  /** On whose behalf the skill runs: no principal sees the data of another. */
  readonly principal?: string
  /** Where data is kept; the user's own place when absent. */
  readonly root?: string
}

/**
 * The folder for what a skill writes into its own: outside of the package, so that running a skill never changes its
 * digest. It stays over updates in the same place.
 */
export function dataFolder(
  { id, dir }: Skill,
  { principal = '', root = userFolder('data') }: DataFolderOptions = {},
): string {
  const key = createHash('sha256')
    .update(JSON.stringify([dir, principal]))
    .digest('hex')
    .slice(0, 16)
  return join(root, 'data', `${id.replace(/[^\w-]/g, '_').slice(0, 64)}-${key}`)
}

/** Splits what a skill may write into what it sees in its own folder, made where it is really kept, and the rest. */
export function dataGrants({ write, skillDir, skillFrom = skillDir, dataDir = skillDir }: Containment): {
  own: GrantedPath[]
  others: string[]
} {
  const inside = write.map((path) => relative(skillDir, resolve(skillDir, path))).filter(isInside)
  return {
    own: outermost(inside).map((path) => {
      // The sandbox needs a folder to put it on, also where the skill's own files come from.
      makeFolder(skillFrom, path)
      return { path: join(skillDir, path), source: makeFolder(dataDir, path) }
    }),
    others: write.filter((path) => !isInside(relative(skillDir, resolve(skillDir, path)))),
  }
}

/** What stands for a path outside of the skill's folder while it is tried out: as empty as its data is at first. */
export function trialGrant({ path, source }: GrantedPath, { skillDir, dataDir = skillDir }: Containment): GrantedPath {
  if (contains(dataDir, source)) return { path, source }
  const name = hash('sha256', path)
  if (lstatSync(source).isDirectory()) return { path, source: makeFolder(dataDir, join(OUTSIDE, name)) }
  const file = join(makeFolder(dataDir, OUTSIDE), name)
  // Another run may have made it, and has written it.
  closeSync(openSync(file, 'a', 0o600))
  return { path, source: file }
}

// No path in a skill's folder begins with it.
const OUTSIDE = ':outside'

/** Makes a folder inside another one, and follows no link on the way: a skill may have put one there. */
function makeFolder(base: string, path: string): string {
  mkdirSync(base, { recursive: true, mode: 0o700 })
  return path.split(sep).reduce((above, name) => {
    const folder = join(above, name)
    // Another run may make it at the same moment.
    if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700, recursive: true })
    if (!lstatSync(folder).isDirectory())
      throw new SkillError('PERMISSION_DENIED', `No skill may write ${path}: ${folder} is no folder, or a link`, {
        hint: 'Let permissions.write in its skill.json name a folder of its own that holds nothing but data',
      })
    return folder
  }, base)
}

/** A path inside another is there with it; by itself, the skill could have put a link in its place. */
function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((outer) => path.startsWith(outer + sep)))
}

function isInside(path: string): boolean {
  const [first = ''] = normalize(path).split(sep)
  return !['', '.', '..', '~'].includes(first) && !path.includes('\0')
}
