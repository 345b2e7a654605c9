import type { Finding } from '@skillwright/contract'
import { CLAWHUB_METADATA, metadataOf } from '../dialect.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { skillMarkdown } from './front-matter-text.ts'

/** ClawHub's dialect: what the skill needs stands in `metadata.openclaw`. */
export function toClawHub(skill: Skill, carried: SkillFiles): { files: SkillFiles; findings: readonly Finding[] } {
  const metadata = metadataOf(skill.frontMatter)
  const stated =
    CLAWHUB_METADATA.map((name) => metadata[name]).find((value) => typeof value === 'object' && value !== null) ?? {}
  const requires = {
    ...(skill.permissions.programs.length > 0 ? { bins: skill.permissions.programs } : {}),
    ...(skill.permissions.env.length > 0 ? { env: skill.permissions.env } : {}),
  }
  const openclaw = {
    ...(Object.keys(requires).length > 0 ? { requires } : {}),
    ...(skill.permissions.env[0] === undefined ? {} : { primaryEnv: skill.permissions.env[0] }),
    ...stated,
  }
  const files = new Map(carried)
  const fields = {
    name: skill.id,
    description: skill.description || skill.name,
    version: skill.version,
    homepage: skill.homepage,
    license: skill.license,
    metadata: Object.keys(openclaw).length > 0 ? { openclaw } : undefined,
  }
  files.set('SKILL.md', skillMarkdown(fields, skill.body))
  return { files, findings: versionFinding(skill) }
}

function versionFinding(skill: Skill): Finding[] {
  if (skill.version !== undefined) return []
  return [
    {
      rule: 'export/no-version',
      severity: 'error',
      file: 'SKILL.md',
      message: 'ClawHub publishes versions, and the skill states none',
      fix: 'Add version: 1.0.0.',
    },
  ]
}
