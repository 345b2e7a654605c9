import { lstat, readlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { LockedSkill } from '../lock/lock.ts'
import { editsOf, readPlaced } from '../place/read-placed.ts'
import type { PlacedFolder } from '../place/receipt.ts'
import { changedLines } from '../plan/asked-lines.ts'
import type { Project } from '../project.ts'
import { diskPath } from '../project-path.ts'
import { type ProjectState, readState } from './read-state.ts'

/** One thing that is not as the lock says. */
export interface Deviation {
  /** The skill's name; absent for what is about the whole project. */
  readonly name?: string
  readonly path: string
  readonly what: 'changed' | 'removed' | 'added' | 'missing' | 'not installed' | 'other version' | 'not locked'
}

/** Compares what is on disk with the lock, file by file; empty when all is as it was installed. */
export async function verifyInstalled(project: Project): Promise<Deviation[]> {
  const state = await readState(project)
  const lines = changedLines(state.manifest, state.lock)
  const found: Deviation[] = lines.map((line) => ({ path: line, what: 'not locked' }))
  for (const skill of state.lock.skills) found.push(...(await deviationsOf(project, state, skill)))
  return found
}

/** How one locked skill differs on disk. */
export async function deviationsOf(
  project: Project,
  { receipt }: ProjectState,
  skill: LockedSkill,
): Promise<Deviation[]> {
  const { name } = skill
  const folders = receipt.folders.filter((folder) => folder.name === name)
  if (folders.length === 0) return [{ name, path: name, what: 'not installed' }]
  const found = await Promise.all(folders.map((folder) => folderDeviations(project, folder, skill)))
  return found.flat()
}

async function folderDeviations(project: Project, folder: PlacedFolder, skill: LockedSkill): Promise<Deviation[]> {
  const { name } = skill
  const { path, linkTo } = folder
  if (folder.digest !== skill.digest) return [{ name, path, what: 'other version' }]
  const disk = diskPath(project, path)
  const stats = await lstat(disk).catch(() => undefined)
  if (stats === undefined) return [{ name, path, what: 'missing' }]
  if (linkTo !== undefined) {
    const isRight = stats.isSymbolicLink() && resolve(dirname(disk), await readlink(disk)) === diskPath(project, linkTo)
    return isRight ? [] : [{ name, path, what: 'changed' }]
  }
  const content = await readPlaced(disk)
  if (content === undefined) return [{ name, path, what: 'changed' }]
  const { changed, removed, added } = editsOf(folder, content)
  const at =
    (what: Deviation['what']) =>
    (file: string): Deviation => ({ name, path: `${path}/${file}`, what })
  return [...changed.map(at('changed')), ...removed.map(at('removed')), ...added.map(at('added'))]
}
