import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Finding } from '@skillwright/contract'
import { type LinkAreas, type LinkGuard, linkGuard } from './link-guard.ts'
import { loopYielder } from './loop-yielder.ts'
import { isSearched, MAX_ENTRIES, type Visit, visitFolder } from './visit-folder.ts'

/** A folder that is a skill. */
interface SkillFolder {
  readonly dir: string
  /** The file that makes it one: `SKILL.md`, however it is spelt, else `skill.json`. */
  readonly file: string
}

/** A folder that was looked through for skills, or an agent folder of document B. */
export interface SearchedFolder {
  readonly dir: string
  readonly kind: 'folder' | 'agent'
  /** How deep below its root. */
  readonly depth: number
  /** True when it, or a folder above it, was reached by a link. */
  readonly isLinked: boolean
}

/** What a root holds. */
export interface FolderList {
  readonly skills: readonly SkillFolder[]
  readonly folders: readonly SearchedFolder[]
  /** What was left out, and why. */
  readonly findings: readonly Finding[]
}

/** Options of listSkillFolders. */
export interface ListOptions {
  /** Where links may lead, besides into the root itself. */
  readonly areas?: LinkAreas
  /** Folders that need not be looked into again; they count as found. */
  readonly isKnown?: (dir: string) => boolean
  readonly signal?: AbortSignal | undefined
}

/** How deep below its root a skill may be. */
const MAX_DEPTH = 6
const MAX_FOLDERS = 20_000
const MAX_SKILLS = 250_000
const MAX_FINDINGS = 200
const SKILLS_OF_AGENT = join('.claude', 'skills')

/** Finds the skill folders below a root, which may itself be one. A skill is not searched for others inside it. Never throws for what is on the disk. */
export async function listSkillFolders(root: string, options: ListOptions = {}): Promise<FolderList> {
  const list = await searchFolder({ dir: root, kind: 'folder', depth: 0, isLinked: false }, options)
  // Its skills folder may be the root itself when the work is done inside one agent's folder.
  const agent = dirname(dirname(root))
  const isAgents = root === join(agent, SKILLS_OF_AGENT) && existsSync(join(agent, 'agent.yaml'))
  return isAgents
    ? { ...list, folders: [...list.folders, { dir: agent, kind: 'agent', depth: 0, isLinked: false }] }
    : list
}

/** Finds the skill folders from one folder of a root downwards. */
export async function searchFolder(
  start: SearchedFolder,
  { areas = [], isKnown = () => false, signal }: ListOptions = {},
): Promise<FolderList> {
  const skills: SkillFolder[] = []
  const folders: SearchedFolder[] = []
  const { findings, note } = boundedFindings()
  const links = linkGuard(start.dir, areas, note)
  const pace = loopYielder(signal)
  const pending = [start]
  for (const folder of pending) {
    await pace.step()
    if (folder !== start && isKnown(folder.dir)) continue
    const visit = visitFolder(folder.dir)
    const isFull = visit.kind === 'skill' ? skills.length === MAX_SKILLS : folders.length === MAX_FOLDERS
    if (isFull) {
      note(tooMuch(folder.dir, `and what follows, beyond ${MAX_SKILLS} skills and ${MAX_FOLDERS} folders,`))
      break
    }
    if (visit.kind === 'skill') skills.push({ dir: folder.dir, file: visit.file })
    else folders.push(visit.kind === 'agent' ? { ...folder, kind: 'agent' } : folder)
    if (visit.kind === 'unreadable') note(unreadable(folder.dir, visit.code))
    // One by one: a folder may have more children than a call may have arguments.
    for (const child of childrenOf(folder, visit, links, note)) pending.push(child)
  }
  return { skills, folders, findings }
}

/** The folders below one that are searched too. */
function childrenOf(
  folder: SearchedFolder,
  visit: Visit,
  links: LinkGuard,
  note: (finding: Finding) => void,
): SearchedFolder[] {
  if (visit.kind === 'agent') {
    const dir = join(folder.dir, SKILLS_OF_AGENT)
    return existsSync(dir) ? [{ ...folder, dir, depth: folder.depth + 2 }] : []
  }
  if (visit.kind !== 'folder') return []
  if (visit.isCut) note(tooMuch(folder.dir, `has more than ${MAX_ENTRIES} entries; the rest`))
  const parent = folder.depth === 0 ? undefined : basename(folder.dir)
  const children = visit.entries.flatMap((entry): SearchedFolder[] => {
    const isLink = entry.isSymbolicLink()
    if (!(isLink || entry.isDirectory()) || !isSearched(entry.name, parent)) return []
    const dir = join(folder.dir, entry.name)
    if (isLink && !links.mayFollow(dir, folder.isLinked)) return []
    return [{ dir, kind: 'folder', depth: folder.depth + 1, isLinked: isLink || folder.isLinked }]
  })
  const [first] = children
  if (first === undefined || folder.depth < MAX_DEPTH) return children
  note(tooMuch(first.dir, `is more than ${MAX_DEPTH} folders below its root and`))
  return []
}

/** A list of findings that a hostile folder cannot make long. */
function boundedFindings(): { findings: Finding[]; note: (finding: Finding) => void } {
  const findings: Finding[] = []
  return {
    findings,
    note: (finding) => {
      if (findings.length < MAX_FINDINGS) findings.push(finding)
    },
  }
}

function unreadable(file: string, code: string): Finding {
  const [message, fix] =
    code === 'ENOENT'
      ? [`There is no folder ${file}`, 'Make it, or name another root.']
      : code === 'ENOTDIR'
        ? [`${file} is a file, expected a folder of skills`, 'Name the folder.']
        : [`${file} cannot be listed (${code})`, 'Check its permissions.']
  return { rule: 'index/unreadable', severity: 'warning', file, message, fix }
}

function tooMuch(file: string, what: string): Finding {
  return {
    rule: 'index/too-much',
    severity: 'warning',
    file,
    message: `${file} ${what} is not searched`,
    fix: 'Name the folders that hold skills as roots.',
  }
}
