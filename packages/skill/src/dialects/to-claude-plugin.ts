import type { Finding } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { toAgentSkills } from './to-agent-skills.ts'

/** A Claude Code plugin that holds the skill: a manifest, and the skill in the standard's form below `skills/`. */
export function toClaudePlugin(skill: Skill, carried: SkillFiles): { files: SkillFiles; findings: readonly Finding[] } {
  const { files, findings } = toAgentSkills(skill, carried)
  const manifest = {
    name: skill.id,
    description: skill.description || skill.name,
    version: skill.version,
    author: skill.author === undefined ? undefined : { name: skill.author },
    homepage: skill.homepage,
    license: skill.license,
    keywords: skill.tags.length > 0 ? skill.tags : undefined,
  }
  const plugin = new Map<string, Uint8Array>([
    ['.claude-plugin/plugin.json', new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)],
  ])
  for (const [path, bytes] of files) plugin.set(`skills/${skill.id}/${path}`, bytes)
  return { files: plugin, findings }
}
