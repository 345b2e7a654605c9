import { skillMarkdown } from '../dialects/front-matter-text.ts'
import { jsonFile, skillJson } from '../dialects/skill-json.ts'
import { scriptCases } from '../read-skill-cases.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'

/**
 * Makes a package of a flat script of document B: its files where they are but for the tests of other scripts, and a SKILL.md
 * and skill.json that say what is known of it.
 */
export function scriptPackage(skill: Skill, files: SkillFiles): SkillFiles {
  const { id, name, description, body } = skill
  const own = scriptCases(skill)
  const kept = [...files].filter(([path]) => path === own || !/^tests\/[^/]+\.json$/.test(path))
  const fields = { name: id, description: description || name }
  const text = `\n# ${name}\n\n${body.trim() || description || name}\n`
  return new Map([...kept, ['SKILL.md', skillMarkdown(fields, text)], ['skill.json', jsonFile(skillJson(skill))]])
}
