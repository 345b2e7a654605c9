import { basename } from 'node:path'
import { exportSkill, readFiles, type Skill, type SkillFiles } from '@skillwright/skill'

const known = new WeakMap<Skill, Promise<SkillFiles>>()

/**
 * The files of a skill as other agents read them: its SKILL.md in the form of the Agent Skills standard, everything else as it is.
 * A script of an agent has none: the files beside it are not its own.
 */
export function agentFiles(skill: Skill): Promise<SkillFiles> {
  const files = known.get(skill) ?? readAgentFiles(skill)
  known.set(skill, files)
  files.catch(() => known.delete(skill))
  return files
}

async function readAgentFiles({ dir, dialect, id }: Skill): Promise<SkillFiles> {
  if (dir === undefined || dialect === 'script') return new Map()
  const { files } = await readFiles(dir)
  if (dialect === 'agentskills') return files
  // An id that the standard does not take has no such form.
  return isStandardName(id) ? exportSkill(files, 'agentskills', { folder: basename(dir) }).files : files
}

/** Whether the standard takes an id as the name of a skill. */
function isStandardName(id: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && id.length <= 64
}
