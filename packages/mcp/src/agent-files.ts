import { basename } from 'node:path'
import { takeSnapshot } from '@skillwright/runtime'
import { exportSkill, readFiles, type Skill, type SkillFiles } from '@skillwright/skill'

interface KnownFiles {
  readonly stamp: string
  readonly files: Promise<SkillFiles>
}

const known = new WeakMap<Skill, KnownFiles>()

/** The clock that stamps files is coarser than others: what changed just now may change again under the same stamp. */
const CLOCK_STEP_MS = 50

/**
 * The files of a skill as other agents read them: its SKILL.md in the form of the Agent Skills standard, everything else as it is.
 * A script of an agent has none: the files beside it are not its own. The same object until one of them changes.
 */
export function agentFiles(skill: Skill): Promise<SkillFiles> {
  const { stamp, changedAt } = takeSnapshot(skill)
  const last = known.get(skill)
  if (last?.stamp === stamp) return last.files
  const files = readAgentFiles(skill)
  if (changedAt < Date.now() - CLOCK_STEP_MS) known.set(skill, { stamp, files })
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
