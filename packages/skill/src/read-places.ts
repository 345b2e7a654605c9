import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Finding, SkillError } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import { readSkill } from './parse-skill.ts'
import { readAgent, SKILLS_FOLDER } from './read-agent.ts'
import type { AgentJob } from './read-agent-jobs.ts'
import { PACKAGE_LIMITS, readAtMost } from './read-files.ts'
import { parseScriptSkill } from './script-skill.ts'
import type { Skill } from './skill.ts'
import { languageOf } from './skill-fields.ts'
import { unreadablePath } from './unreadable-path.ts'

/** One thing that holds skills: a skill's folder, an agent's folder, or a script. */
export interface SkillPlace {
  readonly kind: 'skill' | 'agent' | 'script'
  /** The path that leads to it, as it was typed. */
  readonly path: string
  readonly dir: string
  readonly skills: readonly Skill[]
  /** What of them is run when, as an agent says. */
  readonly jobs: readonly AgentJob[]
  /** What is wrong with an agent's folder; a skill's own findings are in the skill. */
  readonly findings: readonly Finding[]
}

/**
 * The skills that a path means: a skill's folder, an agent's folder, one script of an agent, any other script, or
 * a folder of such folders, such as `.claude/skills`. Throws when there is nothing, or it may not be read.
 */
export async function readPlaces(path: string): Promise<readonly SkillPlace[]> {
  const isFolder = kindOf(path) === 'folder'
  const file = isFolder ? '' : basename(path).toLowerCase()
  if (file === 'skill.md' || file === 'agent.yaml') return readPlaces(dirname(path))
  return isFolder ? readFolder(path) : [await readScript(path)]
}

async function readFolder(path: string): Promise<readonly SkillPlace[]> {
  const dir = resolve(path)
  if (isSkill(entriesOf(dir))) return [await skillPlace(path)]
  if (isAgent(dir)) return [await agentPlace(path)]
  const agent = dirname(dirname(dir))
  if (`${dir}/`.endsWith(`/${SKILLS_FOLDER}`) && isAgent(agent)) return [await agentPlace(path, agent)]
  const inside = await folderPlaces(path)
  if (inside.length > 0) return inside
  const own = join(path, SKILLS_FOLDER)
  const theirs = existsSync(own) ? await folderPlaces(own) : []
  // What holds nothing is read as a skill, so that what is missing is said.
  return theirs.length > 0 ? theirs : [await skillPlace(path)]
}

/** The skills and agents that lie in a folder; scripts count in `.claude/skills`, where nothing else is. */
async function folderPlaces(path: string): Promise<readonly SkillPlace[]> {
  const hasScripts = `${resolve(path)}/`.endsWith(`/${SKILLS_FOLDER}`)
  const places = entriesOf(resolve(path)).map(async (entry): Promise<readonly SkillPlace[]> => {
    const inside = join(path, entry.name)
    if (entry.isFile()) return hasScripts && languageOf(entry.name) !== 'executable' ? [await readScript(inside)] : []
    if (!entry.isDirectory()) return []
    if (isSkill(readable(inside))) return [await skillPlace(inside)]
    return isAgent(inside) ? [await agentPlace(inside)] : []
  })
  return (await Promise.all(places)).flat()
}

async function skillPlace(path: string): Promise<SkillPlace> {
  return { kind: 'skill', path, dir: resolve(path), skills: [await readSkill(path)], jobs: [], findings: [] }
}

async function agentPlace(path: string, dir = resolve(path)): Promise<SkillPlace> {
  const { skills, jobs, findings } = await readAgent(dir)
  return { kind: 'agent', path, dir, skills, jobs, findings }
}

/** A script as its agent declares it, else standalone: the files beside it do not belong to it. */
async function readScript(path: string): Promise<SkillPlace> {
  const file = resolve(path)
  for (let dir = dirname(file), steps = 0; steps < 4 && dir !== dirname(dir); dir = dirname(dir), steps++) {
    const skills = isAgent(dir) ? (await readAgent(dir)).skills : []
    const skill = skills.find(({ entry }) => join(dir, entry?.path ?? '') === file)
    if (skill) return { kind: 'script', path, dir, skills: [skill], jobs: [], findings: [] }
  }
  const name = basename(file)
  const bytes = await readAtMost(file, PACKAGE_LIMITS.maxFileBytes).catch((cause: unknown) => refuse(path, cause))
  const source = bytes && decodeText(bytes, name).text
  if (source === undefined || (languageOf(name) === 'executable' && !source.startsWith('#!')))
    throw new SkillError('INVALID_INPUT', `${path} is a file, expected a script or the folder of a skill or an agent`, {
      hint: 'Name the folder that holds SKILL.md or agent.yaml, or a script such as skill.py',
    })
  const dir = dirname(file)
  return {
    kind: 'script',
    path,
    dir,
    skills: [parseScriptSkill(source, { dir, entry: name, paths: [name], readme: '' })],
    jobs: [],
    findings: [],
  }
}

function isSkill(entries: readonly Dirent[]): boolean {
  return entries.some((entry) => entry.isFile() && entry.name.toLowerCase() === 'skill.md')
}

function isAgent(dir: string): boolean {
  return existsSync(join(dir, 'agent.yaml'))
}

function kindOf(path: string): 'file' | 'folder' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch (cause) {
    return refuse(path, cause)
  }
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (cause) {
    return refuse(dir, cause)
  }
}

/** The entries of a folder inside another; one that may not be read holds nothing for us. */
function readable(dir: string): Dirent[] {
  try {
    return entriesOf(dir)
  } catch {
    return []
  }
}

function refuse(path: string, cause: unknown): never {
  throw unreadablePath(path, cause)
}
