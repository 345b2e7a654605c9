import type { Finding } from '@skillwright/contract'
import { parseSkill } from '../parse-skill.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { lintFiles } from './lint-skill.ts'
import { type Profile, profileOf } from './profile.ts'
import { tolerate } from './tolerate.ts'

/**
 * What is wrong with a package that is to be published as `name`, by the rules of the dialect it is written in: a skill
 * written for another tool is not wrong for that. Errors refuse it; what only stricter readers reject is a warning. Pure.
 */
export function lintForPublish(
  files: SkillFiles,
  {
    name,
    profile: otherwise,
    skill = parseSkill(files, { folder: name }),
  }: { readonly name: string; readonly profile?: Profile | undefined; readonly skill?: Skill },
): readonly Finding[] {
  const profile = profileOf(skill, otherwise)
  return tolerate(lintFiles(files, { profile, folder: name, skill }), profile)
}
