import type { Finding } from '@skillwright/contract'
import { metadataOf } from '../dialect.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { skillMarkdown } from './front-matter-text.ts'

const HOUSE_DESCRIPTION = 60

/** Hermes' dialect: environment variables at the top, tags and tools in `metadata.hermes`. */
export function toHermes(skill: Skill, carried: SkillFiles): { files: SkillFiles; findings: readonly Finding[] } {
  const stated = metadataOf(skill.frontMatter).hermes
  const { platforms, required_environment_variables } = skill.frontMatter
  const variables = skill.permissions.env.map((name) => ({ name, prompt: `Value of ${name}` }))
  const hermes = {
    ...(skill.tags.length > 0 ? { tags: skill.tags } : {}),
    ...(skill.toolsRequired.length > 0 ? { requires_tools: skill.toolsRequired } : {}),
    ...(typeof stated === 'object' && stated !== null ? stated : {}),
  }
  const fields = {
    name: skill.id,
    description: skill.description || skill.name,
    version: skill.version,
    author: skill.author,
    license: skill.license,
    platforms,
    required_environment_variables: required_environment_variables ?? (variables.length > 0 ? variables : undefined),
    metadata: Object.keys(hermes).length > 0 ? { hermes } : undefined,
  }
  const files = new Map(carried)
  files.set('SKILL.md', skillMarkdown(fields, skill.body))
  return { files, findings: lengthFinding(skill.description) }
}

function lengthFinding(description: string): Finding[] {
  const length = [...description].length
  if (length <= HOUSE_DESCRIPTION) return []
  const message = `The description has ${length} characters; Hermes shows the first ${HOUSE_DESCRIPTION}`
  return [
    { rule: 'export/long-description', severity: 'info', file: 'SKILL.md', message, fix: 'Say what matters first.' },
  ]
}
