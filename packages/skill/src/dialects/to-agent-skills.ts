import type { Finding } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { skillMarkdown } from './front-matter-text.ts'

const MAX_DESCRIPTION = 1024
const MAX_COMPATIBILITY = 500

/** The Agent Skills standard, as strict as its reference validator: six keys, everything else as text under `metadata`. */
export function toAgentSkills(skill: Skill, carried: SkillFiles): { files: SkillFiles; findings: readonly Finding[] } {
  const findings: Finding[] = []
  const files = new Map(carried)
  files.set('SKILL.md', skillMarkdown(agentSkillsFields(skill, findings), skill.body))
  return { files, findings }
}

/** The standard's front matter for a skill. */
export function agentSkillsFields(skill: Skill, findings: Finding[]): Record<string, unknown> {
  const { 'allowed-tools': allowed } = skill.frontMatter
  return {
    name: skill.id,
    description: shortened(skill.description || skill.name, MAX_DESCRIPTION, 'description', findings),
    license: skill.license,
    compatibility: compatibility(skill, findings),
    'allowed-tools': typeof allowed === 'string' ? allowed : undefined,
    metadata: textFields({
      title: skill.name === skill.id ? undefined : skill.name,
      version: skill.version,
      author: skill.author,
      homepage: skill.homepage,
      language: skill.language,
      created: skill.created,
      updated: skill.updated,
      tags: skill.tags.join(', '),
      // Not allowed-tools: that grants, these are needed.
      'tools-required': skill.toolsRequired.join(' '),
      'tools-optional': skill.toolsOptional.join(' '),
    }),
  }
}

function compatibility(skill: Skill, findings: Finding[]): string | undefined {
  const stated = skill.frontMatter.compatibility
  const parts = [
    typeof stated === 'string' ? stated : undefined,
    skill.hermesVersion === undefined ? undefined : `Hermes ${skill.hermesVersion}`,
    skill.permissions.programs.length > 0 ? `needs ${skill.permissions.programs.join(', ')}` : undefined,
  ]
  const text = parts.filter((part) => part !== undefined).join('; ')
  return text === '' ? undefined : shortened(text, MAX_COMPATIBILITY, 'compatibility', findings)
}

function textFields(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
}

/** Text cut to what the standard allows, counted in code points, with a finding when something was cut. */
function shortened(text: string, max: number, field: string, findings: Finding[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= max) return line
  findings.push({
    rule: 'export/shortened',
    severity: 'warning',
    file: 'SKILL.md',
    message: `${field} has ${characters.length} characters and was cut to ${max}`,
    fix: `Say it in ${max} characters; the whole text is kept in skill.json.`,
  })
  return `${characters.slice(0, max - 1).join('')}…`
}
