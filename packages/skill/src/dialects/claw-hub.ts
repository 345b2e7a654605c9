import { type Finding, isObject } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import { CLAWHUB_METADATA, metadataOf } from '../skill-fields.ts'

/** Top-level keys of ClawHub that document C has no word for. */
const OWN_KEYS = ['user-invocable', 'disable-model-invocation', 'command-dispatch', 'command-tool', 'command-arg-mode']

/** ClawHub's dialect: what the skill needs stands in `metadata.openclaw`. */
export function clawHubFields(skill: Skill, findings: Finding[]): Record<string, unknown> {
  if (skill.version === undefined) findings.push(noVersion())
  const { programs, env } = skill.permissions
  const stated = clawHubMetadata(skill.frontMatter)
  const requires = {
    ...(isObject(stated.requires) ? stated.requires : {}),
    ...(programs.length > 0 ? { bins: programs } : {}),
    ...(env.length > 0 ? { env } : {}),
  }
  const openclaw = {
    // The one variable that a user is asked for; with several the main one is unknown.
    ...(env.length === 1 ? { primaryEnv: env[0] } : {}),
    ...stated,
    ...(Object.keys(requires).length > 0 ? { requires } : {}),
  }
  return {
    name: skill.id,
    description: skill.description || skill.name,
    version: skill.version,
    homepage: skill.homepage,
    license: skill.license,
    ...Object.fromEntries(OWN_KEYS.map((key) => [key, skill.frontMatter[key]])),
    metadata: Object.keys(openclaw).length > 0 ? { openclaw } : undefined,
  }
}

/** What a front matter says for ClawHub, under its current name or an older one. */
export function clawHubMetadata(fields: Skill['frontMatter']): Readonly<Record<string, unknown>> {
  const metadata = metadataOf(fields)
  return CLAWHUB_METADATA.map((name) => metadata[name]).find(isObject) ?? {}
}

function noVersion(): Finding {
  return {
    rule: 'export/no-version',
    severity: 'error',
    file: 'SKILL.md',
    message: 'ClawHub publishes versions, and the skill states none',
    fix: 'Add version: 1.0.0.',
  }
}
