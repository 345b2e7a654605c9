import { SkillError } from '@skillwright/contract'
import type { Skill } from './skill.ts'

/** The folder of a skill, which many functions take by name or as it was read. */
export function folderOf(skill: string | Skill): string {
  if (typeof skill === 'string') return skill
  if (skill.dir !== undefined) return skill.dir
  throw new SkillError('INVALID_INPUT', `Expected a skill that was read from a folder, got ${skill.id} without one`, {
    hint: 'Use lintFiles, fixFiles or packFiles for files in memory.',
  })
}
