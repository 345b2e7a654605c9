import type { Finding } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import { CLAUDE_CODE_KEYS } from '../skill-fields.ts'
import { agentSkillsFields } from './agent-skills.ts'

/** The standard's front matter, with Claude Code's own keys where the skill has them. */
export function claudeSkillFields(skill: Skill, findings: Finding[]): Record<string, unknown> {
  const own = CLAUDE_CODE_KEYS.flatMap((key) =>
    Object.hasOwn(skill.frontMatter, key) ? [[key, skill.frontMatter[key]] as const] : [],
  )
  return { ...agentSkillsFields(skill, findings), ...Object.fromEntries(own) }
}
