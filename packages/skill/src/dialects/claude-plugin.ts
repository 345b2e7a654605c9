import type { Finding } from '@skillwright/contract'
import { CLAUDE_CODE_KEYS } from '../dialect.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { agentSkillsFields } from './agent-skills.ts'
import { jsonFile } from './skill-json.ts'

/** The standard's front matter, with Claude Code's own keys where the skill has them. */
export function claudeSkillFields(skill: Skill, findings: Finding[]): Record<string, unknown> {
  const own = CLAUDE_CODE_KEYS.flatMap((key) =>
    Object.hasOwn(skill.frontMatter, key) ? [[key, skill.frontMatter[key]] as const] : [],
  )
  return { ...agentSkillsFields(skill, findings), ...Object.fromEntries(own) }
}

/** A Claude Code plugin that holds the skill: a manifest, and the skill below `skills/`. */
export function claudePlugin(skill: Skill, files: SkillFiles): SkillFiles {
  const manifest = {
    name: skill.id,
    description: skill.description || skill.name,
    version: skill.version,
    author: skill.author === undefined ? undefined : { name: skill.author },
    homepage: skill.homepage,
    license: skill.license,
    keywords: skill.tags.length > 0 ? skill.tags : undefined,
  }
  const moved = [...files].map(([path, bytes]) => [`skills/${skill.id}/${path}`, bytes] as const)
  return new Map([['.claude-plugin/plugin.json', jsonFile(manifest)], ...moved])
}
