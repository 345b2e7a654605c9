import { parseSkill, type Skill, type SkillFiles } from '@skillwright/skill'

const PARSED = new WeakMap<SkillFiles, Map<string, Skill>>()

/** What the files of a package say, read once for each folder name it is read under: resolving, checking and writing all ask. */
export function parsedPackage(files: SkillFiles, folder: string): Skill {
  const known = PARSED.get(files) ?? new Map<string, Skill>()
  PARSED.set(files, known)
  const skill = known.get(folder) ?? parseSkill(files, { folder })
  known.set(folder, skill)
  return skill
}
