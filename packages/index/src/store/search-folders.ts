import { basename, dirname, join } from 'node:path'
import type { Finding } from '@skillwright/contract'
import type { LinkAreas } from '../roots/link-guard.ts'
import { type FolderList, listSkillFolders, type SearchedFolder, searchFolder } from '../roots/list-skill-folders.ts'
import { folderRecord } from './folder-record.ts'
import type { LiveSkills } from './live-skills.ts'
import { FLAG } from './skill-table.ts'

/** What searching found that must be read. */
export interface Found {
  /** Skill folders that are not in the table. */
  readonly skills: { readonly dir: string; readonly file: string; readonly folder: number; readonly name: string }[]
  /** Numbers of agent folders. */
  readonly agents: Set<number>
}

/** Options of a search. */
export interface SearchOptions {
  /** Where links may lead. */
  readonly areas: LinkAreas
  readonly signal: AbortSignal | undefined
  /** The time, to know which changes are too recent for their times to show. */
  readonly now: () => number
}

/** Searches a root for the first time. What an earlier root holds belongs to that one. */
export async function searchRoot(live: LiveSkills, dir: string, root: number, options: SearchOptions): Promise<Found> {
  const found: Found = { skills: [], agents: new Set() }
  const isKnown = (folder: string) => live.folderAt(folder) !== undefined
  if (isKnown(dir)) {
    live.findings.set(dir, nested(dir))
    return found
  }
  const atMs = options.now()
  const list = await listSkillFolders(dir, { ...options, isKnown })
  adopt(live, list, { dir, kind: 'folder', depth: 0, isLinked: false, root, atMs }, found)
  return found
}

/** Searches folders again in which something came or went: what is gone leaves the table, what is new is found. */
export async function searchAgain(
  live: LiveSkills,
  numbers: readonly number[],
  options: SearchOptions,
): Promise<Found> {
  const found: Found = { skills: [], agents: new Set() }
  const known = skillsIn(live, new Set(numbers))
  const children = numbers.length === 0 ? undefined : foldersIn(live)
  for (const number of numbers) {
    const start = live.folders[number]
    if (!start) continue
    const skills = known.get(number) ?? new Map<string, number>()
    const seen = new Set<string>()
    const isKnown = (dir: string) => {
      seen.add(dir)
      return live.folderAt(dir) !== undefined || (dirname(dir) === start.dir && skills.has(basename(dir)))
    }
    const atMs = options.now()
    const list = await searchFolder({ ...start, kind: 'folder' }, { ...options, isKnown })
    const isSkill = list.skills.some(({ dir }) => dir === start.dir)
    for (const [name, ordinal] of skills)
      if (name === '' ? !isSkill : !seen.has(join(start.dir, name))) live.remove(ordinal)
    for (const child of children?.get(number) ?? [])
      if (!seen.has(live.folders[child]?.dir ?? '')) live.removeFolder(child)
    const isAgent = list.folders.some(({ dir, kind }) => dir === start.dir && kind === 'agent')
    if (start.kind === 'agent' && !isAgent) for (const script of scriptsOf(live, number)) live.remove(script)
    for (const file of live.findings.keys())
      if (file === start.dir || dirname(file) === start.dir) live.findings.delete(file)
    const added = isSkill && skills.has('') ? { ...list, skills: [] } : list
    adopt(live, added, { ...start, atMs }, found)
  }
  return found
}

/** The flat scripts of an agent folder. */
export function scriptsOf({ table }: LiveSkills, folder: number): number[] {
  const scripts: number[] = []
  for (const ordinal of table.alive())
    if (table.folder(ordinal) === folder && table.has(ordinal, FLAG.isScript)) scripts.push(ordinal)
  return scripts
}

/** Takes what a search found into the table of folders, and lists what must be read. */
function adopt(
  live: LiveSkills,
  { skills, folders, findings }: FolderList,
  start: SearchedFolder & { readonly root: number; readonly atMs: number },
  found: Found,
): void {
  for (const folder of folders) {
    const number = live.putFolder(folderRecord(folder, start.root, start.atMs))
    if (folder.kind === 'agent') found.agents.add(number)
  }
  for (const { dir, file } of skills) {
    const isRoot = dir === start.dir && start.depth === 0
    // A folder that was searched and has become a skill is not searched any more.
    const before = isRoot ? undefined : live.folderAt(dir)
    if (before !== undefined) live.removeFolder(before)
    const folder = isRoot ? live.putFolder(folderRecord(start, start.root, start.atMs)) : live.folderAt(dirname(dir))
    if (folder !== undefined) found.skills.push({ dir, file, folder, name: isRoot ? '' : basename(dir) })
  }
  for (const finding of findings) live.findings.set(finding.file ?? '', finding)
}

/** The skill folders that were found in some folders, by name. */
function skillsIn(live: LiveSkills, folders: ReadonlySet<number>): Map<number, Map<string, number>> {
  const known = new Map<number, Map<string, number>>()
  if (folders.size === 0) return known
  for (const ordinal of live.table.alive()) {
    const folder = live.table.folder(ordinal)
    if (!folders.has(folder) || live.table.has(ordinal, FLAG.isScript)) continue
    const names = known.get(folder) ?? new Map<string, number>()
    known.set(folder, names.set(live.table.name(ordinal), ordinal))
  }
  return known
}

/** The folders that were found in each folder; an agent's skills are two levels below it. */
function foldersIn(live: LiveSkills): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const [number, folder] of live.folders.entries()) {
    if (!folder || folder.depth === 0) continue
    const above = dirname(folder.dir)
    const parent = live.folderAt(above) ?? live.folderAt(dirname(above))
    if (parent === undefined) continue
    const siblings = children.get(parent)
    if (siblings) siblings.push(number)
    else children.set(parent, [number])
  }
  return children
}

function nested(file: string): Finding {
  return {
    rule: 'index/nested-root',
    severity: 'info',
    file,
    message: `${file} lies in a root that comes before it, and was searched with that one`,
    fix: 'Name it first, or not at all.',
  }
}
